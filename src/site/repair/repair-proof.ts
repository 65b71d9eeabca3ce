import * as z from "zod";
import { ROLES, type Role } from "#checks/define-check.ts";
import { checkOf } from "#checks/registry.ts";
import type { Receipt, StoredReceipt } from "#core/receipt.ts";
import type { Finding } from "#core/report.ts";
import { parseTarget } from "#core/target.ts";
import { byLift, isFault } from "#core/verdict.ts";
import { type Lift, liftBetween, liftSchema } from "#receipts/store/lift-between.ts";
import type { ReceiptSummary } from "#receipts/store/receipt.ts";
import { MOST_COMPARED } from "../brief/since.ts";
import { readAlike } from "../history/pages-read.ts";
import { type JudgedAgain, methodologyChange } from "../history/receipt-difference.ts";

const markSchema = z.object({
	receipt: z.string().describe("SHA-256 of the receipt, hex."),
	at: z.string().describe("When the site was audited, as ISO 8601."),
	methodology: z.string(),
	score: z.number().exactOptional().describe("Absent where the site could not be audited."),
	logIndex: z.number().exactOptional().describe("Of its leaf; absent where it is not known to be in a log."),
});
export type RepairMark = Readonly<z.infer<typeof markSchema>>;

const roleSchema = z
	.enum(ROLES)
	.exactOptional()
	.describe("Who usually fixes it; absent for checks that are no longer there.");

const faultSchema = z.object({
	id: z.string().describe("Of the check."),
	title: z.string().describe("Names the fault."),
	role: roleSchema,
	lift: z
		.number()
		.describe("Points that its repair gains by itself: by the first audit where it is gone, else by the second."),
	fix: z.string().exactOptional().describe("What to do, where it is still to be done."),
	share: z
		.enum(["better", "same", "worse"])
		.exactOptional()
		.describe("Against the first audit, where it is still there."),
});
export type ProvedFault = Readonly<z.infer<typeof faultSchema>>;

const repairOutcomeSchema = z.enum(["fixed", "better", "same", "worse", "gone", "unknown"]);
export type RepairOutcome = z.infer<typeof repairOutcomeSchema>;

const agreedSchema = faultSchema.pick({ id: true, title: true, role: true }).extend({
	predicted: z.number().describe("Score after it and those before it, as the first audit computed it, to a tenth."),
	outcome: repairOutcomeSchema,
});
/** A first fix of the earlier audit's brief. */
export type AgreedFix = Readonly<z.infer<typeof agreedSchema>>;

const faultsSchema = z.array(faultSchema).readonly();

const methodologyChangeSchema = z.object({
	from: z.string(),
	to: z.string(),
	kept: z.boolean().optional().describe("Whether the earlier evidence is kept; absent where it was not looked for."),
	split: z
		.object({ earlier: z.number(), later: z.number(), methodology: z.number(), site: z.number() })
		.exactOptional()
		.describe("How many of the points between the two scores are the methodology's, and how many the site's."),
});

/** Changes to the faults of an earlier audit, recomputed from only the 2 receipts. */
export const repairProofSchema = z.object({
	domain: z.string().describe("ASCII host."),
	displayDomain: z.string().describe("The same for people's eyes."),
	from: markSchema,
	to: markSchema,
	agreed: z.array(agreedSchema).readonly().describe("What the brief of the first audit said to fix first."),
	fixed: faultsSchema,
	still: faultsSchema,
	added: faultsSchema.describe("Not there before, or not to be seen."),
	gone: faultsSchema.describe("What they ask about is no longer on the site."),
	unknown: faultsSchema.describe("Could not be checked in the second audit."),
	lift: liftSchema
		.exactOptional()
		.describe("By one methodology; absent without two scores, or where only kept evidence could tell."),
	methodology: methodologyChangeSchema.exactOptional(),
});
export type RepairProof = Readonly<z.infer<typeof repairProofSchema>>;

type Audited = StoredReceipt & { readonly logIndex?: number | undefined };

/**
 * Pure. @param before earlier audit of the same domain, source and mode @param judged the earlier evidence judged by
 * the later methodology, if the two differ
 */
