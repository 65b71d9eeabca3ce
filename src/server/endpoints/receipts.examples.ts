import { VERSION } from "#core/brand.ts";
import { METHODOLOGY } from "#core/methodology.ts";
import { PILLARS } from "#core/pillar.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import type { Finding } from "#core/report.ts";

/** Where the installation of the examples lives. */
export const EXAMPLE_SITE = "https://audit.example.com";

const SHOP = "https://tidewater-books.example.net/";

/** Some of what an audit of a small shop finds: what costs most, and something that is well. */
const BOOKSHOP_FINDINGS: Finding[] = [
	{
		id: "search-bots",
		title: "robots.txt lets the search engines read the site",
		pillar: "access",
		axis: "accessibility",
		engines: ["search", "answers"],
		outcome: "pass",
		scored: true,
		weight: 5,
		lift: 0,
		says: "robots.txt lets Googlebot and Bingbot read the home page and 4 of 4 addresses that the site names.",
		reference: "https://developers.google.com/search/docs/appearance/ai-features",
		evidence: [],
	},
	{
		id: "canonical",
		title: "The page names one address as its own",
		pillar: "discovery",
		axis: "structure",
		engines: ["search", "answers"],
		outcome: "fail",
		scored: true,
		weight: 3,
		lift: 4,
		says: `${SHOP} names 2 different canonical addresses: ${SHOP} and https://www.tidewater-books.example.net/.`,
		fix: `Keep one of them; for this page that is <link rel="canonical" href="${SHOP}">`,
		reference: "https://www.rfc-editor.org/rfc/rfc6596",
		evidence: [
			{ url: SHOP, at: "line 7, column 1", excerpt: `<link rel="canonical" href="${SHOP}">` },
			{
				url: SHOP,
				at: "line 17, column 1",
				excerpt: '<link rel="canonical" href="https://www.tidewater-books.example.net/">',
			},
		],
	},
	{
		id: "jsonld-parse",
		title: "Every block of structured data can be read",
		pillar: "data",
		axis: "structure",
		engines: ["search", "answers"],
		outcome: "fail",
		scored: true,
		weight: 3,
		lift: 3,
		says: '1 of 2 blocks of JSON-LD cannot be read (line 34, column 44: A comma stands before the closing "]").',
		fix: `Correct the JSON at line 34, column 44 of ${SHOP}: A comma stands before the closing "]".`,
		reference: "https://www.w3.org/TR/json-ld11/#embedding-json-ld-in-html-documents",
		evidence: [{ url: SHOP, at: "line 34, column 44", excerpt: '"https://social.example.net/@tidewater",' }],
	},
	{
		id: "control-names",
		title: "Every link and button has a name",
		pillar: "semantics",
		axis: "accessibility",
		engines: ["search", "answers"],
		outcome: "fail",
		scored: true,
		weight: 3,
		lift: 2,
		says: `1 of 17 links and buttons of ${SHOP} has no name.`,
		fix: 'Say in <a href="/cart/"> (line 196, column 11) where it leads: as text, as alt of the picture inside, or as aria-label.',
		reference: "https://www.w3.org/TR/WCAG22/#name-role-value",
		evidence: [{ url: SHOP, at: "line 196, column 11", excerpt: '<a href="/cart/">' }],
	},
	{
		id: "alt",
		title: "Every image has a text alternative, or says that it needs none",
		pillar: "semantics",
		axis: "accessibility",
		engines: ["search", "answers"],
		outcome: "partial",
		scored: true,
		ratio: 0.571,
		weight: 3,
		lift: 1,
		says: `3 of 7 images of ${SHOP} have no text alternative.`,
		fix: 'Give <img src="/img/the-tide-tables.svg" width="160" height="240"> (line 217, column 5) an alt that says what it shows, and do the same for 2 more.',
		reference: "https://www.w3.org/TR/WCAG22/#non-text-content",
		evidence: [
			{
				url: SHOP,
				at: "line 217, column 5",
				excerpt: '<img src="/img/the-tide-tables.svg" width="160" height="240">',
			},
		],
	},
];

