import { expect, test } from "vitest";
import { absent, aPage, ask, found } from "../page.testkit.ts";
import { hsts } from "./hsts.ts";

const https = found({ state: "valid" } as const);
const judge = (header?: string) =>
	ask(hsts, {
		home: found(aPage({ headers: header === undefined ? {} : { "strict-transport-security": header } })),
		https,
	});

test.each([
	["max-age=15552000", "pass", "180 days"],
	["MAX-AGE=31536000; includeSubDomains; preload", "pass", "365 days"],
	['includeSubDomains; max-age="63072000"', "pass", "730 days"],
	["max-age=31536000\nmax-age=0", "pass", "365 days"],
	["max-age=31536000; ;made=up; other", "pass", "365 days"],
	["max-age=15551999", "partial", "179 days. 6"],
	["max-age=0", "fail", "0 days. 6"],
	["max-age=long", "fail", "that browsers ignore"],
	["includeSubDomains", "fail", "that browsers ignore"],
	["max-age=31536000, includeSubDomains", "fail", "that browsers ignore"],
	["max-age=31536000 includeSubDomains", "fail", "that browsers ignore"],
	["max-age=31536000; max-age=31536000", "fail", "that browsers ignore"],
	["max-age=31536000; preload; preload", "fail", "that browsers ignore"],
	['max-age="31536000', "fail", "that browsers ignore"],
])("%s: %s", (header, outcome, words) => {
	expect(judge(header)).toMatchObject({
		outcome,
		says: expect.stringContaining(words),
		exhibits: [{ at: "header strict-transport-security", excerpt: header.replace("\n", " ") }],
	});
});

test("too short a time earns its share, under a heading of its own", () => {
	expect(judge("max-age=7776000")).toMatchObject({
		outcome: "partial",
		ratio: 0.5,
		fault: "Browsers must use HTTPS for too short a time (HSTS)",
	});
});

test("absent fails and names the line", () => {
	expect(judge()).toMatchObject({
		outcome: "fail",
		fix: "Add this header to every response of example.com: Strict-Transport-Security: max-age=31536000",
	});
});

test("without trusted https the header means nothing", () => {
	const insecure = found(aPage({ url: "http://example.com/", tls: undefined }));
	expect(ask(hsts, { home: insecure, https }).outcome).toBe("not-applicable");
	expect(ask(hsts, { home: found(aPage()), https: found({ state: "invalid" }) }).outcome).toBe("not-applicable");
	expect(ask(hsts, { home: absent(404), https }).outcome).toBe("not-applicable");
});
