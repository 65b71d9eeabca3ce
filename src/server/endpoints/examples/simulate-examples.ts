import { REFUSAL } from "#core/brand.ts";
import { toUnaudited } from "#site/brief/unaudited.ts";
import { BOOKSHOP } from "./bookshop.ts";
import { CLOSED_SITE } from "./closed-site.ts";

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

export const SIMULATE_EXAMPLES = {
	input: {
		everyFix: { domain },
		chosenFixes: { domain, fixes: ["jsonld-parse", "control-names"] },
	},
	output: {
		computed: {
			ok: true,
			domain,
			methodology,
			auditedAt,
			current: 84,
			simulated: 90,
			fixes: ["jsonld-parse", "control-names"],
			deltas: [
				{ id: "canonical", delta: 4 },
				{ id: "jsonld-parse", delta: 3 },
				{ id: "alt", delta: 1 },
				{ id: "control-names", delta: 2 },
			],
			sequence: [step("canonical", 88, 4), step("jsonld-parse", 91, 3), step("control-names", 93, 2)],
			refusal: REFUSAL,
		},
		couldNotBeAudited: toUnaudited(CLOSED_SITE.receipt),
	},
};
