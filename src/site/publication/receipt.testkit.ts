/** Receipts for tests; never shipped. */

import { VERSION } from "#core/brand.ts";
import { METHODOLOGY } from "#core/methodology.ts";
import { PILLARS, type PillarKey } from "#core/pillar.ts";
import type { Receipt, StoredReceipt } from "#core/receipt.ts";
import type { Finding, Scores } from "#core/report.ts";

const AUDITED_AT = "2026-11-20T02:00:00.000Z";
const REFERENCE = "https://www.rfc-editor.org/rfc/rfc9309";

/** A passing, scored finding of weight 3 by default. */
export function makeFinding(id: string, pillar: PillarKey, parts: Partial<Finding> = {}): Finding {
	return {
		id,
		title: `The site passes ${id}`,
		pillar,
		axis: PILLARS[pillar].axis,
		engines: ["search", "answers"],
		outcome: "pass",
		scored: true,
		weight: 3,
		lift: 0,
		says: `What was seen of ${id}.`,
		reference: REFERENCE,
		evidence: [],
		...parts,
	};
}

export function makeScores(overall: number, parts: Partial<Scores> = {}): Scores {
	return {
		overall,
		ungated: overall,
		axes: { structure: overall, accessibility: overall },
		engines: { search: overall, answers: overall },
		pillars: [],
		...parts,
	};
}

/** By default a light audit over the network with score 80. */
export function makeReceipt(parts: Partial<Receipt> = {}): Receipt {
	return {
		v: 2,
		kind: "sightline-receipt",
		domain: "www.example.org",
		source: "network",
		mode: "light",
		auditedAt: AUDITED_AT,
		methodology: METHODOLOGY,
		engine: VERSION,
		preset: { key: "general", says: "The home page does not show what kind of site this is." },
		ok: true,
		scores: makeScores(80),
		coverage: 1,
		gates: [],
		notApplicable: [],
		findings: [],
		responses: [],
		evidenceDigest: "e".repeat(64),
		resultDigest: "d".repeat(64),
		...parts,
	};
}

/** @param id padded to the length of a SHA-256 */
export function store(id: string, receipt: Receipt): StoredReceipt {
	return { id: id.padEnd(64, "0"), receipt };
}

/** A publisher with small faults. */
export function readyReceipt(): Receipt {
	return makeReceipt({
		domain: "www.example.org",
		preset: { key: "publisher", says: "The home page declares the schema.org type NewsMediaOrganization." },
		scores: makeScores(91, {
			axes: { structure: 94, accessibility: 89 },
			engines: { search: 93, answers: 90 },
			pillars: [
				{ key: "access", label: PILLARS.access.label, score: 96, summary: "4 of 5 checks pass, 1 in part." },
				{ key: "content", label: PILLARS.content.label, score: 100, summary: "1 of 1 check passes." },
				{ key: "semantics", label: PILLARS.semantics.label, score: 78, summary: "2 of 3 checks pass, 1 fails." },
			],
		}),
		coverage: 0.974,
		notApplicable: [{ key: "interfaces", label: PILLARS.interfaces.label, says: "Nothing here applies to this site." }],
		findings: [
			makeFinding("search-bots", "access", {
				title: "Search crawlers may fetch the home page",
				weight: 5,
				says: "robots.txt lets Googlebot and Bingbot fetch /.",
				evidence: [
					{ url: "https://www.example.org/robots.txt", at: "line 2", excerpt: "Disallow: /search <b>&amp;</b>" },
				],
			}),
			makeFinding("robots-fetch", "access", {
				title: "robots.txt is served as plain text",
				outcome: "partial",
				ratio: 0.5,
				lift: 1,
				says: "The site answers 404 to /robots.txt, so no policy is stated.",
				fix: "Serve /robots.txt with `User-agent: *` and `Allow: /`.",
				evidence: [{ url: "https://www.example.org/robots.txt", excerpt: "HTTP 404" }],
			}),
			makeFinding("alt", "semantics", {
				title: "Images have no text description (alt)",
				outcome: "fail",
				weight: 5,
				lift: 4,
				says: "12 of 14 images have no alt attribute.",
				fix: 'Describe each picture: <img src="/harbour.jpg" alt="The harbour at low tide">.',
				reference: "https://www.w3.org/TR/WCAG22/#non-text-content",
				evidence: [
					{
						url: "https://www.example.org/",
						at: "line 40, column 9",
						excerpt: '<img src="/harbour.jpg"><script>alert(1)</script>',
					},
				],
			}),
			makeFinding("text-without-js", "content", { title: "The text stands in the page as it is served", weight: 5 }),
			makeFinding("training-stance", "access", {
				title: "The site's stance on training crawlers is shown",
				scored: false,
				outcome: "partial",
				ratio: 0.5,
				says: "GPTBot is closed out; the others are not named.",
				fix: "Nothing to fix: this is the owner's choice.",
			}),
			makeFinding("https-redirect", "delivery", {
				title: "http:// leads to https://",
				outcome: "unknown",
				says: "We could not check this: the connection was closed before an answer came.",
			}),
			makeFinding("hreflang", "discovery", {
				title: "Language versions name each other",
				outcome: "not-applicable",
				says: "The page declares no other language.",
			}),
		],
		responses: [
			{ url: "https://www.example.org/", status: 200, sha256: "a".repeat(64), bytes: 48_213 },
			{ url: "https://www.example.org/robots.txt", status: 404, sha256: "b".repeat(64), bytes: 162 },
		],
	});
}

