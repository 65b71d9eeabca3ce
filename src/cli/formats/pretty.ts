import { checkOf } from "#checks/registry.ts";
import type { AuditResult, CompletedAudit, FailedAudit } from "#core/audit-result.ts";
import { FIRST_FIXES } from "#core/report.ts";
import { counted, listing, plainCount, utcMinute } from "#core/wording.ts";
import { bandOf } from "#site/brief/band.ts";
import { fixesInOrder, gainOf, workOf } from "#site/brief/recommendation.ts";
import { furtherPages, templateTree } from "#site/brief/site-pages.ts";
import type { BaselineComparison } from "../baseline.ts";
import { fold, type Ink, report, tame } from "../terminal.ts";
import { subjectOf } from "./faults.ts";
import type { Outcome } from "./format.ts";

type Finding = AuditResult["findings"][number];

const BAR = 20;
const PAGES_SHOWN = 5;
const CHECKS_SHOWN = 4;

export function toPretty(outcome: Outcome, ink: Ink): string {
	const { result, comparison, failures, again = result.cli } = outcome;
	const sections = result.ok
		? [headline(result, ink), gates(result, ink), pillars(result, ink), fixes(result, ink), unknowns(result, ink)]
		: [failure(result, ink)];
	const since = comparison ? [sinceBaseline(comparison, ink)] : [];
	const asked = failures.length === 0 ? [] : [[ink.strong("Why this audit fails"), ...listed(failures, ink, ink.bad)]];
	return report([
		title(outcome, ink),
		...sections,
		...templates(result, ink),
		...pages(outcome, ink),
		...since,
		...asked,
		foot(result, again, ink),
	]);
}

function sinceBaseline({ auditedAt, worse, gone, notes }: BaselineComparison, ink: Ink): string[] {
	return [
		ink.strong(`Since the baseline of ${utcMinute(auditedAt)}`),
		...(worse.length === 0
			? ["  Nothing got worse."]
			: listed(
					worse.map(({ says }) => says),
					ink,
					ink.bad,
				)),
		...(gone.length === 0 ? [] : fold(`Fixed: ${gone.join(", ")}.`, ink.width, 2).map(ink.good)),
		...notes.flatMap((note) => fold(note, ink.width, 2).map(ink.quiet)),
	];
}

/** A tree of templates with pages, score and worst fault each. */
function templates({ site, findings }: AuditResult, ink: Ink): string[][] {
	if (!site) return [];
	const further = furtherPages(site);
	const rows = templateTree(site, findings).map(({ template, depth, pages, score, worst }, index, all) => {
		const branch = depth === 0 ? "" : index === all.length - 1 && further === 0 ? "└ " : "├ ";
		const name = `  ${branch}${tame(template)}`.slice(0, 39).padEnd(40);
		const figures = `${counted(pages, "page").padStart(13)}  ${paint(score, ink)(String(score).padStart(3))}`;
		return `${name}${figures}${worst ? `  ${tame(worst.title)}` : ""}`;
	});
	const rest = further > 0 ? [`  └ further templates`.padEnd(40) + counted(further, "page").padStart(13)] : [];
	const left = (site.left ?? []).flatMap(({ what, why }) => fold(`${tame(what)}: ${tame(why)}`, ink.width, 2));
	return [
		[ink.strong(`Templates of ${counted(site.pages, "page")}`), ...rows, ...rest],
		...(left.length > 0 ? [[ink.strong("Not read"), ...left.map(ink.quiet)]] : []),
	];
}

/** Where the faults of pages stand: the pages with most of them. */
function pages({ occurrences = [] }: Outcome, ink: Ink): string[][] {
	if (occurrences.length === 0) return [];
	const byPage = [...Map.groupBy(occurrences, ({ file, page }) => file ?? page)];
	const worst = byPage.toSorted((a, b) => b[1].length - a[1].length).slice(0, PAGES_SHOWN);
	const lines = worst.map(([page, own]) => {
		const checks = [...new Set(own.map(({ check }) => check))];
		return `${page}: ${plainCount(own.length, "place")} (${listing(checks, CHECKS_SHOWN)})`;
	});
	const more = byPage.length - worst.length;
	if (more > 0) lines.push(`${plainCount(more, "more page")}; --format csv lists every place.`);
	return [[ink.strong(`Pages at fault (${byPage.length})`), ...listed(lines, ink, String)]];
}

function listed(sentences: readonly string[], ink: Ink, paint: (text: string) => string): string[] {
	return sentences.flatMap((each) => fold(tame(each), ink.width, 2).map(paint));
}

function title(outcome: Outcome, ink: Ink): string[] {
	const { result } = outcome;
	const when = utcMinute(result.auditedAt);
	const lines = [
		ink.strong(subjectOf(outcome)),
		ink.quiet(`${result.mode} audit, methodology ${result.methodology}, ${when}`),
	];
	if (result.source === "folder") lines.push(ink.middling("Audited from a folder, not from the public site."));
	if (result.access) lines.push(ink.middling("Audited with credentials: not what the public sees, and never listed."));
	return lines;
}

