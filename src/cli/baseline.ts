import { readNamedText } from "#config/named-file.ts";
import { type AuditResult, auditResultSchema } from "#core/audit-result.ts";
import { Failure } from "#core/failure.ts";
import { findJsonFault } from "#core/json-faults.ts";
import { METHODOLOGIES } from "#core/methodology.ts";
import { isFault } from "#core/verdict.ts";
import { percent, utcMinute } from "#core/wording.ts";
import { readReceipt } from "#receipts/store/receipt.ts";
import { toAuditResult } from "#site/brief/audit-result.ts";
import { ENGLISH, type Words } from "#site/brief/languages.ts";
import { translatedResult } from "#site/brief/translated-receipt.ts";

export interface BaselineComparison {
	/** ISO 8601. */
	readonly auditedAt: string;
	readonly methodology: string;
	readonly worse: readonly Regression[];
	/** Ids of checks that failed and now pass. */
	readonly gone: readonly string[];
	readonly notes: readonly string[];
	/** State of each failing check, in SARIF's terms. */
	readonly states: Readonly<Record<string, "new" | "updated" | "unchanged">>;
}

interface Regression {
	/** Id of the check or cap; absent for the score. */
	readonly id?: string;
	readonly says: string;
}

type Finding = AuditResult["findings"][number];

/** Bytes, including every place of a site with thousands of pages. */
const LONGEST = 256 * 1024 * 1024;
const ADVICE = "Give the output of an earlier sightline audit --json, or a receipt.";

/** @throws Failure `input-invalid`, `receipt-invalid` */
export async function readBaseline(path: string): Promise<AuditResult> {
	const text = await readNamedText(path, { what: `The baseline ${path}`, most: LONGEST, todo: ADVICE });
	const fault = findJsonFault(text);
	if (fault) throw unusable(path, `Line ${fault.line}: ${fault.says}.`);
	const value: unknown = JSON.parse(text);
	const isObject = typeof value === "object" && value !== null;
	if (isObject && "kind" in value && value.kind === "sightline-receipt")
		return toAuditResult(await readReceipt(text, path, ADVICE), {
			baseUrl: "https://baseline.invalid",
			state: "unsaved",
		});
	// Members that --json may add to a result.
	const { baseline: _b, failures: _f, occurrences: _o, ...result } = isObject ? (value as Record<string, unknown>) : {};
	const read = auditResultSchema.safeParse(result);
	if (read.success) return read.data;
	const [{ path: at } = { path: [] }] = read.error.issues;
	throw unusable(path, at.length === 0 ? undefined : `Its member /${at.join("/")} is not valid.`);
}

function unusable(path: string, why: string | undefined): Failure {
	return new Failure("input-invalid", { what: `${path} is not the result of an audit.`, why, todo: ADVICE });
}

/**
 * If methodologies or audit modes differ, compares only checks that both ran.
 * @param shown the later audit in the language of `words` @throws Failure `input-invalid` for 2 domains
 */
export function compareWithBaseline(
	before: AuditResult,
	after: AuditResult,
	words: Words = ENGLISH,
	shown: AuditResult = after,
): BaselineComparison {
	if (before.domain !== after.domain)
		throw new Failure("input-invalid", {
			what: `The baseline is an audit of ${before.domain}, but this is an audit of ${after.domain}.`,
			todo: "Give an earlier audit of the same domain.",
		});
	const then = translatedResult(before, words);
	const notes = notesOf(before, after, words);
	const worded = new Map(shown.findings.map((finding) => [finding.id, finding]));
	const earlier = new Map(before.findings.map((finding) => [finding.id, finding]));
	const faults = after.findings.filter(({ outcome }) => isFault(outcome));
	return {
		auditedAt: before.auditedAt,
		methodology: before.methodology,
		worse: before.ok
			? [
					...(notes.length === 0 ? worseScore(before, after, words) : []),
					...newCaps(before, shown, words),
					...after.findings.flatMap((finding) =>
						worseFinding(earlier.get(finding.id), worded.get(finding.id) ?? finding, words),
					),
				]
			: [],
		gone: before.findings.filter((each) => isGone(each, after)).map(({ id }) => id),
		notes: then.ok ? notes : [words.filled(words.AUDIT_REPORT.noBaselineScore, { why: then.error })],
		states: Object.fromEntries(faults.map((finding) => [finding.id, stateOf(earlier.get(finding.id), finding)])),
	};
}

