import { scaleLinear } from "d3-scale";
import { curveStepAfter, line } from "d3-shape";
import { spokenDate, spokenSpan } from "#core/wording.ts";
import type { ReceiptSummary } from "#receipts/store/receipt.ts";
import { bandOf } from "../brief/band.ts";
import type { PublicSite } from "../publication/published-sites.ts";
import { round } from "./history-chart.ts";
import { comparableAudits } from "./receipt-difference.ts";

export interface Sparkline {
	readonly line: string;
	/** Down to zero. */
	readonly area: string;
	readonly end?: { readonly x: number; readonly y: number };
	readonly label: string;
}

/** In SVG units. The scale is always 0 to 100, so that rows compare. */
export const SPARK = { width: 72, height: 36, margin: 3 } as const;

/** More would be finer than a pixel. */
const NEWEST = 24;

type Point = { readonly x: number; readonly y: number };
type Audit = ReceiptSummary;
type Scored = Audit & Required<Pick<Audit, "scores">>;

const isScored = (audit: Audit): audit is Scored => audit.scores !== undefined;

const y = scaleLinear([0, 100], [SPARK.height - SPARK.margin, SPARK.margin]);

// A score stands until an audit finds another. A run of one audit is a subpath without length: its round cap is the dot.
const draw = line<Point>(
	(point) => point.x,
	(point) => point.y,
)
	.curve(curveStepAfter)
	.digits(1);

/** Undefined for a site that never had a score. */
export function sparkline({ history }: Pick<PublicSite, "history">): Sparkline | undefined {
	const audits = history.slice(0, NEWEST).reverse();
	if (!audits.some(isScored)) return undefined;
	const times = audits.map(({ auditedAt }) => Date.parse(auditedAt));
	const x = scaleLinear([Math.min(...times), Math.max(...times)], [SPARK.margin, SPARK.width - SPARK.margin]);
	const place = ({ auditedAt, scores }: Scored): Point => ({
		// One moment alone has no extent; it stands where the newest audit always stands.
		x: times.length === 1 ? SPARK.width - SPARK.margin : round(x(Date.parse(auditedAt))),
		y: round(y(scores.overall)),
	});
	const placed = runs(audits).map((run) => run.map(place));
	const newest = audits.at(-1);
	return {
		line: placed.map(lineOf).join(""),
		area: placed.map(areaOf).join(""),
		...(newest && isScored(newest) ? { end: place(newest) } : {}),
		label: spokenHistory(audits),
	};
}

function lineOf(run: readonly Point[]): string {
	return draw([...run]) ?? "";
}

/** A single audit has no area. */
function areaOf(run: readonly Point[]): string {
	const [first, second] = run;
	return first && second ? `${lineOf(run)}V${SPARK.height - SPARK.margin}H${first.x}Z` : "";
}

/** Oldest first. A failed audit, or one that does not compare, ends a run. */
function runs(audits: readonly Audit[]): Scored[][] {
	const found: Scored[][] = [];
	for (const [index, audit] of audits.entries()) {
		if (!isScored(audit)) continue;
		const before = audits[index - 1];
		const run = found.at(-1);
		if (run && before && isScored(before) && comparableAudits(before, audit)) run.push(audit);
		else found.push([audit]);
	}
	return found;
}

function spokenHistory(audits: readonly Audit[]): string {
	const scored = audits.filter(isScored);
	const [first] = scored;
	const last = scored.at(-1);
	if (!first || !last) return "No score yet";
	if (scored.length === 1 && audits.length === 1) {
		return `One audit, ${spokenDate(first.auditedAt)}: ${first.scores.overall}, ${bandOf(first.scores.overall).words}`;
	}
	const values = scored.map(({ scores }) => scores.overall);
	const parts = [
		`${audits.length} audits ${spokenSpan(audits[0]?.auditedAt ?? "", audits.at(-1)?.auditedAt ?? "")}`,
		`${first.scores.overall} at first, ${last.scores.overall} at last, lowest ${Math.min(...values)}, highest ${Math.max(...values)}`,
		...countWords(audits.length - scored.length, "1 audit gave no score", "audits gave no score"),
		...countWords(breaks(scored), "not comparable before and after one change", "changes that end comparison"),
	];
	return parts.join("; ");
}

function breaks(scored: readonly Scored[]): number {
	return scored.slice(1).filter((audit, index) => !comparableAudits(scored[index] ?? audit, audit)).length;
}

function countWords(count: number, one: string, many: string): string[] {
	return count === 0 ? [] : [count === 1 ? one : `${count} ${many}`];
}
