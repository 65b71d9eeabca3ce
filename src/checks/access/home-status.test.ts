import { expect, test } from "vitest";
import { absent, aPage, ask, found, HOME } from "../page.testkit.ts";
import { homeStatus } from "./home-status.ts";

test("a page is a pass", () => {
	expect(ask(homeStatus, { home: found(aPage()) })).toEqual({
		outcome: "pass",
		says: "The home page https://example.com/ returns 200 and a page.",
	});
});

test.each([
	[401, "asks for a login", "The home page asks for a login"],
	[402, "asks for payment.", "The home page asks for payment"],
	[403, "our agent.", "The home page rejects visitors"],
	[404, "does not exist", "There is no page at your home address"],
	[418, "it rejects the request.", "The home page rejects visitors"],
	[500, "reports an error", "The home page returns a server error"],
	[503, "unavailable.", "The home page returns a server error"],
])("%i fails, in words", (status, words, fault) => {
	const verdict = ask(homeStatus, { home: absent(status) });
	expect(verdict).toHaveProperty("fault", fault);
	expect(verdict.outcome).toBe("fail");
	expect(verdict.says).toContain(`${HOME} returns ${status}`);
	expect(verdict.says).toContain(words);
	expect(verdict).toHaveProperty("fix", expect.stringContaining(HOME));
});

test("the fix of a refusal names our agent, the fix of a server fault its log", () => {
	expect(ask(homeStatus, { home: absent(403) })).toHaveProperty("fix", expect.stringContaining("SightlineBot"));
	expect(ask(homeStatus, { home: absent(502) })).toHaveProperty("fix", expect.stringContaining("error log"));
});

test("a request to wait leaves the page unknown", () => {
	expect(ask(homeStatus, { home: absent(429) }).outcome).toBe("unknown");
});

test("a page that was judged in place of a home page that is not there is named, and is no pass", () => {
	const page = { ...aPage(), url: `${HOME}a.html` };
	const verdict = ask(homeStatus, { home: { ...found(page), url: HOME, status: 404 } });
	expect(verdict.outcome).toBe("fail");
	expect(verdict.says).toBe(`${HOME} returns 404: the page does not exist. In its place, ${HOME}a.html was judged.`);
});
