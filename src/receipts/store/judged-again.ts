import type { EvidenceRecord } from "#audit/assess.ts";
import { isBeyondEvidence, judgeAgain } from "#audit/judge-again.ts";
import { scoringOf } from "#audit/score-by-version/scoring-of.ts";
import { CHECKS } from "#checks/registry.ts";
import { isFailure } from "#core/failure.ts";
import { METHODOLOGY } from "#core/methodology.ts";
import type { Receipt } from "#core/receipt.ts";
import type { Finding, Report } from "#core/report.ts";
import { currentRubric } from "#core/rubrics.ts";
import type { EvidenceArchive } from "./evidence-archive.ts";

export interface JudgedPair {
	readonly earlier: Report;
	readonly later: Report;
	/** What the earlier evidence cannot answer, as the later audit found it; left out of both. */
	readonly lacking: readonly Finding[];
}

/**
 * Two audits by the methodology in force: the earlier one judged again, without the checks that its evidence cannot answer.
 * @param later an audit of the methodology in force
 * @returns undefined where the earlier evidence is not kept
 */
export async function judgedAgain(
	{ evidenceDigest }: Receipt,
	later: Receipt,
	archive: Pick<EvidenceArchive, "get">,
): Promise<JudgedPair | undefined> {
	const record = await archive.get(evidenceDigest).catch(ignoreMissing);
	if (record === undefined) return undefined;
	const earlier = judgeAgain(record as EvidenceRecord, CHECKS);
	const beyond = new Set(earlier.findings.filter(isBeyondEvidence).map(({ id }) => id));
	return {
		earlier: await without(beyond, earlier),
		later: await without(beyond, later),
		lacking: later.findings.filter(({ id }) => beyond.has(id)),
	};
}

/** The report as it would be without these checks. Lifts stay: they only order what is shown. */
async function without(ids: ReadonlySet<string>, report: Report): Promise<Report> {
	const scoring = scoringOf(METHODOLOGY);
	if (ids.size === 0 || !report.scores || !scoring) return report;
	const findings = report.findings.filter(({ id }) => !ids.has(id));
	const { scores, ...numbers } = scoring.score(await currentRubric(), findings);
	const { scores: _, ...rest } = report;
	return { ...rest, ...numbers, ...(scores ? { scores } : {}), findings };
}

function ignoreMissing(error: unknown): undefined {
	if (!isFailure(error) || error.code !== "evidence-missing") throw error;
}
