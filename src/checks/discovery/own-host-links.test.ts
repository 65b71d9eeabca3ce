import { describe, expect, test } from "vitest";
import type { LinkedHost } from "#evidence/evidence-map.ts";
import type { PageDigest } from "#evidence/page-digest.ts";
import { absent, aLink, aMeta, anAnchor, aPage, ask, failed, found, HOME } from "../page.testkit.ts";
import { ownHostLinks } from "./own-host-links.ts";

const inNav = (...addresses: readonly string[]) => addresses.map((href) => ({ ...anAnchor(href), inNav: true }));
const judge = (digest: Partial<PageDigest>, linked?: Partial<LinkedHost>) => {
	const value = { host: "old.example.com", by: "navigation" as const, links: 4, of: 5, failure: null, ...linked };
	return ask(ownHostLinks, { home: found(aPage({ digest })), linkedHost: linked ? found(value) : failed("not-shown") });
};

describe("another host", () => {
	test("passes if the host responds", () => {
		expect(judge({}, { failure: null }).outcome).toBe("pass");
	});

	test.each([
		["name-not-found", "a name that does not exist"],
		["connection-refused", "refuses all connections"],
	])("fails with %s", (failure, words) => {
		expect(judge({ anchors: inNav("https://old.example.com/a") }, { failure })).toMatchObject({
			outcome: "fail",
			says: expect.stringMatching(`4 of 5 addresses that ${HOME} links to are on old.example.com, .*${words}`),
			exhibits: [{ url: HOME }],
			ownCause: true,
		});
	});

	test.each([
		"robots-refused",
		"tls-invalid",
		"connection-timeout",
		"headers-timeout",
		"request-budget",
		"name-lookup-failed",
	])("is unknown with %s, which is an answer or no proof", (failure) => {
		expect(judge({}, { failure }).outcome).toBe("unknown");
	});

	test("fails if only the canonical link leads there", () => {
		expect(judge({}, { by: "canonical", failure: "name-not-found" })).toMatchObject({
			outcome: "fail",
			fix: `Write in the <head>: <link rel="canonical" href="${HOME}">`,
		});
	});

	test("does not apply if links stay on the host", () => {
		expect(judge({ anchors: inNav("/a", "/b") }).outcome).toBe("not-applicable");
		expect(ask(ownHostLinks, { home: absent(503) }).outcome).toBe("not-applicable");
	});
});

describe("unreachable names", () => {
	test.each<[string, Partial<PageDigest>, string]>([
		["most links", { anchors: inNav("http://localhost/a", "http://localhost/b", "http://localhost/c", "/d") }, "fail"],
		["the canonical link", { links: [aLink("canonical", "http://bindery.test/")] }, "fail"],
		["the base of all relative addresses", { anchors: inNav("/a"), baseHref: "http://bindery.test/" }, "fail"],
		["one link of many", { anchors: inNav("http://192.168.0.7/a", "/b", "/c", "/d") }, "partial"],
		["og:url", { metas: [aMeta("og:url", "http://127.0.0.1:3000/")] }, "partial"],
	])("%s: %s", (_, digest, outcome) => {
		expect(judge(digest).outcome).toBe(outcome);
	});

	test.each<[string, Partial<PageDigest>]>([
		["links of the text", { anchors: [anAnchor("http://localhost/a"), anAnchor("https://example.net/")] }],
		["the site's own hosts", { anchors: inNav("https://www.example.com/a", "https://blog.example.com/") }],
		["mail", { anchors: inNav("mailto:a@example.net") }],
	])("are none: %s", (_, digest) => {
		expect(judge(digest).outcome).toBe("not-applicable");
	});
});
