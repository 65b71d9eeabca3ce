import { describe, expect, test } from "vitest";
import { absent, aPage, ask, aTrace, failed, found, HOME } from "../page.testkit.ts";
import { redirects } from "./redirects.ts";

const WWW = "https://www.example.com/";
const HTTP = "http://example.com/";
const noSibling = failed("name-not-found", WWW);
/** The home page, reached by these redirects. */
const via = (...stops: readonly string[]) => {
	const { hops, end } = aTrace(HOME, ...stops);
	return found(aPage({ url: end, hops }), end);
};
const http = (...stops: readonly string[]) => found(aTrace(HTTP, ...stops), stops.at(-1) ?? HTTP);
const sibling = (...stops: readonly string[]) => found(aTrace(WWW, ...stops), stops.at(-1) ?? WWW);

describe("hops", () => {
	test.each([
		["none", via(), http(HOME), noSibling, "pass"],
		["one, to www", via(WWW), http(WWW), sibling(), "pass"],
		["http to https to www: the first step is asked for", via(WWW), http(HOME, WWW), sibling(), "pass"],
		["http to www to https", via(WWW), http("http://www.example.com/", WWW), sibling(), "pass"],
		["two on the home page", via(WWW, `${WWW}en/`), http(HOME), noSibling, "partial"],
		["two on the way from http", via(), http("https://a.example.com/", HOME), noSibling, "partial"],
		["two on the way from the sibling", via(), http(HOME), sibling(`${WWW}en`, HOME), "partial"],
		["three", via(WWW, `${WWW}a`, `${WWW}en/`), http(HOME), noSibling, "fail"],
		["port 80 closed", via(), failed("connection-refused", HTTP), noSibling, "pass"],
	])("%s", (_, home, plainHttp, siblingHost, outcome) => {
		expect(ask(redirects, { home, plainHttp, siblingHost }).outcome).toBe(outcome);
	});

	test("the step from http to https is not counted, and the number shown is the one judged", () => {
		const ways = { home: via(), plainHttp: http(HOME, `${WWW}a`, `${WWW}en/`), siblingHost: noSibling };
		expect(ask(redirects, ways)).toMatchObject({
			outcome: "partial",
			says: `${HTTP} reaches ${WWW}en/ only after 2 redirects, in addition to the step from http to https.`,
		});
	});

	test("the longest way is shown hop by hop, with the step to save", () => {
		const home = via(WWW, `${WWW}en/`);
		expect(ask(redirects, { home, plainHttp: http(HOME), siblingHost: noSibling })).toMatchObject({
			says: `${HOME} reaches ${WWW}en/ only after 2 redirects.`,
			fix: `Redirect ${HOME} with 301 straight to ${WWW}en/.`,
			exhibits: [{ url: HOME, excerpt: `301 → ${WWW} and 301 → ${WWW}en/` }],
		});
	});
});

describe("www and apex", () => {
	test("both answering for themselves", () => {
		const verdict = ask(redirects, { home: via(), plainHttp: http(HOME), siblingHost: sibling() });
		expect(verdict).toMatchObject({
			outcome: "partial",
			says: expect.stringContaining("example.com and www.example.com"),
		});
	});

	test.each([
		["the sibling redirects", sibling(HOME)],
		["it has no name", noSibling],
		["it returns 404", absent(404, WWW)],
		["the host is neither of the two", failed("not-shown", WWW)],
	])("%s", (_, siblingHost) => {
		expect(ask(redirects, { home: via(), plainHttp: http(HOME), siblingHost }).outcome).toBe("pass");
	});
});

test("without a home page, or in a folder, there is nothing to follow", () => {
	expect(ask(redirects, { home: absent(404) })).toMatchObject({
		outcome: "not-applicable",
		says: "The home page returns 404, so there is no page to reach.",
	});
	expect(ask(redirects, { home: via() }).outcome).toBe("not-applicable");
});
