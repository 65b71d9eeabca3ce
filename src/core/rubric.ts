import type { Crawler, DeadToken } from "./crawlers.ts";
import type { GateRule } from "./methodology.ts";
import type { Axis, Engine, PillarKey } from "./pillar.ts";
import type { AuditMode, Preset } from "./preset.ts";
import type { Finding } from "./report.ts";
import type { EvidenceGrade } from "./verdict.ts";

/** One check of a methodology as data: what is the same in every receipt. */
export interface RubricCheck {
	readonly id: string;
	/** Heading where it passes. */
	readonly title: string;
	/** Heading where it fails. */
	readonly fault: string;
	readonly consequence: string;
	readonly effort: string;
	readonly doneBy: string;
	readonly consumer: string;
	readonly counterEvidence?: { readonly says: string; readonly source: string };
	readonly pillar: PillarKey;
	readonly axis: Axis;
	readonly engines: readonly Engine[];
	readonly grade: EvidenceGrade;
	readonly scored: boolean;
	readonly tableStakes?: boolean;
	readonly weight: Finding["weight"];
	readonly weightReason: string;
	readonly scope: "site" | "page";
	readonly mode: AuditMode;
	/** All kinds of site where it is null. */
	readonly presets: readonly Preset[] | null;
	/** Root causes, nearest first. */
	readonly yieldsTo: readonly string[];
	readonly reference: string;
	readonly reviewed: string;
	readonly note?: string;
}

/** A methodology as data: everything that is asked, what it weighs, and what is never scored. */
export interface Rubric {
	readonly methodology: string;
	/** `YYYY-MM-DD` */
	readonly released: string;
	readonly coverageFloor: number;
	readonly pillars: readonly {
		readonly key: PillarKey;
		readonly label: string;
		readonly axis: Axis;
		readonly asks: string;
	}[];
	readonly engines: readonly Engine[];
	readonly presets: readonly Preset[];
	readonly gates: readonly GateRule[];
	/** In the order of findings. */
	readonly checks: readonly RubricCheck[];
	readonly crawlers: {
		readonly reviewed: string;
		readonly tokens: readonly Crawler[];
		readonly dead: readonly DeadToken[];
	};
	readonly unscored: readonly {
		readonly id: string;
		readonly what: string;
		readonly why: string;
		readonly sources: readonly { readonly says: string; readonly url: string }[];
		readonly reviewed: string;
	}[];
}
