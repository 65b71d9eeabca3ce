import { simulateRequestSchema } from "#core/audit-request.ts";
import { REFUSAL } from "#core/brand.ts";
import { isInputFailure } from "#core/failure.ts";
import { type Simulation, simulateResponseSchema } from "#core/simulation.ts";
import type { LiveAudit } from "#receipts/live/keep-live-audit.ts";
import { toUnaudited } from "#site/brief/audit-result.ts";
import { defineEndpoint } from "../api/endpoint.ts";
import type { LiveApp } from "../api/live-app.ts";
import { FieldFailure } from "../api/rejection.ts";
import { answerFromLightAudit } from "./audit-answer.ts";
import { BOOKSHOP, CLOSED_SITE } from "./receipts.examples.ts";

const { domain, methodology, auditedAt, findings } = BOOKSHOP.receipt;
const fixOf = (wanted: string) => findings.find(({ id }) => id === wanted)?.fix ?? "";
const step = (id: string, score: number, delta: number) => ({
	id,
	fix: fixOf(id),
	score,
	delta,
	opens: [],
	closed: [],
});

const SIMULATE_EXAMPLES = {
	input: { everyFix: { domain }, chosenFixes: { domain, fixes: ["jsonld-parse", "control-names"] } },
	output: {
		computed: {
			ok: true,
			domain,
			methodology,
			auditedAt,
			current: 74.2,
			simulated: 81.2,
			fixes: ["jsonld-parse", "control-names"],
			axes: { structure: 76, accessibility: 86 },
			pillars: [
				{ key: "discovery", score: 34 },
				{ key: "data", score: 71 },
				{ key: "semantics", score: 92 },
			],
			deltas: [
				{ id: "canonical", delta: 4.7 },
				{ id: "jsonld-parse", delta: 6.3 },
				{ id: "alt", delta: 5.4 },
				{ id: "control-names", delta: 0.7 },
			],
			sequence: [step("jsonld-parse", 80.5, 6.3), step("alt", 85.8, 5.4), step("canonical", 90.5, 4.7)],
			refusal: REFUSAL,
		},
		couldNotBeAudited: toUnaudited(CLOSED_SITE.receipt),
	},
};

export const publicSimulateLift = defineEndpoint({
	operationId: "publicSimulateLift",
	method: "POST",
	path: "/api/v1/public/simulate-lift",
	tag: "Audits",
	summary: "Compute what fixes would gain",
	description: `Audits a public site in light mode, or takes the audit of the last 60 seconds, and computes what its score would be if
checks passed: those named in \`fixes\`, or all that cost points. Beside it stand what each fix gains alone, and the order in
which they gain most.

It is a computation on the evidence there is, not a promise.`,
	scope: "audit:public",
	quota: "audit",
	input: simulateRequestSchema,
	output: simulateResponseSchema,
	examples: SIMULATE_EXAMPLES,
	handle: ({ domain, fixes }, call) =>
		answerFromLightAudit(domain, call, (audit) => {
			const { methodology, domain: host } = audit.stored.receipt;
			const simulation = simulateFixes(call.app, audit, fixes);
			const { auditedAt } = audit;
			return { ok: true as const, domain: host, methodology, auditedAt, ...simulation, refusal: REFUSAL };
		}),
});

/** @throws FieldFailure with the place of every fix that is no check's id */
function simulateFixes(app: LiveApp, audit: LiveAudit, fixes: readonly string[] | undefined): Simulation {
	try {
		return app.simulate(audit, fixes);
	} catch (error) {
		if (!isInputFailure(error)) throw error;
		const known = new Set(audit.stored.receipt.findings.map(({ id }) => id));
		const faults = (fixes ?? []).flatMap((id, index) =>
			known.has(id) ? [] : [{ detail: `There is no check named "${id}".`, pointer: `#/fixes/${index}` }],
		);
		throw new FieldFailure(error.code, faults.length > 0 ? faults : [{ detail: error.message, pointer: "#/fixes" }], {
			cause: error,
		});
	}
}
