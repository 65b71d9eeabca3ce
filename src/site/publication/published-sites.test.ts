import { describe, expect, test } from "vitest";
import type { Removal } from "#core/notice.ts";
import { makeSite } from "./public-site.testkit.ts";
import { twinPaths, twinsOf } from "./published-brief.ts";
import { briefPaths, domainPaths, type PublicSite, withdrawnDomains } from "./published-sites.ts";
import { readyReceipt, store } from "./receipt.testkit.ts";

const removal = (domain: string, receipts: Removal["receipts"], at: string): Removal => ({
	kind: "removal",
	domain,
	receipts,
	at,
	proof: { place: "dns", found: "sightline-remove=all" },
});

test("a domain that was asked for twice has one page, which names the newer request", () => {
	const [first, second] = ["2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z"].map((at) =>
		removal("a.example", "all", at),
	);
	if (!first || !second) throw new Error("unreachable");
	expect(domainPaths({ sites: [], withdrawn: [first, second] })).toEqual([
		{ params: { slug: "a.example" }, props: { removal: second } },
	]);
});

test("a site that an agency stands behind has its brief at the agency's address too", () => {
	const receipt = store("a1", readyReceipt());
	const agency = { slug: "north-pier", name: "North Pier", version: "0123456789ab" };
	const sites = [makeSite([receipt], { domain: "a.example", agency }), makeSite([receipt], { domain: "b.example" })];
	const slugs = (paths: readonly { params: { slug: string } }[]) => paths.map(({ params }) => params.slug);
	expect(slugs(briefPaths({ sites, withdrawn: [] }))).toEqual(["a.example", "b.example", "a.example~north-pier"]);
	expect(slugs(domainPaths({ sites, withdrawn: [] }))).toEqual(["a.example", "b.example"]);
});

test("no twin stands where a brief has its page, whichever way that came about", () => {
	const receipt = store("a1", readyReceipt());
	const agency = { slug: "north-pier", name: "North Pier", version: "0123456789ab" };
	const site = (domain: string, parts: Partial<PublicSite> = {}) => makeSite([receipt], { domain, agency, ...parts });
	const sites = [
		site("example.com"),
		site("other.example"),
		site("other.example.md"),
		site("off.example", { listed: false }),
	];
	const withdrawn = [removal("example.com.md", "all", "2026-01-01T00:00:00.000Z")];
	const published = { sites, withdrawn };
	const twins = (["md", "json"] as const).flatMap((ending) =>
		twinPaths(published, ending).map(({ params }) => `${params.slug}.${ending}`),
	);
	expect(twins).toEqual(["other.example.md.md", "example.com.json", "other.example.json", "other.example.md.json"]);
	const folders = new Set(briefPaths(published).map(({ params }) => params.slug));
	expect(twins.filter((twin) => folders.has(twin))).toEqual([]);
	// What a page links to is what there is; search engines find none of a site that is in no list.
	expect(sites.flatMap((each) => twinsOf(each, published).map((ending) => `${each.domain}.${ending}`)).sort()).toEqual(
		twins.sort(),
	);
});

describe("a domain says that it was withdrawn", () => {
	const at = "2026-01-01T00:00:00.000Z";
	const all = removal("a.example", "all", at);
	const single = removal("a.example", ["1".repeat(64)], at);
	const of = (notices: Removal[], watched: string[], shown: string[] = []) =>
		withdrawnDomains({ notices }, new Set(watched), new Set(shown));

	test("where it is watched, or was public when its owner asked, and never otherwise", () => {
		expect(of([all], [])).toEqual([]);
		expect(of([all], ["b.example"])).toEqual([]);
		expect(of([all], ["a.example"])).toEqual([all]);
		const known = { ...all, public: true as const };
		expect(of([known], [])).toEqual([known]);
	});

	test("once its receipts went one by one, and not while others are shown", () => {
		expect(of([single], ["a.example"])).toEqual([single]);
		expect(of([single], ["a.example"], ["a.example"])).toEqual([]);
		expect(of([{ ...single, public: true }], [])).toEqual([]);
	});

	test("after the owner took the request back, until there is a new audit", () => {
		const ended = { ...all, public: true as const, ended: at };
		expect(of([ended], ["a.example"])).toEqual([ended]);
		expect(of([ended], ["a.example"], ["a.example"])).toEqual([]);
		expect(of([ended], [])).toEqual([]);
	});

	test("with the words for everything, whichever request came last", () => {
		const [page] = domainPaths({ sites: [], withdrawn: of([all, single], ["a.example"]) });
		expect(page?.props).toEqual({ removal: all });
	});
});
