import { CRAWLERS_REVIEWED, type CrawlerRole, crawlersOf, DEAD_TOKENS } from "#core/crawlers.ts";
import { CURRENT_METHODOLOGY, type Methodology } from "#core/methodology.ts";
import { ENGINES, PILLARS } from "#core/pillar.ts";
import { PRESETS } from "#core/preset.ts";
import type { Rubric, RubricCheck } from "#core/rubric.ts";
import { isScored } from "#core/verdict.ts";
import type { Check } from "./define-check.ts";
import { CHECKS } from "./registry.ts";
import { UNSCORED_SIGNALS, type UnscoredSignal } from "./unscored/unscored-signals.ts";

const ROLES: readonly CrawlerRole[] = ["search", "answer-index", "user-fetch", "training"];

interface RubricParts {
	readonly methodology: Methodology;
	readonly checks: readonly Check[];
	readonly signals: readonly UnscoredSignal[];
}

const IN_FORCE: RubricParts = { methodology: CURRENT_METHODOLOGY, checks: CHECKS, signals: UNSCORED_SIGNALS };

/** The rubric that the code gives; `core/rubrics/` keeps it, and a test holds the file of the version in force to it. */
export function buildRubric({ methodology, checks, signals }: RubricParts = IN_FORCE): Rubric {
	return {
		methodology: methodology.version,
		released: methodology.released,
		coverageFloor: methodology.coverageFloor,
		pillars: Object.values(PILLARS).map(({ key, label, axis, asks }) => ({ key, label, axis, asks })),
		engines: ENGINES,
		presets: PRESETS,
		gates: methodology.gates,
		checks: checks.map(toRow),
		crawlers: {
			reviewed: CRAWLERS_REVIEWED,
			tokens: ROLES.flatMap((role) => crawlersOf(role)),
			dead: DEAD_TOKENS,
		},
		unscored: signals.map(({ id, what, why, sources, reviewed }) => ({ id, what, why, sources, reviewed })),
	};
}

function toRow(check: Check): RubricCheck {
	const { id, title, fault, consequence, effort, doneBy, consumer, counterEvidence, note, ...rest } = check;
	const { pillar, engines, grade, tableStakes, weight, weightReason, scope, mode, reference, reviewed } = rest;
	return {
		id,
		title,
		...given({ fault, consequence, effort, doneBy, consumer, counterEvidence }),
		pillar,
		axis: check.axis ?? PILLARS[pillar].axis,
		engines,
		grade,
		scored: isScored(check),
		...given({ tableStakes }),
		weight,
		weightReason,
		scope,
		mode,
		presets: check.presets ?? null,
		yieldsTo: check.yieldsTo ?? [],
		reference,
		reviewed,
		...given({ note }),
	};
}

/** Without what is undefined. */
function given<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
	return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
		[K in keyof T]?: Exclude<T[K], undefined>;
	};
}
