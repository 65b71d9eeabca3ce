import { describe, expect, it } from "vitest";
import { CHECKS } from "#checks/registry.ts";
import { FakeSite, type Reply, to } from "#evidence/fake-site.testkit.ts";
import { readHere } from "#evidence/reading/readers.ts";
import { findSharedData } from "#test/vectors/vectors.ts";
import { countRequests } from "./audit-cost.ts";
import { auditClient } from "./exemplary-audit.ts";
import { EXEMPLARY_SITES } from "./exemplary-sites.ts";
import { siteFolders } from "./sites/site-folders.ts";

/** Requests of a light audit, redirects included. */
const MOST = 24;
const real = findSharedData("sites");

describe("a light audit", () => {
	it.each(EXEMPLARY_SITES)("of $host keeps to its budget, and reads one page once", async (site) => {
		const { requests, read, pages } = await countRequests(site);
		expect(requests).toBeLessThanOrEqual(MOST);
		expect(read).toEqual([`https://${site.host}/`]);
		expect(pages).toEqual(read);
	});

	it.skipIf(!real.path)(`of five real sites does the same${real.note}`, async () => {
		for (const site of (siteFolders() ?? []).slice(0, 5)) {
			const { requests, read, pages } = await countRequests(site);
			expect(requests).toBeLessThanOrEqual(MOST);
			// The home page, and its canonical page if that is different.
			expect(read.length).toBeLessThanOrEqual(2);
			expect(pages).toEqual(read.slice(0, 1));
		}
	});

	it("keeps to its budget where a site declares everything and redirects everywhere", async () => {
		const site = new FakeSite({ ...declaringAll(), "https://example.com/*": to("https://example.com/elsewhere/1") });
		const read: string[] = [];
		const { record, report } = await auditClient({
			host: "example.com",
			client: site,
			kind: "network",
			mode: "light",
			reader: {
				read(kind, input) {
					if (kind === "page") read.push(input.url);
					return readHere(kind, input);
				},
			},
		});
		expect(record.evidence.home.state).toBe("found");
		expect(report.findings).toHaveLength(CHECKS.length);
		expect(site.requests.length).toBeLessThanOrEqual(MOST);
		// The site uses the whole budget.
		expect(site.requests.length).toBeGreaterThan(MOST - 6);
		expect(read).toEqual(["https://example.com/"]);
	});
});

it("a deep audit reads every page of its evidence once", async () => {
	const [site] = EXEMPLARY_SITES;
	if (!site) throw new Error("There are no exemplary sites.");
	const { read, pages } = await countRequests(site, "deep");
	expect(pages.length).toBeGreaterThan(8);
	expect(read.toSorted()).toEqual(pages.toSorted());
});

/** Every machine-readable declaration: on the home page, in headers and in files. */
function declaringAll(): Record<string, Reply | string> {
	const relations = "api-catalog service-desc service-doc service-meta status describedby ai-catalog agent-card".split(
		" ",
	);
	const more = "agent-skills mcp-server-card mcp alternate".split(" ");
	const links = [...relations, ...more].map((rel) => `<link rel="${rel}" type="application/json" href="/${rel}">`);
	const feed =
		'<link rel="alternate" type="application/rss+xml" href="/feed"><link rel="alternate" type="text/markdown" href="/m.md">';
	const robots = "User-agent: *\nAllow: /\nSitemap: https://example.com/s1.xml\nSitemap: https://example.com/s2.xml\n";
	const agentmaps = Array.from({ length: 10 }, (_, n) => `Agentmap: https://example.com/map-${n}.json`).join("\n");
	const header = relations.map((rel) => `</h-${rel}>; rel="${rel}"`).join(", ");
	return {
		"https://example.com/": {
			headers: { link: header },
			body: `<!doctype html><html lang="en"><head><title>All</title>${links.join("")}${feed}</head>
<body><main><h1>All</h1><p>${"We declare all that can be declared. ".repeat(30)}</p>
<a href="/llms.txt">llms</a> <a href="/openapi.json">API</a> <a href="/auth.md">auth</a></main></body></html>`,
		},
		"https://example.com/robots.txt": { headers: { "content-type": "text/plain" }, body: robots + agentmaps },
		"http://example.com/": to("http://example.com/two"),
		"http://example.com/two": to("http://example.com/three"),
		"https://www.example.com/": to("https://www.example.com/two"),
		"https://www.example.com/two": to("https://example.com/"),
	};
}
