import { existsSync, readdirSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { aLink, aMeta, aNode, anAnchor, aPage } from "#checks/page.testkit.ts";
import type { Evidence } from "#evidence/evidence-map.ts";
import { digestPage } from "#evidence/html/digest-page.ts";
import type { PageDigest } from "#evidence/page-digest.ts";
import { findSharedData } from "#test/vectors/vectors.ts";
import { detectPreset, PRESET_SIGNALS, THRESHOLD } from "./preset.ts";

function home(digest: Partial<PageDigest>): Evidence {
	return { home: { state: "found", value: aPage({ digest }) } } as unknown as Evidence;
}
const withTypes = (...types: string[]) =>
	home({ jsonLd: { blocks: [], nodes: types.map((type) => aNode([type], { name: [type] })) } });
const withLinks = (...links: [href: string, name: string][]) =>
	home({ anchors: links.map(([href, name]) => anAnchor(href, name)) });
const detect = (evidence: Evidence, host = "www.example.com") => detectPreset(evidence, host, null);

describe("the structured data decides alone", () => {
	it.each([
		[["OnlineStore"], "ecommerce"],
		[["NewsArticle"], "publisher"],
		[["NewsMediaOrganization"], "publisher"],
		[["Dentist"], "local-business"],
		[["TireShop"], "local-business"],
		[["SkiResort", "WebSite"], "local-business"],
		[["SoftwareApplication"], "saas"],
		[["TechArticle"], "docs"],
		[["LegalService"], "professional-services"],
		[["Attorney"], "professional-services"],
	])("%j is %s", (types, preset) => {
		expect(detect(withTypes(...types)).key).toBe(preset);
	});

	it("in Microdata, too", () => {
		const place = { at: "line 1, column 1", excerpt: "<div itemscope>" };
		const microdata = [{ types: ["Plumber"], id: null, properties: {}, top: true, ...place }];
		expect(detect(home({ microdata })).key).toBe("local-business");
	});

	it.each([
		[["Organization", "WebSite"]],
		[["Product"]],
		[["BlogPosting"]],
		[["ProfessionalService"]],
		[["Person"]],
		[[]],
	])("%j is too little", (types) => {
		expect(detect(withTypes(...types)).key).toBe("general");
	});

	it("a directory of businesses is not one of them", () => {
		expect(detect(withTypes("Dentist", "Dentist", "Dentist", "Dentist")).key).toBe("general");
	});

	it("an author's business and list entries do not count", () => {
		const nodes = [aNode(["ItemList"], { itemListElement: ["#1"] }), aNode(["Dentist"], {}, { top: false })];
		expect(detect(home({ jsonLd: { blocks: [], nodes } })).key).toBe("general");
	});
});

describe("links decide together", () => {
	it.each<[string, [string, string][], string]>([
		[
			"a basket and a button that fills it",
			[
				["/cart", "Cart"],
				["/p/1", "Add to cart"],
			],
			"ecommerce",
		],
		[
			"in German",
			[
				["/warenkorb", "Warenkorb"],
				["/p/1", "In den Warenkorb"],
			],
			"ecommerce",
		],
		["a basket alone", [["/cart", "Cart"]], "general"],
		[
			"prices and a trial",
			[
				["/pricing", "Pricing"],
				["/trial", "Start free trial"],
			],
			"saas",
		],
		["prices alone", [["/preise", "Preise"]], "general"],
		["a log-in alone", [["/login", "Log in"]], "general"],
		[
			"a map and a table to book",
			[
				["https://www.google.com/maps?q=x", "Map"],
				["/book", "Book a table"],
			],
			"local-business",
		],
		["a telephone number alone", [["tel:+1555", "555"]], "general"],
		[
			"practice areas and advice",
			[
				["/a", "Practice areas"],
				["/b", "Free consultation"],
			],
			"professional-services",
		],
		["services alone", [["/services", "Services"]], "general"],
		[
			"dates in addresses of posts",
			["01", "02", "03", "04", "05"].map((day) => [`/posts/2026-01-${day}-x/`, "x"]),
			"publisher",
		],
		[
			"manuals",
			["a", "b", "c", "d", "e", "f", "g", "h"]
				.map((page) => [`/docs/${page}`, "x"] as [string, string])
				.concat([
					["/docs", "Docs"],
					["/x", "Quickstart"],
					["/y", "API reference"],
				]),
			"docs",
		],
	])("%s", (_, links, preset) => {
		expect(detect(withLinks(...links)).key).toBe(preset);
	});

	it("reports a tie between two kinds", () => {
		const links: [string, string][] = [
			["/pricing", "Pricing"],
			["/trial", "Free trial"],
		];
		const both = [...links, ["https://maps.apple.com/?q=x", "Map"], ["/book", "Book a table"]] as [string, string][];
		expect(detect(withLinks(...both))).toMatchObject({
			key: "general",
			says: expect.stringContaining("which of 2 kinds of site"),
		});
	});
});

describe("tags and the host", () => {
	it.each<[string, Partial<PageDigest>, string, string]>([
		["a generator of manuals", { metas: [aMeta("generator", "Docusaurus v3.5")] }, "www.example.com", "docs"],
		["a generator of shops", { metas: [aMeta("generator", "PrestaShop")] }, "www.example.com", "ecommerce"],
		["a generator of anything", { metas: [aMeta("generator", "WordPress 6.5")] }, "www.example.com", "general"],
		["docs.", {}, "docs.example.com", "docs"],
		["www.shop.", {}, "www.shop.example.com", "ecommerce"],
		["a domain that is called docs", {}, "docs.com", "general"],
		[
			"a feed alone",
			{ links: [{ ...aLink("alternate", "/feed"), type: "application/rss+xml" }] },
			"www.example.com",
			"general",
		],
	])("%s", (_, digest, host, preset) => {
		expect(detect(home(digest), host).key).toBe(preset);
	});
});

describe("says why", () => {
	it("by the observed signals", () => {
		expect(detect(withTypes("Dentist")).says).toBe("The home page declares the schema.org type Dentist.");
		expect(detect(withLinks(["/pricing", "Pricing"])).says).toBe(
			'We saw too little to tell what kind of site this is: the home page links to prices ("pricing").',
		);
		expect(detect(home({})).says).toBe("The home page does not show what kind of site this is.");
	});

	it("and lets the watchlist decide", () => {
		expect(detectPreset(withTypes("Dentist"), "www.example.com", "saas")).toMatchObject({ key: "saas" });
	});

	it("finds no signal in a failed home page", () => {
		const failed = { home: { state: "failed", url: "", code: "x", reason: "" } } as unknown as Evidence;
		expect(detect(failed).key).toBe("general");
	});
});

it("has a decisive and a weak signal for every kind", () => {
	for (const preset of new Set(PRESET_SIGNALS.map((signal) => signal.preset))) {
		const points = PRESET_SIGNALS.filter((signal) => signal.preset === preset).map((signal) => signal.points);
		expect(Math.max(...points), preset).toBeGreaterThanOrEqual(THRESHOLD);
		expect(Math.min(...points), preset).toBeLessThan(THRESHOLD);
	}
});

/** The true kind of each site, from shared sites' sources and samples/planted-faults.json. */
const REAL: Readonly<Record<string, string>> = {
	"clean-blog.startbootstrap.com": "publisher",
	"datarecovery-sa.com": "local-business",
	"flink.apache.org": "docs",
	"lilianweng.github.io": "publisher",
	"nettotoboya.com": "local-business",
	"propertycleanupllc.com": "local-business",
	"shop.startbootstrap.com": "ecommerce",
	"struts.apache.org": "docs",
	"www.capitalupfitters.com": "local-business",
	"ledgerline.example.com": "saas",
	"northgate-dental.example.com": "local-business",
	"orbitboard.example.org": "saas",
	"quillkit-docs.example.net": "docs",
	"the-harbour-post.example.org": "publisher",
	"tidewater-books.example.net": "ecommerce",
};

function detectFolder(root: URL, host: string): string | null {
	const file = new URL(`${host}/index.html`, root);
	if (!existsSync(file)) return null;
	const url = `https://${host}/`;
	const digest = digestPage({
		url,
		body: readFileSync(file),
		contentType: "text/html; charset=utf-8",
		truncated: false,
	});
	return detect({ home: { state: "found", value: { url, digest } } } as unknown as Evidence, host).key;
}

const samples = new URL("../../samples/sites/", import.meta.url);
it.each(readdirSync(samples))("detects the kind of the sample %s", (host) => {
	expect(detectFolder(samples, host)).toBe(REAL[host]);
});

const shared = findSharedData("sites");
const hosts = shared.path ? readdirSync(shared.path).filter((name) => !name.includes("SOURCES")) : [];
it.skipIf(!shared.path)(`no real site is given a wrong kind${shared.note}`, () => {
	for (const host of hosts)
		expect(["general", REAL[host] ?? "general", null], host).toContain(
			detectFolder(pathToFileURL(`${shared.path}/`), host),
		);
});
