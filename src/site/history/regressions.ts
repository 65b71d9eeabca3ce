import { type FailureCode, mayBeOurs } from "#core/failure.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import type { Finding } from "#core/report.ts";
import { isFault } from "#core/verdict.ts";
import { MAILS } from "../brief/report-texts.ts";
import { differReceipts, type FindingChange, type JudgedAgain } from "./receipt-difference.ts";

/** In place of a check's id. */
export const NOT_AUDITED = "not-audited";

/** A fault that the site introduced and has not fixed. */
export interface Regression {
	readonly check: string;
	/** Set for a failed audit. */
	readonly code?: FailureCode;
	readonly title: string;
	/** The check's words: they may quote the site. */
	readonly says: string;
	readonly fix: string | undefined;
	/** Share that was right before, 0 to 1; the regression ends when it is reached again. */
	readonly level: number;
	readonly followers: readonly string[];
	readonly before: StoredReceipt;
	readonly since: StoredReceipt;
}

export type JudgeEvidence = (
	before: StoredReceipt["receipt"],
	after: StoredReceipt["receipt"],
) => Promise<JudgedAgain | undefined>;

/** Only changes by the site: ignores other methodologies and modes, and unknown answers. @param series oldest first */
export async function findRegressions(series: readonly StoredReceipt[], judge: JudgeEvidence): Promise<Regression[]> {
	const present = new Map<string, Regression>();
	for (const [at, since] of series.entries()) {
		const before = series[at - 1];
		if (!before) continue;
		for (const { check, level } of present.values())
			if (isStillWorse(since, { check, level }) === false) present.delete(check);
		for (const found of await foundBetween(before, since, judge)) {
			const known = present.get(found.check);
			// A regression that gets worse keeps its start.
			const start = known && { before: known.before, since: known.since, level: known.level };
			present.set(found.check, { ...found, ...start });
		}
	}
	const newest = series.at(-1);
	return newest ? [...present.values()].map((each) => asFoundIn(newest, each)) : [];
}

/** Undefined if the receipt does not say. */
export function isStillWorse(
	{ receipt }: StoredReceipt,
	{ check, level }: Pick<Regression, "check" | "level">,
): boolean | undefined {
	if (check === NOT_AUDITED) return !receipt.ok;
	const finding = receipt.findings.find(({ id }) => id === check);
	if (!receipt.ok || finding?.outcome === "unknown") return undefined;
	const share = finding && shareOf(finding);
	return share !== undefined && share < level;
}

async function foundBetween(before: StoredReceipt, since: StoredReceipt, judge: JudgeEvidence): Promise<Regression[]> {
	const { failure } = since.receipt;
	if (failure) {
		if (!before.receipt.ok || mayBeOurs(failure.code)) return [];
		const { code, says } = failure;
		const title = MAILS.alerts.notAudited;
		return [{ check: NOT_AUDITED, code, title, says, fix: undefined, level: 1, followers: [], before, since }];
	}
	const judged = await judge(before.receipt, since.receipt);
	const difference = differReceipts(before.receipt, since.receipt, judged);
	if (!difference.comparable || !before.receipt.ok) return [];
	return difference.changes.filter(isRegression).map(({ id, before: then, after, charged }) => ({
		check: id,
		title: after.title,
		says: after.says,
		fix: after.fix,
		// A check that did not apply before was no fault.
		level: shareOf(then) ?? 1,
		followers: charged.filter((each) => each.after.own !== undefined).map((each) => each.after.title),
		before,
		since,
	}));
}

function isRegression({ kind, after }: FindingChange): boolean {
	return after.scored && isFault((after.own ?? after).outcome) && (kind === "worse" || kind === "applies");
}

function asFoundIn({ receipt }: StoredReceipt, regression: Regression): Regression {
	const finding = receipt.findings.find(({ id }) => id === regression.check);
	if (!finding || !isFault((finding.own ?? finding).outcome)) return regression;
	const followers = receipt.findings.filter(({ chargedTo, own }) => chargedTo === finding.id && own !== undefined);
	return {
		...regression,
		title: finding.title,
		says: finding.says,
		fix: finding.fix,
		followers: followers.map(({ title }) => title),
	};
}

/** Undefined if the finding says nothing about the site. */
function shareOf(finding: Finding): number | undefined {
	const { outcome, ratio = 0.5 } = finding.own ?? finding;
	if (outcome === "pass") return 1;
	if (outcome === "partial") return ratio;
	return outcome === "fail" ? 0 : undefined;
}
