import type { CheckWords } from "#checks/define-check.ts";
import type { UnscoredSignal } from "#checks/unscored/unscored-signals.ts";
import { CRAWLERS_REVIEWED, type CrawlerRole, crawlersOf, DEAD_TOKENS } from "#core/crawlers.ts";
import type { Methodology } from "#core/methodology.ts";
import { type Axis, ENGINES, PILLARS } from "#core/pillar.ts";
import { PRESETS } from "#core/preset.ts";
import { isScored } from "#core/verdict.ts";

const ROLES: readonly CrawlerRole[] = ["search", "answer-index", "user-fetch", "training"];

export interface RubricParts {
	readonly methodology: Methodology;
	readonly checks: readonly CheckWords[];
	readonly signals: readonly UnscoredSignal[];
	/** Absolute address of a check's page. */
	readonly pageOf: (id: string) => string;
	/** Absolute address of the methodology's page. */
	readonly documentation: string;
}

/** The methodology as data: everything that is asked, what it weighs, and what is never scored. */
export function buildRubric({ methodology, checks, signals, pageOf, documentation }: RubricParts) {
	return {
		methodology: methodology.version,
		released: methodology.released,
		documentation,
		coverageFloor: methodology.coverageFloor,
		pillars: Object.values(PILLARS).map(({ key, label, axis, asks }) => ({ key, label, axis, asks })),
		engines: ENGINES,
		presets: PRESETS,
		gates: methodology.gates,
		checks: checks.map((check) => toRow(check, pageOf(check.id))),
		crawlers: {
			reviewed: CRAWLERS_REVIEWED,
			tokens: ROLES.flatMap((role) => crawlersOf(role)),
			dead: DEAD_TOKENS,
		},
		unscored: signals.map(({ id, what, why, sources, reviewed }) => ({ id, what, why, sources, reviewed })),
	};
}

function toRow(check: CheckWords, page: string) {
	const axis: Axis = check.axis ?? PILLARS[check.pillar].axis;
	const { id, title, pillar, engines, grade, weight, weightReason, mode, presets, reference, reviewed, yieldsTo } =
		check;
	return {
		id,
		title,
		pillar,
		axis,
		engines,
		grade,
		scored: isScored(check),
		weight,
		weightReason,
		mode,
		/** All kinds of site where it is null. */
		presets: presets ?? null,
		yieldsTo: yieldsTo ?? [],
		reference,
		reviewed,
		...(check.note === undefined ? {} : { note: check.note }),
		page,
	};
}
