import { describe, expect, test } from "vitest";
import type { Evidence, RobotsTxt, Sitemap } from "#evidence/evidence-map.ts";
import { absent, aMachineFile, aPage, aRobots, ask, found, HOME } from "../page.testkit.ts";
import { mimeNosniff } from "./mime-nosniff.ts";

const https = found({ state: "valid" } as const);
const judge = (evidence: Partial<Evidence>) => ask(mimeNosniff, { https, ...evidence });
const robots = (contentType: string, kind: RobotsTxt["kind"] = "text") =>
	found({ ...aRobots([["*"], []]), contentType, kind }, `${HOME}robots.txt`);
const sitemap = (contentType: string, kind: Sitemap["kind"] = "urlset", path = "sitemap.xml") =>
	found(
		{
			declaredIn: "robots.txt" as const,
			kind,
			contentType,
			bytes: 900,
			count: 1,
			entries: [],
			child: null,
			faults: [],
			excerpt: "",
		},
		HOME + path,
	);
const feed = (contentType: string, kind: "rss" | "atom" | "json-feed" | "html") =>
	found(
		{ href: "/f", promised: "", contentType, kind, entries: 1, newest: null, fault: null, excerpt: "" },
		`${HOME}f`,
	);

describe("a type that fits", () => {
	test.each<[string, Partial<Evidence>]>([
		["robots.txt", { robots: robots("text/plain") }],
		["a sitemap", { sitemap: sitemap("application/xml") }],
		["the older type of XML", { sitemap: sitemap("text/xml", "index") }],
		["a sitemap that is a feed", { sitemap: sitemap("application/atom+xml", "feed") }],
		["a list of addresses", { sitemap: sitemap("text/plain", "text") }],
		["a packed sitemap", { sitemap: sitemap("application/x-gzip", "urlset", "sitemap.xml.gz") }],
		["an RSS feed", { feed: feed("application/rss+xml", "rss") }],
		["an RSS feed as plain XML", { feed: feed("text/xml", "rss") }],
		["a JSON Feed", { feed: feed("application/feed+json", "json-feed") }],
		["JSON without a type", { agentCard: found(aMachineFile("/.well-known/agent-card.json", { contentType: "" })) }],
	])("%s", (_, evidence) => {
		expect(judge(evidence).outcome).toBe("pass");
	});
});

describe("a type that does not", () => {
	test.each<[string, Partial<Evidence>, string]>([
		["robots.txt as a download", { robots: robots("application/octet-stream") }, "text/plain"],
		["robots.txt without one", { robots: robots("") }, "text/plain"],
		["a sitemap as a page", { sitemap: sitemap("text/html") }, "application/xml"],
		["a sitemap as text", { sitemap: sitemap("text/plain") }, "application/xml"],
		["a list as XML", { sitemap: sitemap("application/xml", "text") }, "text/plain; charset=utf-8"],
		["a feed as a page", { feed: feed("text/html", "atom") }, "application/atom+xml"],
		["a JSON Feed as text", { feed: feed("text/plain", "json-feed") }, "application/feed+json"],
		["JSON as a page", { aiCatalog: found(aMachineFile("/x", { contentType: "text/html" })) }, "application/json"],
	])("%s", (_, evidence, wanted) => {
		expect(judge(evidence)).toMatchObject({
			outcome: "fail",
			fix: expect.stringContaining(`Content-Type: ${wanted}.`),
			exhibits: [{ at: "header content-type" }],
		});
	});
});

describe("what is judged elsewhere", () => {
	test.each<[string, Partial<Evidence>]>([
		["a page for robots.txt", { robots: robots("text/html", "html") }],
		["a page for a sitemap", { sitemap: sitemap("text/html", "html") }],
		["a page for a feed", { feed: feed("text/html", "html") }],
		["JSON that is none", { apiCatalog: found(aMachineFile("/x", { contentType: "text/html", sniffed: "html" })) }],
		[
			"what every address answers",
			{ apiCatalog: found(aMachineFile("/x", { contentType: "text/html", softNotFound: true })) },
		],
		["nothing", { robots: absent(404), sitemap: absent(404) }],
	])("%s", (_, evidence) => {
		expect(judge(evidence).outcome).toBe("not-applicable");
	});
});

test("nosniff is shown and costs nothing", () => {
	const home = (header?: string) =>
		found(aPage({ headers: header === undefined ? {} : { "x-content-type-options": header } }));
	expect(judge({ robots: robots("text/plain"), home: home("NoSniff") })).toMatchObject({
		outcome: "pass",
		says: "1 file for machines, each with the right type. The home page forbids guessing (nosniff).",
	});
	expect(judge({ robots: robots("text/plain"), home: home() })).toMatchObject({
		outcome: "pass",
		says: expect.stringContaining("does not forbid guessing"),
	});
});

test("a wrong type costs its share of the files", () => {
	expect(judge({ robots: robots("text/plain"), sitemap: sitemap("text/html") })).toMatchObject({
		outcome: "partial",
		ratio: 0.5,
	});
});
