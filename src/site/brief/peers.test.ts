import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ReceiptSummary } from "#receipts/store/receipt.ts";
import type { PublicSite } from "../publication/published-sites.ts";
import { groupPeers, type PeerSite, peersOf, peersThen } from "./peers.ts";

function shop(domain: string, overall?: number, parts: Partial<PeerSite> = {}): PeerSite {
	return { domain, overall, preset: "ecommerce", methodology: "2.1.0", ...parts };
}
const seven = [90, 80, 70, 60, 50, 40, 30].map((overall, index) => shop(`${index}.example`, overall));

describe("peers", () => {
	it("include the site itself, and need at least 8 sites", () => {
		expect(peersOf(shop("own.example", 65), groupPeers(seven))).toEqual({
			scores: [30, 40, 50, 60, 65, 70, 80, 90],
			says: "Of the 7 other online shops on the wall, 3 score higher and 4 lower.",
		});
		expect(peersOf(shop("own.example", 65), groupPeers(seven.slice(1)))).toBeUndefined();
		expect(peersOf(shop("own.example"), groupPeers(seven))).toBeUndefined();
	});

	it("have the same kind and methodology, and a score", () => {
		const others = [
			shop("doc.example", 10, { preset: "docs" }),
			shop("old.example", 10, { methodology: "1.0.0" }),
			shop("down.example"),
		];
		expect(peersOf(shop("own.example", 90), groupPeers([...seven, ...others]))?.says).toBe(
			"Of the 7 other online shops on the wall, 1 scores the same and 6 lower.",
		);
		expect(peersOf(shop("own.example", 10), groupPeers(seven))?.says).toBe(
			"All 7 other online shops on the wall score higher.",
		);
	});

	it("count no site twice: the brief's score replaces the one on the wall", () => {
		const sites = fc.uniqueArray(
			fc.record({ name: fc.integer({ min: 0, max: 30 }), score: fc.integer({ min: 0, max: 100 }) }),
			{ selector: ({ name }) => name, maxLength: 20 },
		);
		fc.assert(
			fc.property(sites, fc.integer({ min: 0, max: 100 }), (listed, overall) => {
				const all = listed.map(({ name, score }) => shop(`${name}.example`, score));
				const own = shop("0.example", overall);
				const names = new Set([...all.map(({ domain }) => domain), own.domain]);
				const peers = peersOf(own, groupPeers([...all, ...all]));
				expect(peers?.scores.length ?? 0).toBe(names.size < 8 ? 0 : names.size);
				expect(peers?.scores ?? [overall]).toContain(overall);
				const replaced = groupPeers([...all, own]).get("ecommerce 2.1.0")?.scores;
				if (peers) expect(peers.scores).toEqual(replaced);
			}),
		);
	});
});

const DAYS = ["2026-11-20", "2026-11-21", "2026-11-22"];

/** A site by its audits: the day, counted from 0, and the score, if there is one. */
function site(
	domain: string,
	audits: readonly (readonly [day: number, overall?: number | undefined])[],
	listed = true,
): PublicSite {
	const history = audits.map(([day, overall], place): ReceiptSummary => {
		const scores =
			overall === undefined ? {} : { scores: { overall, axes: { structure: 0, accessibility: 0 }, pillars: {} } };
		const auditedAt = `${DAYS[day]}T02:00:00.${String(place).padStart(3, "0")}Z`;
		const about = { source: "network", mode: "light", methodology: "2.1.0", preset: "ecommerce", gates: [] } as const;
		return { id: `${domain} ${place}`, domain, auditedAt, ...about, ...scores };
	});
	const [newest, ...older] = history.toReversed();
	if (!newest) throw new RangeError("A site has an audit.");
	return { domain, displayDomain: domain, listed, agency: undefined, history: [newest, ...older], sealed: undefined };
}

describe("peers of the day of an audit", () => {
	const eight = [90, 80, 70, 60, 50, 40, 30, 20].map((overall, index) => site(`${index}.example`, [[0, overall]]));
	const [first = site("", [[0]]), second = first, ...others] = eight;

	it("do not change when others are audited on a later day", () => {
		const again = [
			first,
			site(second.domain, [
				[0, 80],
				[1, 95],
			]),
			...others,
		];
		expect(peersThen(first, eight)).toEqual({
			scores: [20, 30, 40, 50, 60, 70, 80, 90],
			says: "All 7 other online shops on the wall on the day of this audit scored lower.",
		});
		expect(peersThen(first, again)).toEqual(peersThen(first, eight));
		expect(peersThen(again[1] ?? first, again)?.says).toBe(peersThen(first, eight)?.says);
	});

	it("count a site with 2 audits at the same time once, with the newest in its history", () => {
		const { history, ...about } = site("twice.example", [
			[0, 90],
			[0, 10],
		]);
		const [newest, older = newest] = history;
		const twice: PublicSite = { ...about, history: [newest, { ...older, id: "z", auditedAt: newest.auditedAt }] };
		expect(peersThen(twice, [...eight, twice])?.scores).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90]);
	});

	it("need at least 8 sites and a score", () => {
		expect(peersThen(second, eight.slice(1))).toBeUndefined();
		const failed = site("failed.example", [[2]]);
		expect(peersThen(failed, [...eight, failed])).toBeUndefined();
	});

	it("are the newest audits up to the end of that day, including the site itself", () => {
		const audits = fc.array(fc.tuple(fc.nat(2), fc.option(fc.nat(100), { nil: undefined })), {
			minLength: 1,
			maxLength: 4,
		});
		const many = fc.array(fc.record({ audits, listed: fc.boolean() }), { minLength: 8, maxLength: 14 });
		fc.assert(
			fc.property(many, (drawn) => {
				const sites = drawn.map(({ audits, listed }, place) =>
					site(
						`${place}.example`,
						audits.toSorted(([a], [b]) => a - b),
						listed,
					),
				);
				for (const each of sites) {
					const [{ auditedAt, preset, methodology, scores }] = each.history;
					const day = auditedAt.slice(0, 10);
					const then = sites
						.filter(({ listed }) => listed)
						.flatMap(({ domain, history }) => {
							const newest = history.find((audit) => audit.auditedAt.slice(0, 10) <= day);
							return newest ? [{ domain, preset, methodology, overall: newest.scores?.overall }] : [];
						});
					const own = { domain: each.domain, preset, methodology, overall: scores?.overall };
					expect(peersThen(each, sites)?.scores).toEqual(peersOf(own, groupPeers(then))?.scores);
				}
			}),
		);
	});
});
