import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { groupPeers, type PeerSite, peersOf } from "./peers.ts";

function shop(domain: string, overall?: number, parts: Partial<PeerSite> = {}): PeerSite {
	return { domain, overall, preset: "ecommerce", methodology: "2.1.0", ...parts };
}
const seven = [90, 80, 70, 60, 50, 40, 30].map((overall, index) => shop(`${index}.example`, overall));

describe("peers", () => {
	it("are counted with the site itself, from eight on", () => {
		expect(peersOf(shop("own.example", 65), groupPeers(seven))).toEqual({
			scores: [30, 40, 50, 60, 65, 70, 80, 90],
			says: "Of the 7 other online shops on the wall, three score higher and four lower.",
		});
		expect(peersOf(shop("own.example", 65), groupPeers(seven.slice(1)))).toBeUndefined();
		expect(peersOf(shop("own.example"), groupPeers(seven))).toBeUndefined();
	});

	it("are of one kind and one methodology, and have a score", () => {
		const others = [
			shop("doc.example", 10, { preset: "docs" }),
			shop("old.example", 10, { methodology: "1.0.0" }),
			shop("down.example"),
		];
		expect(peersOf(shop("own.example", 90), groupPeers([...seven, ...others]))?.says).toBe(
			"Of the 7 other online shops on the wall, one scores the same and six lower.",
		);
		expect(peersOf(shop("own.example", 10), groupPeers(seven))?.says).toBe(
			"All seven other online shops on the wall score higher.",
		);
	});

	it("count no site twice: the brief's score takes the place of the one on the wall", () => {
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
