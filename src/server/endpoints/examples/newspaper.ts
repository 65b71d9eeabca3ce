import { METHODOLOGY, VERSION } from "#core/brand.ts";
import { PILLARS } from "#core/pillar.ts";
import type { StoredReceipt } from "#core/receipt.ts";

const HOME = "https://the-harbour-post.example.org/";

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
				fix: `Take line 9 ("Disallow: /") out of ${HOME}robots.txt.`,
				reference: "https://developers.openai.com/api/docs/bots",
				evidence: [{ url: `${HOME}robots.txt`, at: "line 9", excerpt: "Disallow: /" }],
			},
		],
		responses: [],
		evidenceDigest: "b4d2f6081a3c5e7092b4d6f8091a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c",
		resultDigest: "28e7d6c5b4a3f2e1d0c9b8a7f6e5d4c3b2a1f0e9d8c7b6a5f4e3d2c1b0a9f8e7",
	},
};
