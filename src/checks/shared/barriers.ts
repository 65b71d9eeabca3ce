import type { Verdict } from "#core/verdict.ts";
import { listing, percentAtLeast, plainCount, plural } from "#core/wording.ts";
import type { LayoutBarrier, Page, RenderedPage, Settled } from "#evidence/evidence-map.ts";
import type { Barrier, BarrierKind } from "#evidence/page-digest.ts";
import { byShare } from "../define-check.ts";
import { andMore, clip, exhibitsOf } from "./exhibits.ts";

export interface BarrierRule {
	readonly kinds: readonly BarrierKind[];
	/** Name of the examined elements: `link`, `links`. */
	readonly subject: readonly [one: string, many: string];
	readonly none: string;
	/** Description without a fault: `with a name`, `each with a name`. */
	readonly sound: readonly [one: string, many: string];
	/** The fault of one, of several: `has no name`, `have no name`. */
	readonly fault: readonly [one: string, many: string];
	/** The page earns the share without a barrier; `half`: one that violates no standard alone costs half of its part. */
	readonly cost: "whole" | "half";
	readonly heading?: string;
	/** Omit clauses of barriers that only repeat `fault`. */
	readonly terse?: true;
	fix(first: Barrier): string;
}

export interface BarrierTally {
	readonly examined: number;
	readonly found: number;
	/** In document order; fewer than `found` if the list is cut. */
	readonly barriers: readonly Barrier[];
}

export function tallyBarriers(page: Page, kinds: readonly BarrierKind[]): BarrierTally {
	const { examined, found, barriers } = page.digest.operability;
	const sum = (counts: typeof examined) => kinds.reduce((total, kind) => total + (counts[kind] ?? 0), 0);
	return {
		examined: sum(examined),
		found: sum(found),
		barriers: barriers.filter(({ kind }) => kinds.includes(kind)),
	};
}

export function judgeBarriers(page: Page, rule: BarrierRule): Verdict {
	const tally = tallyBarriers(page, rule.kinds);
	const [one, many] = rule.subject;
	if (tally.examined === 0) return { outcome: "not-applicable", says: rule.none };
	const [first] = tally.barriers;
	if (!first) {
		const sound = rule.sound[tally.examined === 1 ? 0 : 1];
		return { outcome: "pass", says: `${plainCount(tally.examined, one, many)}, ${sound}.` };
	}
	const fault = rule.fault[tally.found === 1 ? 0 : 1];
	const clauses = rule.terse ? "" : `: ${describeBarriers(tally)}`;
	const details = {
		...(rule.heading === undefined ? {} : { fault: rule.heading }),
		says: `${tally.found} of ${plainCount(tally.examined, one, many)} of ${page.url} ${fault}${clauses}.`,
		fix: `${rule.fix(first)}${andMore(page.digest.operability.found[first.kind] ?? 1)}`,
		exhibits: exhibitsOf(page, tally.barriers),
	};
	const lost = tally.found / tally.examined;
	const ratio = 1 - (rule.cost === "whole" ? lost : lost / 2);
	return byShare(ratio, details);
}

/** Clauses of the first barriers, deduplicated: `a (line 3, column 1) and 4 more`. */
export function describeBarriers({ barriers, found }: BarrierTally): string {
	const clauses = new Map(barriers.map(({ says, at }) => [clip(says), at] as const).toReversed());
	const named = [...clauses].toReversed().map(([says, at]) => `${says} (${at})`);
	const shown = named.slice(0, 2);
	// Count those that share a clause.
	const left = found - shown.length;
	return listing(left > 0 ? [...shown, `${left} more`] : shown);
}

export function place({ excerpt, at }: Barrier): string {
	return excerpt === "" ? at : `${clip(excerpt, 120)} (${at})`;
}

export interface LayoutRule {
	readonly kind: LayoutBarrier["kind"];
	readonly one: string;
	readonly many: string;
	/** The missing quality: `too little contrast`. */
	readonly lacks: string;
	readonly remedy: (barrier: LayoutBarrier) => string;
}

export function judgeLayout(rendered: Settled<RenderedPage>, rule: LayoutRule): Verdict {
	if (rendered.state === "absent") return { outcome: "not-applicable", says: "We could not render the page." };
	const { layout, url } = rendered.value;
	if (!layout) return { outcome: "unknown", says: `We could not measure the layout of ${url} in time.` };
	const { examined, found } = rule.kind === "contrast" ? layout.contrast : layout.targetSize;
	if (examined === 0) return { outcome: "not-applicable", says: `${url} has no ${rule.one} that could be measured.` };
	if (found === 0)
		return { outcome: "pass", says: `None of ${plainCount(examined, rule.one, rule.many)} has ${rule.lacks}.` };
	const barriers = layout.barriers.filter(({ kind }) => kind === rule.kind);
	const [first] = barriers;
	const says = `${found} of ${plainCount(examined, rule.one, rule.many)} on ${url} (${percentAtLeast(found / examined)}) ${plural(found, "has", "have")} ${rule.lacks}.`;
	const fix = first ? rule.remedy(first) : `Correct the ${rule.many} of ${url}.`;
	const exhibits = barriers.map(({ at, excerpt }) => ({ url, at, excerpt: clip(excerpt) }));
	if (found === examined) return { outcome: "fail", says, fix, exhibits };
	return { outcome: "partial", ratio: (examined - found) / examined, says, fix, exhibits };
}
