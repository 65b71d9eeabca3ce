import type { Report } from "#core/report.ts";
import { signed } from "#core/wording.ts";
import type { AuditedScore } from "./score-change.ts";

/** What the methodology of the later audit says of the evidence of the earlier one. */
export type JudgedAgain =
	| { readonly kept: false }
	| {
			readonly kept: true;
			/** The earlier score by it; absent where there is none. */
			readonly score?: number | undefined;
			/** Absent in a page, which knows the score alone. */
			readonly report?: Report;
	  };

/** A change of methodology between two audits, and what it did to the score. */
export interface MethodologyChange {
	readonly from: string;
	readonly to: string;
	/** Whether the earlier evidence is there to be judged again; undefined where nobody looked for it. */
	readonly kept?: boolean | undefined;
	/** The split of the difference; absent where it is unknown. */
	readonly split?: {
		/** The scores by the later methodology. */
		readonly earlier: number;
		readonly later: number;
		readonly methodology: number;
		readonly site: number;
	};
}

/** Undefined where one methodology judged both, or where the audits do not compare anyway. */
export function methodologyChange(
	before: AuditedScore,
	after: AuditedScore,
	judged: JudgedAgain | undefined,
): MethodologyChange | undefined {
	const isOne = before.methodology === after.methodology;
	if (isOne || before.source !== after.source || before.mode !== after.mode) return undefined;
	const change = { from: before.methodology, to: after.methodology, kept: judged?.kept };
	const [then, now] = [before.scores?.overall, after.scores?.overall];
	const earlier = judged?.kept ? judged.score : undefined;
	if (then === undefined || now === undefined || earlier === undefined) return change;
	return { ...change, split: { earlier, later: now, methodology: earlier - then, site: now - earlier } };
}

/** How much of a difference is the site and how much the methodology; empty where nobody looked. */
export function methodologySentence({ from, to, kept, split }: MethodologyChange): string {
	if (split) {
		const { earlier, later, methodology, site } = split;
		const points = Math.abs(methodology) === 1 ? "point is" : "points are";
		const shares = `${signed(methodology)} ${points} the methodology, ${signed(site)} the site`;
		const both = `by ${to}, what was seen then gives ${earlier}, and the same checks give ${later} now`;
		return `The methodology changed from ${from} to ${to}; ${both}: ${shares}.`;
	}
	if (kept === undefined) return "";
	const why = kept ? `gives no score by ${to}` : "is not kept";
	return `The methodology changed from ${from} to ${to}, and the evidence of the earlier audit ${why}: how much of the difference is the site is unknown.`;
}
