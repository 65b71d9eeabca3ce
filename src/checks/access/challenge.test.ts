import { expect, test } from "vitest";
import type { PageVisit } from "#evidence/evidence-map.ts";
import type { TlsState } from "#net/http-client.ts";
import { absent, aPage, ask, failed, found } from "../page.testkit.ts";
import { challenge } from "./challenge.ts";

const online = { home: found(aPage()), https: found<TlsState>({ state: "valid" }) };
const visits = (challenged: number, open: number) =>
	found(
		Array.from({ length: challenged + open }, (_, index): PageVisit => {
			const url = `https://example.com/${index}`;
			const shut = index < challenged;
			return {
				url,
				from: ["home"],
				linkedFrom: null,
				status: shut ? null : 200,
				failure: shut ? "challenged" : null,
				end: url,
				hops: 0,
				softNotFound: false,
			};
		}),
	);

test("answers of the site's own pass", () => {
	expect(ask(challenge, online).outcome).toBe("pass");
	expect(ask(challenge, { ...online, visits: visits(0, 9), sitemap: failed("connection-timeout") }).outcome).toBe(
		"pass",
	);
});

test.each([
	["most pages, again and again", 5, 4, "fail"],
	["every page, but only two of them", 2, 0, "partial"],
	["one page of many", 1, 9, "partial"],
	["many pages, and more that were open", 4, 8, "partial"],
])("%s", (_, shut, open, outcome) => {
	const verdict = ask(challenge, { ...online, visits: visits(shut, open) });
	expect(verdict.outcome).toBe(outcome);
	expect(verdict.says).toContain(`${shut} of ${shut + open} page`);
});

test("the part that is earned is the share of open pages", () => {
	expect(ask(challenge, { ...online, visits: visits(1, 3) })).toMatchObject({ ratio: 0.75 });
	expect(ask(challenge, { ...online, visits: visits(2, 0) })).toMatchObject({ ratio: 0.05 });
});

test("a file made for machines behind a challenge costs a part", () => {
	const url = "https://example.com/sitemap.xml";
	const verdict = ask(challenge, { ...online, sitemap: failed("challenged", url) });
	expect(verdict).toMatchObject({ outcome: "partial", ratio: 0.5, fix: expect.stringContaining(url) });
});

test("does not apply to folders and error pages", () => {
	expect(ask(challenge, { ...online, https: failed("not-shown") }).outcome).toBe("not-applicable");
	expect(ask(challenge, { home: absent(503), https: online.https }).outcome).toBe("not-applicable");
});