function notesOf(
	before: AuditResult,
	after: AuditResult,
	{ AUDIT_REPORT: say, MODES, SOURCES, filled }: Words,
): string[] {
	const differ = (["methodology", "mode", "source"] as const).filter((each) => before[each] !== after[each]);
	if (differ.length === 0) return [];
	const shown = { mode: MODES, source: SOURCES } as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
	const shownIn = (audit: AuditResult, each: (typeof differ)[number]) =>
		String(shown[each]?.[audit[each]] ?? audit[each]);
	const ways = differ.map((each) =>
		filled(say.way, { name: say.ways[each], before: shownIn(before, each), now: shownIn(after, each) }),
	);
	return [filled(say.notCompared, { ways: ways.join("; ") })];
}

function worseScore(before: AuditResult, after: AuditResult, { AUDIT_REPORT: say, filled }: Words): Regression[] {
	if (!before.ok || !after.ok || after.overallScore >= before.overallScore) return [];
	const when = utcMinute(before.auditedAt);
	return [{ says: filled(say.wasScore, { score: after.overallScore, before: before.overallScore, when }) }];
}

/** A cap new in the methodology is not news about the site. */
function newCaps(before: AuditResult, after: AuditResult, { AUDIT_REPORT: say, filled }: Words): Regression[] {
	const known = METHODOLOGIES.find(({ version }) => version === before.methodology)?.gates.map(({ id }) => id) ?? [];
	const had = new Set(before.gates.map(({ id }) => id));
	const fresh = after.gates.filter(({ id }) => known.includes(id) && !had.has(id));
	return fresh.map(({ id, cap, says }) => ({ id, says: filled(say.nowCapped, { cap, says }) }));
}

/** Unscored findings may fluctuate; what did not apply may have been hidden by a cause that is now fixed. */
function worseFinding(before: Finding | undefined, after: Finding, words: Words): Regression[] {
	if (!before?.scored || !after.scored) return [];
	const [then, now] = [earned(before), earned(after)];
	if (then === undefined || now === undefined || now >= then) return [];
	const { id, title, says } = after;
	const shares = { before: shareWords(then, words), now: shareWords(now, words) };
	return [{ id, says: words.filled(words.AUDIT_REPORT.changed, { title, id, says, ...shares }) }];
}

/** Earned share of its weight; undefined if unknown. */
function earned({ outcome, ratio }: Finding): number | undefined {
	if (outcome === "pass") return 1;
	if (outcome === "fail") return 0;
	return outcome === "partial" ? ratio : undefined;
}

function shareWords(share: number, { AUDIT_REPORT: say, filled }: Words): string {
	if (share === 1) return say.passed;
	return share === 0 ? say.failed : filled(say.passedTo, { share: percent(share).replace(" %", "") });
}

/** A finding that no longer applies may only be hidden by another fault. */
function isGone(before: Finding, after: AuditResult): boolean {
	const now = after.findings.find(({ id }) => id === before.id);
	return isFault(before.outcome) && now?.outcome === "pass";
}

function stateOf(before: Finding | undefined, after: Finding): "new" | "updated" | "unchanged" {
	if (!before || !isFault(before.outcome)) return "new";
	const isSame = before.outcome === after.outcome && before.ratio === after.ratio && before.says === after.says;
	return isSame ? "unchanged" : "updated";
}
