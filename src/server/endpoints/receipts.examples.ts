import { VERSION } from "#core/brand.ts";
import { METHODOLOGY } from "#core/methodology.ts";
import { PILLARS, type PillarKey } from "#core/pillar.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import type { Finding } from "#core/report.ts";

/** Address of the example installation. */
export const EXAMPLE_SITE = "https://audit.example.com";

const scored = (key: PillarKey, score: number, summary: string) => ({ key, label: PILLARS[key].label, score, summary });

const SHOP = "https://tidewater-books.example.net/";

/** Some findings for a small shop: the costliest faults and a pass. */
const BOOKSHOP_FINDINGS: Finding[] = [
	{
		id: "search-bots",
		title: "robots.txt lets Google and Bing read your site",
		pillar: "access",
		axis: "accessibility",
		engines: ["search", "answers"],
		outcome: "pass",
		scored: true,
		tableStakes: true,
		weight: 8,
		lift: 0,
		says: "robots.txt lets Googlebot and Bingbot read the home page and 4 of 4 addresses that the site names.",
		reference: "https://developers.google.com/search/docs/appearance/ai-features",
		evidence: [],
	},
	{
		id: "jsonld-parse",
		title: "Structured data (JSON-LD) has syntax errors",
		pillar: "data",
		axis: "structure",
		engines: ["search"],
		outcome: "fail",
		scored: true,
		tableStakes: true,
		weight: 3,
		lift: 6.3,
		says: '1 of 2 blocks of JSON-LD cannot be read (line 34, column 44: A comma stands before the closing "]" (line 17, column 44 of the block)).',
		fix: `Correct the JSON at line 34, column 44 of ${SHOP}: A comma stands before the closing "]" (line 17, column 44 of the block).`,
		reference: "https://www.w3.org/TR/json-ld11/#embedding-json-ld-in-html-documents",
		evidence: [{ url: `${SHOP}`, at: "line 34, column 44", excerpt: '"https://social.example.net/@tidewater",' }],
	},
	{
		id: "alt",
		title: "Images have no text description (alt)",
		pillar: "semantics",
		axis: "accessibility",
		engines: ["search", "answers"],
		outcome: "partial",
		scored: true,
		ratio: 0.571,
		weight: 3,
		lift: 5.4,
		says: `3 of 7 images of ${SHOP} have no text alternative: /img/the-tide-tables.svg, /img/a-small-boat-in-winter.svg and /img/shore-birds-by-ear.svg.`,
		fix: 'Give <img src="/img/the-tide-tables.svg" width="160" height="240"> (line 217, column 5) an alt that says what it shows, and do the same for 2 more.',
		reference: "https://www.w3.org/TR/WCAG22/#non-text-content",
		evidence: [
			{
				url: `${SHOP}`,
				at: "line 217, column 5",
				excerpt: '<img src="/img/the-tide-tables.svg" width="160" height="240">',
			},
		],
	},
	{
		id: "canonical",
		title: "The page names several canonical addresses",
		pillar: "discovery",
		axis: "structure",
		engines: ["search", "answers"],
		outcome: "fail",
		scored: true,
		weight: 5,
		lift: 4.7,
		says: `${SHOP} names 2 different canonical addresses: ${SHOP} and https://www.tidewater-books.example.net/.`,
		fix: `Keep one of them; for this page that is <link rel="canonical" href="${SHOP}">`,
		reference: "https://www.rfc-editor.org/rfc/rfc6596",
		evidence: [
			{ url: `${SHOP}`, at: "line 7, column 1", excerpt: `<link rel="canonical" href="${SHOP}">` },
			{
				url: `${SHOP}`,
				at: "line 17, column 1",
				excerpt: '<link rel="canonical" href="https://www.tidewater-books.example.net/">',
			},
		],
	},
	{
		id: "control-names",
		title: "Some links or buttons have no text name",
		pillar: "semantics",
		axis: "accessibility",
		engines: ["search", "answers"],
		outcome: "partial",
		scored: true,
		ratio: 0.941,
		weight: 3,
		lift: 0.7,
		says: `1 of 17 links and buttons of ${SHOP} has no name.`,
		fix: 'Say in <a href="/cart/"> (line 196, column 11) where it leads: as text, as alt of the picture inside, or as aria-label.',
		reference: "https://www.w3.org/TR/WCAG22/#name-role-value",
		evidence: [{ url: `${SHOP}`, at: "line 196, column 11", excerpt: '<a href="/cart/">' }],
	},
];

/** A site that shows our bot a challenge, so there is no score. */
export const CLOSED_SITE: StoredReceipt = {
	id: "d0e1f2031425364758697a8b9cadbecfd0e1f2031425364758697a8b9cadbecf",
	receipt: {
		v: 2,
		kind: "sightline-receipt",
		domain: "www.example.com",
		source: "network",
		mode: "light",
		auditedAt: "2026-11-21T09:31:40.115Z",
		methodology: METHODOLOGY,
		engine: VERSION,
		preset: { key: "general", says: "The home page does not show what kind of site this is." },
		ok: false,
		failure: { code: "challenged", says: "The site answered our bot with a challenge instead of a page." },
		coverage: 0,
		gates: [],
		notApplicable: [],
		findings: [],
		responses: [],
		evidenceDigest: "e5f7092b4d6f8091a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f7a3c1",
		resultDigest: "37f6e5d4c3b2a1f0e9d8c7b6a5f4e3d2c1b0a9f8e7d6c5b4a3f2e1d0c9b8a7f6",
	},
};

