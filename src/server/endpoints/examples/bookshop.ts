import { METHODOLOGY, VERSION } from "#core/brand.ts";
import { PILLARS } from "#core/pillar.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import { BOOKSHOP_FINDINGS } from "./bookshop-findings.ts";

const HOME = "https://tidewater-books.example.net/";

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
				url: HOME,
				status: 200,
				sha256: "2f0d6a0b1c9e4f7d8a35b6c7d8e9f0a1b2c3d4e5f60718293a4b5c6d7e8f9012",
				bytes: 11_482,
			},
		],
		evidenceDigest: "a3c1e5f7092b4d6f8091a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f7",
		resultDigest: "19d8c7b6a5f4e3d2c1b0a9f8e7d6c5b4a3f2e1d0c9b8a7f6e5d4c3b2a1f0e9d8",
	},
};