export function repairProof(before: Audited, after: Audited, judged?: JudgedAgain): RepairProof {
	const methodology = methodologyChange(before.receipt, after.receipt, judged);
	const again = methodology && judged?.kept ? judged.report : undefined;
	const then: Receipt = again ? { ...before.receipt, ...again } : before.receipt;
	const pairs = pairsOf(then, after.receipt);
	const of = (outcome: (each: RepairOutcome) => boolean) =>
		pairs.filter((pair) => isFault(own(pair.before).outcome) && outcome(outcomeOf(pair)));
	const fixed = of((each) => each === "fixed");
	const isOne = methodology === undefined || again !== undefined;
	const lift = isOne ? liftBetween(then, after.receipt, new Set(fixed.map(({ id }) => id))) : undefined;
	const added = pairs.filter((pair) => !isFault(own(pair.before).outcome) && isFault(own(pair.after).outcome));
	return {
		domain: after.receipt.domain,
		displayDomain: parseTarget(after.receipt.domain).displayHost,
		from: markOf(before),
		to: markOf(after),
		agreed: agreedFixes(before.receipt, pairs),
		fixed: listed(fixed, "before"),
		still: listed(
			of((each) => each === "better" || each === "same" || each === "worse"),
			"after",
		),
		added: listed(added, "after"),
		gone: listed(
			of((each) => each === "gone"),
			"before",
		),
		unknown: listed(
			of((each) => each === "unknown"),
			"before",
		),
		...(lift ? { lift } : {}),
		...(methodology ? { methodology } : {}),
	};
}

/** Points gained beyond the predicted lift, to a tenth. */
export function beyondPrediction({ predicted, realised }: Lift): number {
	return Math.round((realised - predicted) * 10) / 10 + 0;
}

interface Pair {
	readonly id: string;
	readonly before: Finding;
	readonly after: Finding;
}

function pairsOf(before: Receipt, after: Receipt): Pair[] {
	const then = new Map(before.findings.map((each) => [each.id, each]));
	return after.findings.flatMap((each) => {
		const old = then.get(each.id);
		return old ? [{ id: each.id, before: old, after: each }] : [];
	});
}

/** The check's own answer, even if its penalty is charged elsewhere. */
function own(finding: Finding): Pick<Finding, "outcome" | "ratio"> {
	return finding.own ?? finding;
}

function outcomeOf({ before, after }: Pair): RepairOutcome {
	const { outcome } = own(after);
	if (outcome === "pass") return "fixed";
	if (outcome === "not-applicable") return "gone";
	if (outcome === "unknown") return "unknown";
	const gain = shareOf(after) - shareOf(before);
	return gain > 0 ? "better" : gain < 0 ? "worse" : "same";
}

function shareOf(finding: Finding): number {
	const { outcome, ratio = 0.5 } = own(finding);
	return outcome === "fail" ? 0 : ratio;
}

function agreedFixes({ firstFixes = [], findings }: Receipt, pairs: readonly Pair[]): AgreedFix[] {
	return firstFixes.flatMap(({ id, score }) => {
		const pair = pairs.find((each) => each.id === id);
		const title = (pair?.before ?? findings.find((each) => each.id === id))?.title;
		if (title === undefined) return [];
		return [{ id, title, ...roleOf(id), predicted: score, outcome: pair ? outcomeOf(pair) : "unknown" }];
	});
}

function listed(pairs: readonly Pair[], named: "before" | "after"): ProvedFault[] {
	const sorted = pairs.toSorted((a, b) => byLift(a[named], b[named]));
	return sorted.map((pair) => {
		const { id, title, lift, fix } = pair[named];
		const share = outcomeOf(pair);
		const isStill = named === "after" && isFault(own(pair.before).outcome);
		return {
			id,
			title,
			...roleOf(id),
			lift,
			...(named === "after" && fix !== undefined ? { fix } : {}),
			...(isStill && (share === "better" || share === "same" || share === "worse") ? { share } : {}),
		};
	});
}

function roleOf(id: string): { readonly role?: Role } {
	const check = checkOf(id);
	return check ? { role: check.doneBy } : {};
}

function markOf({ id, receipt, logIndex }: Audited): RepairMark {
	const { auditedAt: at, methodology, scores } = receipt;
	return {
		receipt: id,
		at,
		methodology,
		...(scores ? { score: scores.overall } : {}),
		...(logIndex === undefined ? {} : { logIndex }),
	};
}

export interface RepairPair {
	readonly from: ReceiptSummary;
	readonly to: ReceiptSummary;
}

/**
 * Pairs with a proof of repair, newest first: neighbours in the log between which the score rose, and the
 * whole period. @param history newest first
 */
export function repairPairs(history: readonly ReceiptSummary[]): readonly RepairPair[] {
	const sealed = history.filter(({ scores, logIndex }) => scores && logIndex !== undefined).slice(0, MOST_COMPARED);
	const neighbours = sealed.slice(0, -1).map((to, at) => ({ from: sealed[at + 1] as ReceiptSummary, to }));
	const [newest, oldest] = [sealed[0], sealed.at(-1)];
	const whole = newest && oldest && sealed.length > 2 ? [{ from: oldest, to: newest }] : [];
	return [...neighbours, ...whole].filter(
		({ from, to }) =>
			from.source === to.source &&
			from.mode === to.mode &&
			readAlike(from, to) &&
			(to.scores?.overall ?? 0) > (from.scores?.overall ?? 0),
	);
}
