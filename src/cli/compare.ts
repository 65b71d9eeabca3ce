import { readEnvironment } from "#config/environment.ts";
import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { programOf } from "#config/program.ts";
import type { AuditResult, Comparison, CompletedAudit, CompletedComparison } from "#core/audit-result.ts";
import { Failure } from "#core/failure.ts";
import { isFault } from "#core/verdict.ts";
import { plainCount, utcMinute } from "#core/wording.ts";
import { compareResults, toAuditResult } from "#site/brief/audit-result.ts";
import { bandOf } from "#site/brief/band.ts";
import { outcomeWords } from "#site/brief/receipt-words.ts";
import { byDistance, comparisonView, NONE, signedPoints } from "#site/compare/comparison-view.ts";
import { type Io, usage } from "./arguments.ts";
import type { Given } from "./commands.ts";
import { findReceipts, homeOnly, parseSubject } from "./subject.ts";
import { createInk, createProgressLine, fold, type Ink, report, tame } from "./terminal.ts";

export async function run({ argument, second, options }: Given<"compare">, io: Io): Promise<ExitCode> {
	const { stdout, stderr, env } = io;
	const settings = readEnvironment(env);
	const by = { baseUrl: settings.baseUrl, program: programOf(io, settings) };
	const subjects = [argument, second].map((each) => parseSubject("sightline compare", each, options.as));
	if (options.as !== undefined && !subjects.some(({ folder }) => folder !== undefined))
		throw usage("sightline compare", "--as is for a folder, and no folder is named");
	stderr.write(homeOnly(subjects));
	const progress = createProgressLine(stderr);
	progress.show(`Auditing ${argument} and ${second} …`);
	const onExchange = (count: number) => progress.show(`Auditing both: ${plainCount(count, "response")} read …`);
	const found = await findReceipts(subjects, settings, onExchange).finally(() => progress.clear());
	const results = found.map(({ stored, ...place }) => toAuditResult(stored, { ...by, ...place }));
	const comparison = compareAudits(results as [AuditResult, AuditResult]);
	stdout.write(
		options.json ? `${JSON.stringify(comparison, null, 2)}\n` : comparisonReport(comparison, createInk(stdout)),
	);
	return comparison.ok ? EXIT.fine : EXIT.notAudited;
}

/** @throws Failure `input-invalid` if a comparison would be meaningless */
function compareAudits([a, b]: readonly [AuditResult, AuditResult]): Comparison {
	if (a.methodology !== b.methodology)
		throw new Failure("input-invalid", {
			what: `One audit is of methodology ${a.methodology}, the other of ${b.methodology}.`,
			why: "Their scores mean different things.",
			todo:
				a.domain === b.domain
					? "sightline diff judges the earlier one again where its evidence is kept."
					: "Audit both now: name their domains.",
		});
	if (a.domain === b.domain && a.source === "network" && a.auditedAt === b.auditedAt)
		throw new Failure("input-invalid", {
			what: "Both name the same audit.",
			todo: "Name two domains, two folders or two receipts.",
		});
	return compareResults(a, b);
}

function comparisonReport(comparison: Comparison, ink: Ink): string {
	const { a, b, refusal } = comparison;
	const head = [
		...[a, b].map((each, index) => `${ink.strong(`${LETTERS[index]}  ${each.domain}`)}  ${ink.quiet(about(each))}`),
	];
	const foot = fold(refusal, ink.width, 0).map(ink.quiet);
	if (!comparison.ok) return report([head, fold(tame(comparison.error), ink.width, 0).map(ink.bad), foot]);
	return report([head, scores(comparison, ink), ...pillars(comparison, ink), foot]);
}

const LETTERS = ["A", "B"] as const;

function about({ mode, source, methodology, auditedAt }: AuditResult): string {
	const where = source === "folder" ? " of a folder" : "";
	return `${mode} audit${where}, methodology ${methodology}, ${utcMinute(auditedAt)}`;
}

function scores(comparison: CompletedComparison, ink: Ink): string[] {
	const { a, b } = comparison;
	return [
		ink.strong(`${"".padEnd(44)}   A    B   A − B`),
		...comparisonView(comparison).scores.map(
			(row) => `  ${row.label.padEnd(42)}${cell(row.a)}${cell(row.b)}  ${coloured(row.difference, ink)}`,
		),
		ink.quiet(`  A is ${bandOf(a.overallScore).words.toLowerCase()}, B ${bandOf(b.overallScore).words.toLowerCase()}.`),
	];
}

function pillars(comparison: CompletedComparison, ink: Ink): string[][] {
	return byDistance(comparison.difference.pillars).flatMap(({ key, label, difference }) => {
		const lines = comparison.a.findings
			.filter((finding) => finding.pillar === key && finding.scored)
			.flatMap((finding) => findingLines(finding, comparison.b, ink));
		return lines.length === 0 ? [] : [[`${ink.strong(label)}  ${coloured(difference, ink)}`, ...lines]];
	});
}

type Finding = CompletedAudit["findings"][number];

function findingLines(mine: Finding, b: CompletedAudit, ink: Ink): string[] {
	const theirs = b.findings.find(({ id }) => id === mine.id);
	if (!theirs || !differ(mine, theirs)) return [];
	return [
		`  ${ink.strong(mine.id)}`,
		...[mine, theirs].flatMap((finding, index) => {
			const words = `${LETTERS[index]}  ${outcomeWords(finding)}: ${tame(finding.says)}`;
			const [first = "", ...rest] = fold(words, ink.width, 7);
			return [`    ${first.trimStart()}`, ...rest].map(isFault(finding.outcome) ? ink.middling : ink.quiet);
		}),
	];
}

function differ(a: Finding, b: Finding): boolean {
	if (!isFault(a.outcome) && !isFault(b.outcome)) return false;
	return a.outcome !== b.outcome || a.ratio !== b.ratio;
}

function cell(score: number | null): string {
	return (score === null ? NONE : String(score)).padStart(5);
}

function coloured(points: number | null, ink: Ink): string {
	const text = signedPoints(points).padStart(5);
	if (points === null || points === 0) return ink.quiet(text);
	return points > 0 ? ink.good(text) : ink.bad(text);
}
