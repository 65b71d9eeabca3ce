import { CRAWLERS_REVIEWED, type CrawlerRole, crawlersOf, DEAD_TOKENS } from "#core/crawlers.ts";
import { CURRENT_METHODOLOGY, type Rubric, type RubricCheck } from "#core/methodology.ts";
import { ENGINES, PILLARS } from "#core/pillar.ts";
import { PRESETS } from "#core/preset.ts";
import { isScored } from "#core/verdict.ts";
import type { Check } from "./define-check.ts";
import { effectWords } from "./effect.ts";
import { CHECKS } from "./registry.ts";
import { UNSCORED_SIGNALS } from "./unscored-signals.ts";

const ROLES: readonly CrawlerRole[] = ["search", "answer-index", "user-fetch", "training", "ads"];

/** The rubric generated from code; a test compares it with the file of the current version in `core/rubrics/`. */
export function buildRubric(): Rubric {
	const { version, released, coverageFloor, gates } = CURRENT_METHODOLOGY;
	return {
		methodology: version,
		released,
		coverageFloor,
		pillars: Object.values(PILLARS).map(({ key, label, axis, asks }) => ({ key, label, axis, asks })),
		engines: ENGINES,
		presets: PRESETS,
		gates,
		checks: CHECKS.map(toRow),
		crawlers: {
			reviewed: CRAWLERS_REVIEWED,
			tokens: ROLES.flatMap((role) => crawlersOf(role)),
			dead: DEAD_TOKENS,
		},
		unscored: UNSCORED_SIGNALS.map(({ id, what, why, sources, reviewed }) => ({ id, what, why, sources, reviewed })),
	};
}

function toRow(check: Check): RubricCheck {
	const { id, title, fault, consequence, doneBy, consumer, counterEvidence, note, ...rest } = check;
	const { pillar, engines, grade, tableStakes, atStake, weight, weightReason, scope, mode, reference, reviewed } = rest;
	const { hours, hoursPerPage, needsWriting } = rest;
	return {
		id,
		title,
		fault,
		consequence,
		hours,
		...given({ hoursPerPage }),
		doneBy,
		...given({ needsWriting }),
		consumer,
		...given({ counterEvidence }),
		pillar,
		axis: check.axis ?? PILLARS[pillar].axis,
		engines,
		grade,
		scored: isScored(check),
		...given({ tableStakes }),
		atStake,
		weight,
		weightReason,
		...given({ effect: effectWords(id) }),
		scope,
		mode,
		presets: check.presets ?? null,
		yieldsTo: check.yieldsTo ?? [],
		reference,
		reviewed,
		...given({ note }),
	};
}

/** Drops undefined members. */
function given<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
	return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
		[K in keyof T]?: Exclude<T[K], undefined>;
	};
}
