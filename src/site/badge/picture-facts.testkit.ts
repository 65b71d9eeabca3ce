/** Facts for tests of embeds; never shipped. */

import type { PictureFacts } from "./picture-facts.ts";

/** By default a fresh, sealed audit with score 86. */
export function makeFacts(parts: Partial<PictureFacts> = {}): PictureFacts {
	return {
		slug: "www.example.org",
		displayDomain: "www.example.org",
		overallScore: 86,
		axes: { structure: 79, accessibility: 94 },
		auditedAt: "2026-11-21T02:00:00.000Z",
		source: "network",
		methodology: "0.1.0",
		agencyName: "",
		receiptId: "3f9ac2d1".repeat(8),
		logIndex: 17,
		root: "9b1e4c6a".repeat(8),
		treeSize: 42,
		builtAt: "2026-11-22T02:00:00.000Z",
		...parts,
	};
}

export function omitFacts<K extends keyof PictureFacts>(
	facts: PictureFacts,
	...keys: readonly K[]
): Omit<PictureFacts, K> {
	const left: Partial<PictureFacts> = { ...facts };
	for (const key of keys) delete left[key];
	return left as Omit<PictureFacts, K>;
}

export const UNAUDITED = omitFacts(makeFacts(), "overallScore", "axes");
export const UNSEALED = omitFacts(makeFacts(), "logIndex", "root", "treeSize");
export const STALE = makeFacts({ auditedAt: "2026-08-28T02:00:00.000Z" });
export const WITHDRAWN = makeFacts({ withdrawn: true });

/** 253 characters, the maximum for a host. */
export const LONGEST_HOST = `${"a-rather-long-label-in-front-of-the-other-labels.".repeat(5).slice(0, 240)}.example.com`;

/** One of every kind of picture. */
export const EVERY_KIND: Readonly<Record<string, PictureFacts>> = {
	fresh: makeFacts(),
	"of an agency": makeFacts({ agencyName: "Nordlicht & Partner" }),
	stale: STALE,
	rechecked: makeFacts({ auditedAt: "2026-08-28T02:00:00.000Z", recheckedAt: "2026-11-20T02:00:00.000Z" }),
	"from a folder": makeFacts({ source: "folder" }),
	"stale, from a folder": { ...STALE, source: "folder" },
	"not audited": UNAUDITED,
	"not audited, stale": { ...UNAUDITED, auditedAt: "2026-08-28T02:00:00.000Z" },
	"not yet sealed": UNSEALED,
	withdrawn: WITHDRAWN,
	international: makeFacts({ slug: "www.xn--mnchen-3ya.example.de", displayDomain: "www.münchen.example.de" }),
	"in letters that no font has": makeFacts({ slug: "xn--wgv71a119e.example.jp", displayDomain: "日本語.example.jp" }),
	longest: makeFacts({ slug: LONGEST_HOST, displayDomain: LONGEST_HOST, logIndex: 999_999, treeSize: 1_000_000 }),
};
