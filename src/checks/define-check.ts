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
	/** Kebab-case noun, equal to the file name; permanent once released. */
	readonly id: string;
	readonly pillar: PillarKey;
	/** Only where it differs from the pillar's axis. */
	readonly axis?: Axis;
	readonly engines: readonly [Engine, ...Engine[]];
	readonly grade: EvidenceGrade;
	/** Cheapest mode in which the check runs; light unless it is given. */
	readonly mode: AuditMode;
	/** Kinds of site it applies to; all when absent. */
	readonly presets?: readonly Preset[];
	/** Decides the weight. */
	readonly atStake: Stake;
	readonly weight: Weight;
	/** Why so much is at stake, and not more or less. */
	readonly weightReason: string;
	/** What every site is expected to have: passing adds nothing to the score, failing takes from it. */
	readonly tableStakes?: true;
	/** Heading of a finding that passes: a statement that is then true. */
	readonly title: string;
	/** Heading of a finding that fails or passes in part: names the fault. A verdict may name its own. */
	readonly fault: string;
	/** The loss as a clause to follow "but", true of a partial fault too; absent where nothing is scored. */
	readonly problem?: string;
	/** What the fault costs the owner's business, in one sentence without jargon. */
	readonly consequence: string;
	/** Of work that the usual fix takes; once for a template, however many pages it has. */
	readonly hours: number;
	/** For each further page at fault, where every page needs work of its own. */
	readonly hoursPerPage?: number;
	readonly doneBy: Role;
	/** Only the owner's new text mends it: no repair of the page does. */
	readonly needsWriting?: true;
	readonly why: string;
	/** How to mend it in general; a verdict's `fix` is filled with the site's own values. */
	readonly howToFix: string;
	/** Who reads what the check looks at, by name: `Google Search, Bing`, `screen readers`. */
	readonly consumer: string;
	/** Published evidence that it matters less than its source says, or for fewer readers. */
	readonly counterEvidence?: { readonly says: string; readonly source: `https://${string}` };
	readonly reference: `https://${string}`;
	/** Day on which the rule was last held against its reference, `YYYY-MM-DD`. */
	readonly reviewed: `${number}-${number}-${number}`;
	/** Where the rule departs from what others ask, or its source leaves something open: what we do, and why. */
	readonly note?: string;
	/** False where a documented thing is shown and explained, but costs nothing: a choice of the owner, or a figure that flaps. */
	readonly scored?: false;
	/** Ids of root causes: when one of them failed, this check's penalty is charged there. */
	readonly yieldsTo?: readonly string[];
}

export interface CheckContext {
	readonly target: Target;
	readonly preset: Preset;
	/** ISO 8601, UTC. The only clock a check may know. */
	readonly auditedAt: string;
}

/** Settled where the check cannot do without it, as it was observed where it can. */
type CheckEvidence<K extends EvidenceKey, W extends EvidenceKey> = SettledEvidence<K> & Pick<Evidence, W>;

export interface SiteCheck<K extends EvidenceKey = EvidenceKey, W extends EvidenceKey = EvidenceKey>
	extends CheckWords {
	readonly scope: "site";
	/** Evidence without which there is no verdict: where one of these failed, the outcome is *unknown*. */
	readonly needs: readonly K[];
	/** Evidence that it uses where there is any, also as `failed`: a site without a sibling host is judged all the same. */
	readonly wants?: readonly W[];
	evaluate(evidence: CheckEvidence<K, W>, context: CheckContext): Verdict;
}

/** Called once per page; the engine takes the mean. */
export interface PageCheck<K extends EvidenceKey = EvidenceKey, W extends EvidenceKey = EvidenceKey>
	extends CheckWords {
	readonly scope: "page";
	readonly needs: readonly K[];
	readonly wants?: readonly W[];
	evaluate(page: Page, evidence: CheckEvidence<K, W>, context: CheckContext): Verdict;
}

/** Asked of each page once all are known: what only the pages together show. Never of a single page. */
export interface PagesCheck extends CheckWords {
	readonly scope: "pages";
	readonly needs: readonly ["pages"];
	readonly wants?: undefined;
	evaluate(row: PageRow, pages: PageRows): Verdict;
}

export type Check = SiteCheck | PageCheck | PagesCheck;

type Written<C extends Check> = Omit<C, "scope" | "mode" | "needs" | "weight"> & Partial<Pick<C, "mode" | "needs">>;

/** A check about the site as a whole. It is handed the evidence it names, and reading any other is a type error. */
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

/** A fault that leaves this share of the check's weight: a failure where nothing is left. */
export function byShare(share: number, said: Omit<Fail, "outcome">): PartialPass | Fail {
	return share > 0 ? { outcome: "partial", ratio: share, ...said } : { outcome: "fail", ...said };
}