/** Capped at 40 by noindex. */
export function gatedReceipt(): Receipt {
	return makeReceipt({
		domain: "shop.example.org",
		auditedAt: "2026-11-19T02:00:00.000Z",
		preset: { key: "ecommerce", says: "Set by the owner of the watchlist." },
		scores: makeScores(40, { ungated: 71, axes: { structure: 63, accessibility: 80 } }),
		gates: [{ id: "noindex", cap: 40, says: "The home page tells search engines not to index it." }],
		findings: [
			makeFinding("title", "discovery", {
				title: "The page has a title",
				outcome: "fail",
				weight: 5,
				says: "The page has no title element.",
				fix: "Add <title>Harbour shop</title> to the head.",
			}),
			makeFinding("noindex", "access", {
				title: "The page asks not to be listed",
				outcome: "fail",
				weight: 5,
				lift: 31,
				says: "The page carries a robots directive that keeps it out of every index.",
				fix: 'Remove <meta name="robots" content="noindex"> from the home page.',
				evidence: [
					{ url: "https://shop.example.org/", at: "line 7", excerpt: '<meta name="robots" content="noindex">' },
				],
			}),
			makeFinding("canonical", "discovery", {
				title: "The page names one canonical address",
				outcome: "not-applicable",
				says: 'Follows from "The page asks not to be listed": no canonical address.',
				chargedTo: "noindex",
				own: { outcome: "fail" },
			}),
		],
	});
}

/** A built site, audited before it went online. */
export function folderReceipt(): Receipt {
	return makeReceipt({
		domain: "docs.example.org",
		source: "folder",
		auditedAt: "2026-11-18T02:00:00.000Z",
		scores: makeScores(64, { axes: { structure: 58, accessibility: 71 } }),
		findings: [
			makeFinding("https", "delivery", {
				title: "The site is served over trusted HTTPS",
				outcome: "not-applicable",
				says: "A folder cannot show this; an audit of the public site checks it.",
			}),
		],
	});
}

/** A site that challenged the bot, so without a score. */
export function failedReceipt(): Receipt {
	const { scores: _none, ...rest } = makeReceipt({
		domain: "closed.example.org",
		auditedAt: "2026-11-17T02:00:00.000Z",
		ok: false,
		failure: { code: "challenged", says: "The site answered our bot with a challenge instead of a page." },
		coverage: 0,
	});
	return rest;
}

/** One stored receipt of each kind. */
export function storedSamples(): StoredReceipt[] {
	return [
		store("a1", readyReceipt()),
		store("b2", gatedReceipt()),
		store("c3", folderReceipt()),
		store("f4", failedReceipt()),
	];
}
