import type { Axis, Engine, PillarKey } from "#core/pillar.ts";
import type { AuditMode, Preset } from "#core/preset.ts";
import type { Target } from "#core/target.ts";
import {
	type EvidenceGrade,
	type Fail,
	type NotApplicable,
	type PartialPass,
	STAKES,
	type Stake,
	type Verdict,
	type Weight,
} from "#core/verdict.ts";
import type { Absent, Evidence, EvidenceKey, Page, SettledEvidence } from "#evidence/evidence-map.ts";
import type { PageRow, PageRows } from "./shared/page-rows.ts";

export const ROLES = ["editor", "developer", "host"] as const;
export type Role = (typeof ROLES)[number];

export interface CheckWords {
	/** Kebab-case noun, equal to the file name; permanent after release. */
	readonly id: string;
	readonly pillar: PillarKey;
	/** Only if it differs from the pillar's axis. */
	readonly axis?: Axis;
	readonly engines: readonly [Engine, ...Engine[]];
	readonly grade: EvidenceGrade;
	/** Cheapest mode in which the check runs; light by default. */
	readonly mode: AuditMode;
	/** Kinds of site that it applies to; all by default. */
	readonly presets?: readonly Preset[];
	/** Determines the weight. */
	readonly atStake: Stake;
	readonly weight: Weight;
	/** Why the stake is not higher or lower. */
	readonly weightReason: string;
	/** Expected of every site: passing earns nothing, failing costs points. */
	readonly tableStakes?: true;
	/** Heading of a pass: a true statement. */
	readonly title: string;
	/** Heading of a failure or partial pass: names the fault. A verdict may override it. */
	readonly fault: string;
	/** The loss as a clause that follows "but", true for partial faults too; absent if unscored. */
	readonly problem?: string;
	/** What the fault costs the owner's business, in one sentence without jargon. */
	readonly consequence: string;
	/** Hours that the usual fix takes, once per template. */
	readonly hours: number;
	/** Additional hours per faulty page, if each must be fixed separately. */
	readonly hoursPerPage?: number;
	readonly doneBy: Role;
	/** Only new text by the owner fixes it. */
	readonly needsWriting?: true;
	readonly why: string;
	/** The general fix; a verdict's `fix` has the site's own values. */
	readonly howToFix: string;
	/** The readers that depend on it, by name: `Google Search, Bing`, `screen readers`. */
	readonly consumer: string;
	/** Published evidence that it matters less than its source says, or to fewer readers. */
	readonly counterEvidence?: { readonly says: string; readonly source: `https://${string}` };
	readonly reference: `https://${string}`;
	/** Day of the last review against the reference, `YYYY-MM-DD`. */
	readonly reviewed: `${number}-${number}-${number}`;
	/** How and why the rule deviates from others, or settles what its source leaves open. */
	readonly note?: string;
	/** False if it is shown but costs nothing: the owner's choice, or a fluctuating figure. */
	readonly scored?: false;
	/** Ids of root causes: if one of them failed, it carries this check's penalty. */
	readonly yieldsTo?: readonly string[];
}

export interface CheckContext {
	readonly target: Target;
	readonly preset: Preset;
	/** ISO 8601, UTC. Checks must use no other clock. */
	readonly auditedAt: string;
}

/** `needs` are settled; `wants` are passed as observed, including failures. */
type CheckEvidence<K extends EvidenceKey, W extends EvidenceKey> = SettledEvidence<K> & Pick<Evidence, W>;

export interface SiteCheck<K extends EvidenceKey = EvidenceKey, W extends EvidenceKey = EvidenceKey>
	extends CheckWords {
	readonly scope: "site";
	/** Evidence required for a verdict: if any of it failed, the outcome is *unknown*. */
	readonly needs: readonly K[];
	/** Optional evidence, passed even as `failed`: a site without a sibling host is judged all the same. */
	readonly wants?: readonly W[];
	evaluate(evidence: CheckEvidence<K, W>, context: CheckContext): Verdict;
}

/** Called once per page; the engine takes the mean. */
export interface PageCheck<K extends EvidenceKey = EvidenceKey, W extends EvidenceKey = EvidenceKey>
	extends CheckWords {
	readonly scope: "page";
	/** Matters only if search engines may list the page: does not apply where the owner excludes it on purpose. */
	readonly listedOnly?: true;
	readonly needs: readonly K[];
	readonly wants?: readonly W[];
	evaluate(page: Page, evidence: CheckEvidence<K, W>, context: CheckContext): Verdict;
}

/** Runs per page after all pages were read, for faults that only a comparison shows. Not run on a single page. */
export interface PagesCheck extends CheckWords {
	readonly scope: "pages";
	readonly needs: readonly ["pages"];
	readonly wants?: undefined;
	evaluate(row: PageRow, pages: PageRows): Verdict;
}

export type Check = SiteCheck | PageCheck | PagesCheck;

type Written<C extends Check> = Omit<C, "scope" | "mode" | "needs" | "weight"> & Partial<Pick<C, "mode" | "needs">>;

/** A check about the site as a whole. Its type allows it only the evidence that it names. */
export function defineSiteCheck<const K extends EvidenceKey = never, const W extends EvidenceKey = never>(
	check: Written<SiteCheck<K, W>>,
): SiteCheck {
	return {
		mode: "light",
		needs: [],
		...check,
		weight: STAKES[check.atStake].weight,
		scope: "site",
	} as unknown as SiteCheck;
}

export function definePageCheck<const K extends EvidenceKey = never, const W extends EvidenceKey = never>(
	check: Written<PageCheck<K, W>>,
): PageCheck {
	return {
		mode: "light",
		needs: [],
		...check,
		weight: STAKES[check.atStake].weight,
		scope: "page",
	} as unknown as PageCheck;
}

export function definePagesCheck(check: Omit<PagesCheck, "scope" | "mode" | "needs" | "wants" | "weight">): PagesCheck {
	return { ...check, mode: "light", weight: STAKES[check.atStake].weight, scope: "pages", needs: ["pages"] };
}

export function noHomePage({ status }: Pick<Absent, "status">): NotApplicable {
	return { outcome: "not-applicable", says: `The home page returns ${status}, so there is no page to look at.` };
}

/** A partial pass that keeps this share of the weight; a failure at 0. */
export function byShare(share: number, said: Omit<Fail, "outcome">): PartialPass | Fail {
	return share > 0 ? { outcome: "partial", ratio: share, ...said } : { outcome: "fail", ...said };
}
