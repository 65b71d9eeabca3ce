import { METHODOLOGY, VERSION } from "#core/brand.ts";
import type { StoredReceipt } from "#core/receipt.ts";

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
