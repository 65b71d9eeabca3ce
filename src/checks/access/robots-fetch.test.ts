import { expect, test } from "vitest";
import type { Outcome } from "#core/verdict.ts";
import type { Evidence } from "#evidence/evidence-map.ts";
import { absent, aPage, aRobots, ask, failed, found } from "../page.testkit.ts";
import { robotsFetch } from "./robots-fetch.ts";

const URL = "https://example.com/robots.txt";
const text = aRobots([["*"], ["Disallow: /admin/"]]);

test.each<[string, Evidence["robots"], Outcome]>([
	["a text file", found(text, URL), "pass"],
	["an empty text file", found({ ...text, bytes: 0, groups: [] }, URL), "pass"],
	["no file: everything is allowed, nothing is stated", absent(404, URL), "partial"],
	["no file for us: 403 counts as none", absent(403, URL), "partial"],
	["a server error closes the site", absent(503, URL), "fail"],
	["a web page in its place", found({ ...text, kind: "html", contentType: "text/html", groups: [] }, URL), "fail"],
	["more than 500 KiB", found({ ...text, bytes: 700_000, truncated: true }, URL), "partial"],
	["exactly 500 KiB", found({ ...text, bytes: 512_000 }, URL), "pass"],
	["asked to wait", absent(429, URL), "unknown"],
])("%s", (_, robots, outcome) => {
	const verdict = ask(robotsFetch, { robots });
	expect(verdict.outcome).toBe(outcome);
	expect(verdict.says).toContain(URL);
});

test.each<[string, string, Evidence["home"], Outcome]>([
	["a time-out while the home page answers", "headers-timeout", found(aPage()), "unknown"],
	["the host refuses it", "connection-refused", found(aPage()), "fail"],
	["also where the home page is an error", "connection-refused", absent(503), "fail"],
	["nothing answers at all", "connection-timeout", failed("connection-timeout"), "unknown"],
	["a challenge is no answer of the site", "challenged", found(aPage()), "unknown"],
])("%s", (_, code, home, outcome) => {
	const verdict = ask(robotsFetch, { robots: failed(code, URL), home });
	expect(verdict.outcome).toBe(outcome);
	expect(verdict.says).toContain(`Nothing came back (${code})`);
});

test("4xx is reported as permission, 5xx as closed", () => {
	expect(ask(robotsFetch, { robots: absent(404, URL) }).says).toContain("That blocks nothing");
	expect(ask(robotsFetch, { robots: absent(500, URL) })).toMatchObject({
		fault: "robots.txt returns a server error, so crawlers stop reading your site",
		says: expect.stringContaining('"blocked"'),
	});
});
