import { describe, expect, test } from "vitest";
import type { Removal } from "#core/notice.ts";
import { makeSite } from "./public-site.testkit.ts";
import { briefPaths, domainPaths, withdrawnDomains } from "./published-sites.ts";
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
