import { liftOf, rootCausesOf } from "#audit/lift.ts";
import { scoreFindings } from "#audit/score.ts";
import type { Check } from "#checks/define-check.ts";
import { CHECKS } from "#checks/registry.ts";
import { METHODOLOGY } from "#core/brand.ts";
import { PILLARS } from "#core/pillar.ts";
import type { Receipt } from "#core/receipt.ts";
import type { Finding } from "#core/report.ts";
import { isScored } from "#core/verdict.ts";
import type { VerificationStep } from "#core/verification.ts";
import { canonicalJson } from "#log/canonical-json.ts";
import { packageOf } from "./verify-receipt-material.ts";

/** Whether the numbers of a receipt follow from its findings, by the engine that judges today. */
export function checkScore(receipt: Receipt): VerificationStep {
	const { methodology, engine } = receipt;
	if (methodology !== METHODOLOGY) {
		const again = `npx ${packageOf(engine)} verify`;
		const says = `The score was not recomputed: methodology ${methodology} judged it, and this is ${METHODOLOGY}. ${again} can.`;
		return { id: "score", state: "open", says };
	}
	const wrong = [...strangeFindings(receipt.findings), ...differingNumbers(receipt)];
	if (wrong.length > 0) {
		const says = `The numbers do not follow from the findings under methodology ${methodology}: ${wrong.join(", ")}.`;
		return { id: "score", state: "disproved", says };
	}
	const what = receipt.scores ? `The score of ${receipt.scores.overall} follows from` : "That there is no score fits";
	return { id: "score", state: "proved", says: `${what} its findings under methodology ${methodology}.` };
}

/** Where the findings are not those of the methodology's checks: another weight would make another score. */
function strangeFindings(findings: readonly Finding[]): string[] {
	const byId = new Map(findings.map((finding) => [finding.id, finding]));
	const twice = findings.length === byId.size ? [] : ["a finding stands there twice"];
	const scored = CHECKS.filter(isScored);
	const missing = scored.filter(({ id }) => !byId.has(id)).map(({ id }) => `the finding ${id} is missing`);
	const known = new Map(scored.map((check) => [check.id, check]));
	const strange = findings
		.filter((finding) => (finding.scored || known.has(finding.id)) && !matches(finding, known.get(finding.id)))
		.map(({ id }) => `${id} is not weighed as its check says`);
	return [...twice, ...missing, ...strange];
}

function matches(finding: Finding, check: Check | undefined): boolean {
	if (!check) return false;
	const { pillar, weight, engines } = check;
	return (
		finding.scored &&
		finding.pillar === pillar &&
		finding.axis === (check.axis ?? PILLARS[pillar].axis) &&
		finding.weight === weight &&
		finding.engines.join() === engines.join()
	);
}

/** Members of the receipt that another computation gives otherwise. */
function differingNumbers(receipt: Receipt): string[] {
	const { findings, failure, ok } = receipt;
	const { scores, coverage, gates, notApplicable } = scoreFindings(findings);
	// What kept an audit from a score may lie outside the findings; thin evidence lies in them.
	const scoreless = failure !== undefined && (failure.code !== "evidence-thin" || scores === undefined);
	const expected = scoreless ? undefined : scores;
	const pairs: readonly (readonly [string, unknown, unknown])[] = [
		["ok", ok, expected !== undefined],
		["scores", receipt.scores, expected],
		["coverage", receipt.coverage, coverage],
		["gates", receipt.gates, expected ? gates.map(({ id, cap, says }) => ({ id, cap, says })) : []],
		["notApplicable", receipt.notApplicable, notApplicable],
		["lift", findings.map(({ lift }) => lift), expectedLifts(findings, expected?.overall)],
	];
	return pairs.filter(([, stands, follows]) => text(stands) !== text(follows)).map(([name]) => `${name} is another`);
}

function expectedLifts(findings: readonly Finding[], overall: number | undefined): number[] {
	const rootCauses = rootCausesOf(CHECKS);
	return findings.map(({ id }) => (overall === undefined ? 0 : liftOf(findings, id, overall, rootCauses)));
}

function text(value: unknown): string {
	return value === undefined ? "" : canonicalJson(value);
}