/** A stored receipt of a small online shop with a few faults; only the findings worth showing. */
export const BOOKSHOP: StoredReceipt = {
	id: "6b1f0a7c3c5d4de5a9e34b0f7f3b8a52c1d97e40b6e8f2a3914c5d7e8f90a1b2",
	receipt: {
		v: 2,
		kind: "sightline-receipt",
		domain: "tidewater-books.example.net",
		source: "network",
		mode: "light",
		auditedAt: "2026-11-21T09:30:12.480Z",
		methodology: METHODOLOGY,
		engine: VERSION,
		preset: { key: "ecommerce", says: "The home page leads to a cart." },
		ok: true,
		scores: {
			overall: 74,
			ungated: 74,
			axes: { structure: 63, accessibility: 86 },
			engines: { search: 73, answers: 86 },
			pillars: [
				scored("access", 100, "All 10 checks pass."),
				scored("discovery", 34, "7 of 10 checks pass."),
				scored("delivery", 100, "Both checks pass."),
				scored("content", 100, "All 8 checks pass."),
				scored("data", 16, "3 of 6 checks pass."),
				scored("semantics", 88, "7 of 9 checks pass, 2 pass in part."),
				scored("safety", 92, "4 of 5 checks pass, 1 passes in part."),
			],
		},
		coverage: 1,
		gates: [],
		firstFixes: [
			{ id: "jsonld-parse", score: 80.5 },
			{ id: "alt", score: 85.8 },
			{ id: "canonical", score: 90.5 },
			{ id: "website", score: 94.7 },
			{ id: "hreflang", score: 96.7 },
		],
		notApplicable: [{ key: "interfaces", label: PILLARS.interfaces.label, says: "Nothing here applies to this site." }],
		findings: BOOKSHOP_FINDINGS,
		responses: [
			{
				url: SHOP,
				status: 200,
				sha256: "2f0d6a0b1c9e4f7d8a35b6c7d8e9f0a1b2c3d4e5f60718293a4b5c6d7e8f9012",
				bytes: 11_482,
			},
		],
		evidenceDigest: "a3c1e5f7092b4d6f8091a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f7",
		resultDigest: "19d8c7b6a5f4e3d2c1b0a9f8e7d6c5b4a3f2e1d0c9b8a7f6e5d4c3b2a1f0e9d8",
	},
};

const PAPER = "https://the-harbour-post.example.org/";

/** A local newspaper that blocks AI search; only the findings worth showing. */
export const NEWSPAPER: StoredReceipt = {
	id: "c84e1d5b7a6f43928e0f1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f",
	receipt: {
		v: 2,
		kind: "sightline-receipt",
		domain: "the-harbour-post.example.org",
		source: "network",
		mode: "light",
		auditedAt: "2026-11-21T09:30:14.002Z",
		methodology: METHODOLOGY,
		engine: VERSION,
		preset: { key: "publisher", says: "The home page declares the schema.org type NewsArticle." },
		ok: true,
		scores: {
			overall: 81,
			ungated: 81,
			axes: { structure: 83, accessibility: 79 },
			engines: { search: 91, answers: 88 },
			pillars: [
				scored("access", 60, "9 of 10 checks pass."),
				scored("discovery", 92, "10 of 11 checks pass."),
				scored("delivery", 100, "Both checks pass."),
				scored("content", 96, "7 of 8 checks pass, 1 passes in part."),
				scored("data", 60, "5 of 6 checks pass."),
				scored("semantics", 99, "8 of 9 checks pass, 1 passes in part."),
				scored("safety", 60, "1 of 2 checks passes."),
			],
		},
		coverage: 1,
		gates: [],
		firstFixes: [
			{ id: "organization", score: 87.6 },
			{ id: "answer-indexers", score: 92.6 },
			{ id: "hidden-instructions", score: 97.6 },
			{ id: "feed", score: 98.9 },
			{ id: "heading-outline", score: 99.6 },
		],
		notApplicable: [{ key: "interfaces", label: PILLARS.interfaces.label, says: "Nothing here applies to this site." }],
		findings: [
			{
				id: "answer-indexers",
				title: "robots.txt closes the site to OAI-SearchBot, Claude-SearchBot and PerplexityBot",
				pillar: "access",
				axis: "accessibility",
				engines: ["answers"],
				outcome: "fail",
				scored: true,
				tableStakes: true,
				weight: 5,
				lift: 5,
				says: 'robots.txt closes the home page to OAI-SearchBot, Claude-SearchBot and PerplexityBot (line 9, "Disallow: /", in the group for OAI-SearchBot).',
				fix: `Take line 9 ("Disallow: /") out of ${PAPER}robots.txt, or open the site by name with the lines "User-agent: OAI-SearchBot", "User-agent: Claude-SearchBot", "User-agent: PerplexityBot", "Allow: /".`,
				reference: "https://developers.openai.com/api/docs/bots",
				evidence: [{ url: `${PAPER}robots.txt`, at: "line 9", excerpt: "Disallow: /" }],
			},
		],
		responses: [],
		evidenceDigest: "b4d2f6081a3c5e7092b4d6f8091a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c",
		resultDigest: "28e7d6c5b4a3f2e1d0c9b8a7f6e5d4c3b2a1f0e9d8c7b6a5f4e3d2c1b0a9f8e7",
	},
};
