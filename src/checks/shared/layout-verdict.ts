import type { Verdict } from "#core/verdict.ts";
import type { LayoutBarrier, RenderedPage } from "#evidence/digest/rendered.ts";
import type { Settled } from "#evidence/observation.ts";
import { clip } from "./exhibits.ts";
import { count, percent } from "./phrasing.ts";

export interface LayoutRule {
	readonly kind: LayoutBarrier["kind"];
	/** What was examined: `text`, `target`. */
	readonly one: string;
	readonly many: string;
	/** What they lack: `too little contrast`. */
	readonly lacks: string;
	/** What to do about the first of them. */
	readonly mend: (barrier: LayoutBarrier) => string;
}

/** The verdict from what the browser's own layout shows: the share of elements without the barrier. */
export function judgeLayout(rendered: Settled<RenderedPage>, rule: LayoutRule): Verdict {
	if (rendered.state === "absent")
		return { outcome: "not-applicable", says: "There is no page that could be rendered." };
	const { layout, url } = rendered.value;
	if (!layout) return { outcome: "not-applicable", says: `${url} did not let its layout be measured in time.` };
	const { examined, found } = rule.kind === "contrast" ? layout.contrast : layout.targetSize;
	if (examined === 0) return { outcome: "not-applicable", says: `${url} has no ${rule.one} that could be measured.` };
	if (found === 0)
		return { outcome: "pass", says: `None of ${count(examined, rule.one, rule.many)} has ${rule.lacks}.` };
	const barriers = layout.barriers.filter(({ kind }) => kind === rule.kind);
	const [first] = barriers;
	const says = `${found} of ${count(examined, rule.one, rule.many)} on ${url} (${percent(found / examined)}) ${found === 1 ? "has" : "have"} ${rule.lacks}.`;
	const fix = first ? rule.mend(first) : `Mend the ${rule.many} of ${url}.`;
	const exhibits = barriers.slice(0, 5).map(({ at, excerpt }) => ({ url, at, excerpt: clip(excerpt) }));
	if (found === examined) return { outcome: "fail", says, fix, exhibits };
	return { outcome: "partial", ratio: (examined - found) / examined, says, fix, exhibits };
}