/** A site that shows our bot a challenge: there is no score, and none is made up. */
export const CLOSED_SITE: StoredReceipt = {
	id: "d0e1f2031425364758697a8b9cadbecfd0e1f2031425364758697a8b9cadbecf",
	receipt: {
		v: 1,
		kind: "sightline-receipt",
		domain: "www.example.com",
		source: "network",
		mode: "light",
		auditedAt: "2026-11-21T09:31:40.115Z",
		methodology: METHODOLOGY,
		engine: VERSION,
		preset: { key: "general", says: "Nothing on the home page declares a more particular kind of site." },
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

/** A small online shop with a few faults, as an audit of it is kept; its findings are cut to those worth showing. */
export const BOOKSHOP: StoredReceipt = {
	id: "6b1f0a7c3c5d4de5a9e34b0f7f3b8a52c1d97e40b6e8f2a3914c5d7e8f90a1b2",
	receipt: {
		v: 1,
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
			overall: 84,
			ungated: 84,
			axes: { structure: 78, accessibility: 91 },
			engines: { search: 82, answers: 88 },
			pillars: [
				{ key: "access", label: PILLARS.access.label, score: 100, summary: "10 of 10 checks pass." },
				{
					key: "discovery",
					label: PILLARS.discovery.label,
					score: 71,
					summary: "6 of 9 checks pass, 1 in part, 2 fail.",
				},
				{ key: "delivery", label: PILLARS.delivery.label, score: 100, summary: "2 of 2 checks pass." },
				{ key: "content", label: PILLARS.content.label, score: 100, summary: "5 of 5 checks pass." },
				{ key: "data", label: PILLARS.data.label, score: 50, summary: "3 of 5 checks pass, 1 in part, 1 fails." },
				{
					key: "semantics",
					label: PILLARS.semantics.label,
					score: 71,
					summary: "6 of 8 checks pass, 1 in part, 1 fails.",
				},
				{ key: "safety", label: PILLARS.safety.label, score: 89, summary: "2 of 3 checks pass, 1 in part." },
			],
		},
		coverage: 1,
		gates: [],
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

/** A local newspaper that keeps AI search out; its findings are cut to those worth showing. */
export const NEWSPAPER: StoredReceipt = {
	id: "c84e1d5b7a6f43928e0f1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f",
	receipt: {
		v: 1,
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
			overall: 88,
			ungated: 88,
			axes: { structure: 93, accessibility: 83 },
			engines: { search: 96, answers: 87 },
			pillars: [
				{ key: "access", label: PILLARS.access.label, score: 86, summary: "9 of 10 checks pass, 1 fails." },
				{ key: "discovery", label: PILLARS.discovery.label, score: 94, summary: "8 of 9 checks pass, 1 fails." },
				{ key: "delivery", label: PILLARS.delivery.label, score: 100, summary: "2 of 2 checks pass." },
				{ key: "content", label: PILLARS.content.label, score: 92, summary: "4 of 5 checks pass, 1 in part." },
				{ key: "data", label: PILLARS.data.label, score: 91, summary: "6 of 7 checks pass, 1 in part." },
				{ key: "semantics", label: PILLARS.semantics.label, score: 99, summary: "7 of 8 checks pass, 1 in part." },
				{ key: "safety", label: PILLARS.safety.label, score: 29, summary: "1 of 2 checks pass, 1 fails." },
			],
		},
		coverage: 1,
		gates: [],
		notApplicable: [{ key: "interfaces", label: PILLARS.interfaces.label, says: "Nothing here applies to this site." }],
		findings: [
			{
				id: "answer-indexers",
				title: "robots.txt lets the indexes behind AI answers read the site",
				pillar: "access",
				axis: "accessibility",
				engines: ["answers"],
				outcome: "fail",
				scored: true,
				weight: 5,
				lift: 4,
				says: 'robots.txt closes the home page to OAI-SearchBot (line 9, "Disallow: /").',
				fix: `Take line 9 ("Disallow: /") out of ${PAPER}robots.txt.`,
				reference: "https://developers.openai.com/api/docs/bots",
				evidence: [{ url: `${PAPER}robots.txt`, at: "line 9", excerpt: "Disallow: /" }],
			},
		],
		responses: [],
		evidenceDigest: "b4d2f6081a3c5e7092b4d6f8091a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c",
		resultDigest: "28e7d6c5b4a3f2e1d0c9b8a7f6e5d4c3b2a1f0e9d8c7b6a5f4e3d2c1b0a9f8e7",
	},
};