function headline(result: CompletedAudit, ink: Ink): string[] {
	const { overallScore: score, axes, engines } = result;
	const band = bandOf(score);
	const lines = [
		`${ink.strong(paint(score, ink)(String(score)))} of 100  ${ink.strong(band.words)}`,
		...fold(band.means, ink.width, 0),
	];
	const pairs: [string, number | undefined][] = [
		["structure", axes.structure],
		["accessibility", axes.accessibility],
		["search engines", engines.search],
		["answer engines and agents", engines.answers],
	];
	for (const [label, value] of pairs) {
		if (value !== undefined) lines.push(`  ${label.padEnd(27)}${paint(value, ink)(String(value).padStart(3))}`);
	}
	return lines;
}

function gates(result: CompletedAudit, ink: Ink): string[] {
	return result.gates.map((gate) => ink.bad(`At most ${gate.cap}: ${gate.says}`));
}

function pillars(result: CompletedAudit, ink: Ink): string[] {
	const rows = result.pillars.map(({ label, score, summary }) => {
		const filled = Math.round((score / 100) * BAR);
		const bar = paint(score, ink)("█".repeat(filled)) + ink.quiet("░".repeat(BAR - filled));
		return `  ${label.padEnd(40)}${bar} ${String(score).padStart(3)}  ${ink.quiet(summary)}`;
	});
	const omitted = result.notApplicable.map(({ label, says }) => ink.quiet(`  ${label.padEnd(40)}${says}`));
	return [ink.strong("Pillars"), ...rows, ...omitted];
}

function fixes(result: CompletedAudit, ink: Ink): string[] {
	const ordered = fixesInOrder(result);
	if (ordered.length === 0) return [ink.good("Nothing to fix: every check that applies passes.")];
	const shown = ordered
		.slice(0, FIRST_FIXES)
		.flatMap((finding, index) => fix(finding, `${index + 1}.`, gainOf(finding, result), ink));
	const rest = ordered.length - FIRST_FIXES;
	const more = rest > 0 ? [ink.quiet(`  … and ${rest} more; --json lists all.`)] : [];
	return [ink.strong("What to fix first"), ...shown, ...more];
}

function fix(finding: Finding, number: string, gain: string, ink: Ink): string[] {
	const mark = finding.outcome === "fail" ? ink.bad("fail") : ink.middling("part");
	const first = `  ${number} ${mark}  ${ink.strong(finding.title)}  ${gain}`;
	const { consequence } = checkOf(finding.id) ?? {};
	const [exhibit] = finding.evidence;
	const seen = exhibit
		? [ink.quiet(`     ${tame(`${exhibit.at ?? exhibit.url}: ${exhibit.excerpt}`).slice(0, ink.width - 5)}`)]
		: [];
	return [
		first,
		...(consequence === undefined ? [] : fold(consequence, ink.width, 5)),
		...fold(tame(finding.says), ink.width, 5),
		...seen,
		...fold(`Fix: ${tame(finding.fix ?? "")}`, ink.width, 5),
		ink.quiet(`     ${[finding.id, workOf(finding)].filter(Boolean).join("; ")}`),
		ink.quiet(`     ${finding.reference}`),
	];
}

function unknowns(result: CompletedAudit, ink: Ink): string[] {
	const unknown = result.findings.filter((each) => each.outcome === "unknown");
	if (unknown.length === 0) return [];
	// One cause may keep us from many checks, as a browser that does not start does.
	const rows = [...Map.groupBy(unknown, ({ says }) => says)].flatMap(([says, mine]) =>
		fold(`${mine.map(({ id }) => id).join(", ")}: ${tame(says)}`, ink.width, 2),
	);
	return [
		ink.strong(`Could not be checked (${Math.round(result.coverage * 100)} % of what applies is known)`),
		...rows,
	];
}

function failure(result: FailedAudit, ink: Ink): string[] {
	return [ink.bad("No score: the site could not be audited."), ...fold(tame(result.error), ink.width, 0)];
}

const STATES: Readonly<Record<string, string>> = {
	unsaved: "not saved; use --save to save it",
	private: "saved in SIGHTLINE_DATA, never published",
};

function foot(result: AuditResult, again: string, ink: Ink): string[] {
	const lines = [`Again:  ${again}`, ...fold(result.refusal, ink.width, 0)];
	if (result.receipt) {
		const { id, state } = result.receipt;
		lines.unshift(`Receipt ${id} (${STATES[state] ?? state})`);
	}
	return lines.map(ink.quiet);
}

function paint(score: number, ink: Ink): (text: string) => string {
	if (score >= 70) return ink.good;
	return score >= 50 ? ink.middling : ink.bad;
}
