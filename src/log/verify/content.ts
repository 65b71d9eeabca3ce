import { strayReach } from "#audit/reach.ts";
import { FORMULAS, type Scoring } from "#audit/simulate.ts";
import { PACKAGE, VERSION } from "#core/brand.ts";
import { canonicalJson } from "#core/canonical-json.ts";
import { isFailure } from "#core/failure.ts";
import { METHODOLOGY, type Rubric, type RubricCheck } from "#core/methodology.ts";
import type { Receipt } from "#core/receipt.ts";
import type { Finding } from "#core/report.ts";
import { rubricOf } from "#core/rubrics.ts";
import type { ReceiptLeaf, VerificationStep } from "#core/verification.ts";
import { shortDigest } from "#core/wording.ts";
import { readReceipt } from "#receipts/store/receipt.ts";
import { idOf, type Material, type NamedBytes, packageOf } from "./material.ts";

/** Whether these bytes are those that the log's entry names. `isProved`: whether the entry is known to be in the log. */
export function checkBytes(receipt: NamedBytes | undefined, leaf: ReceiptLeaf, isProved: boolean): VerificationStep {
	const entry = leaf.kind === "audit" ? "was logged" : "a later audit found again";
	if (!receipt) {
		const says = `The receipt itself is not here: the entry says that receipt ${shortDigest(leaf.receipt)} ${entry}. Give it with --receipt.`;
		return { id: "bytes", state: "open", says };
	}
	const id = idOf(receipt);
	if (id !== leaf.receipt) {
		const says = `The receipt's SHA-256 is ${shortDigest(id)}, and the entry is about ${shortDigest(leaf.receipt)}: it was changed, or this is the proof of another.`;
		return { id: "bytes", state: "disproved", says };
	}
	if (!isProved) {
		const says = "The receipt's SHA-256 is the one in the entry, which is worth nothing by itself.";
		return { id: "bytes", state: "open", says };
	}
	const says = `The receipt's bytes are the ones that ${leaf.kind === "audit" ? "were logged" : entry} (SHA-256 ${shortDigest(id)}).`;
	return { id: "bytes", state: "proved", says };
}

/** What the receipt says: its form, its digests, its date, its numbers. */
export async function checkContent(
	material: NamedBytes,
	leaf: ReceiptLeaf,
): Promise<{ readonly steps: readonly VerificationStep[]; readonly receipt?: Receipt }> {
	const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(material.bytes);
	try {
		const { id, receipt } = await readReceipt(text, material.name);
		// Bytes that are no UTF-8 would be read as others than they are.
		if (id !== idOf(material)) return { steps: [unreadable("", `${material.name} is not UTF-8 text.`)] };
		return { receipt, steps: [formOf(receipt, leaf), await checkScore(receipt)] };
	} catch (error) {
		if (!isFailure(error)) throw error;
		return { steps: [unreadable(text, error.message)] };
	}
}

function formOf({ auditedAt }: Receipt, leaf: ReceiptLeaf): VerificationStep {
	// An entry about a recheck is younger than the receipt.
	const fits = leaf.kind === "audit" ? leaf.auditedAt === auditedAt : leaf.auditedAt >= auditedAt;
	const says = fits
		? "It is in canonical form (RFC 8785), and its result digest is right."
		: `It says that it was drawn up at ${auditedAt}, and the entry says ${leaf.auditedAt}.`;
	return { id: "form", state: fits ? "proved" : "disproved", says };
}

/** A receipt of another version may have members that this one does not know; that is no fault of it. */
function unreadable(text: string, why: string): VerificationStep {
	const engine = /"engine":"(\d+\.\d+\.\d+)"/.exec(text)?.[1];
	// The last sentence is advice to the owner of a folder of receipts.
	const reason = why.replace(/ Restore the file from git\.$/, "");
	if (engine === undefined || engine === VERSION) return { id: "form", state: "disproved", says: reason };
	const says = `Its form was not checked: ${PACKAGE} ${engine} wrote it, and this is ${VERSION}. npx ${packageOf(engine)} verify can. (${reason})`;
	return { id: "form", state: "open", says };
}

/** Whether this is the receipt that was asked for. */
export function checkSubject(
	material: Material,
	receipt: Receipt | undefined,
	leaf: ReceiptLeaf,
): VerificationStep | undefined {
	const { claim } = material;
	const id = material.receipt ? idOf(material.receipt) : leaf.receipt;
	if (claim.receipt !== undefined && claim.receipt !== id) {
		const says = `The site was asked for receipt ${shortDigest(claim.receipt)}, and gave ${shortDigest(id)}.`;
		return { id: "subject", state: "disproved", says };
	}
	if (claim.domain === undefined) return undefined;
	if (!receipt) {
		const says = `Whether it is a receipt of ${claim.domain} cannot be decided: this program cannot read it.`;
		return { id: "subject", state: "open", says };
	}
	if (claim.domain === receipt.domain)
		return { id: "subject", state: "proved", says: `It is a receipt of ${receipt.domain}.` };
	const says = `A receipt of ${claim.domain} was asked for, and this is one of ${receipt.domain}.`;
	return { id: "subject", state: "disproved", says };
}

/** Whether the numbers of a receipt follow from its findings, by the formula and the rubric of its methodology. */
async function checkScore(receipt: Receipt): Promise<VerificationStep> {
	const { methodology, engine } = receipt;
	const [rubric, scoring] = [await rubricOf(methodology), FORMULAS.get(methodology)];
	if (!rubric || !scoring) {
		const again = `npx ${packageOf(engine)} verify`;
		const says = `The score was not recomputed: methodology ${methodology} judged it, and this program knows ${METHODOLOGY} and those before it. ${again} can.`;
		return { id: "score", state: "open", says };
	}
	const numbers = [...strangeFindings(rubric, receipt.findings), ...differingNumbers(receipt, rubric, scoring)];
	const wrong = [...numbers, ...strayReach(receipt).map((row) => `${row} is another`)];
	if (wrong.length > 0) {
		const says = `The numbers do not follow from the findings under methodology ${methodology}: ${wrong.join(", ")}.`;
		return { id: "score", state: "disproved", says };
	}
	const what = receipt.scores ? `The score of ${receipt.scores.overall} follows from` : "That there is no score fits";
	const since = methodology === METHODOLOGY ? "" : `; ${METHODOLOGY} is in force now`;
	return { id: "score", state: "proved", says: `${what} its findings under methodology ${methodology}${since}.` };
}

/** Where the findings are not those of the methodology's checks: another weight would make another score. */
function strangeFindings({ checks }: Rubric, findings: readonly Finding[]): string[] {
	const byId = new Map(findings.map((finding) => [finding.id, finding]));
	const twice = findings.length === byId.size ? [] : ["a finding stands there twice"];
	const scored = checks.filter((check) => check.scored);
	const missing = scored.filter(({ id }) => !byId.has(id)).map(({ id }) => `the finding ${id} is missing`);
	const known = new Map(scored.map((check) => [check.id, check]));
	const strange = findings
		.filter((finding) => (finding.scored || known.has(finding.id)) && !matches(finding, known.get(finding.id)))
		.map(({ id }) => `${id} is not weighed as its check says`);
	return [...twice, ...missing, ...strange];
}

function matches(finding: Finding, check: RubricCheck | undefined): boolean {
	return (
		check !== undefined &&
		finding.scored &&
		finding.pillar === check.pillar &&
		finding.axis === check.axis &&
		finding.weight === check.weight &&
		(finding.tableStakes ?? false) === (check.tableStakes ?? false) &&
		finding.engines.join() === check.engines.join()
	);
}

/** Members of the receipt that another computation gives otherwise. */
function differingNumbers(receipt: Receipt, rubric: Rubric, scoring: Scoring): string[] {
	const { findings, failure, ok } = receipt;
	const { scores, coverage, gates, notApplicable, firstFixes } = scoring.score(rubric, findings);
	// What kept an audit from a score may lie outside the findings; thin evidence lies in them.
	const scoreless = failure !== undefined && (failure.code !== "evidence-thin" || scores === undefined);
	const expected = scoreless ? undefined : scores;
	const lifts = expected ? scoring.lifts(rubric, findings) : findings.map(() => 0);
	const pairs: readonly (readonly [string, unknown, unknown])[] = [
		["ok", ok, expected !== undefined],
		["scores", receipt.scores, expected],
		["coverage", receipt.coverage, coverage],
		["gates", receipt.gates, expected ? gates : []],
		["notApplicable", receipt.notApplicable, notApplicable],
		["firstFixes", receipt.firstFixes, expected ? firstFixes : undefined],
		["lift", findings.map(({ lift }) => lift), lifts],
	];
	return pairs.filter(([, stands, follows]) => text(stands) !== text(follows)).map(([name]) => `${name} is another`);
}

function text(value: unknown): string {
	return value === undefined ? "" : canonicalJson(value);
}
