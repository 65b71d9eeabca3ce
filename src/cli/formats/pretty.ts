import type { AuditResult, CompletedAudit, FailedAudit } from "#core/audit-result.ts";
import { FIRST_FIXES } from "#core/report.ts";
import { utcMinute } from "#core/wording.ts";
import { bandOf } from "#site/brief/band.ts";
import { consequenceIn } from "#site/brief/check-texts-in.ts";
import { ENGLISH, type Words } from "#site/brief/languages.ts";
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
	const { result, comparison, failures, again = result.cli, words = ENGLISH } = outcome;
	const { AUDIT_REPORT: say } = words;
	const sections = result.ok
		? [
				headline(result, ink, words),
				gates(result, ink, words),
				pillars(result, ink, words),
				fixes(result, ink, words),
				unknowns(result, ink, words),
			]
		: [failure(result, ink, words)];
	const since = comparison ? [sinceBaseline(comparison, ink, words)] : [];
	const asked = failures.length === 0 ? [] : [[ink.strong(say.fails), ...listed(failures, ink, ink.bad)]];
	return report([
		title(outcome, ink, words),
		...sections,
		...templates(result, ink, words),
		...pages(outcome, ink, words),
		...since,
		...asked,
		foot(result, again, ink, words),
	]);
}

function sinceBaseline(
	{ auditedAt, worse, gone, notes }: BaselineComparison,
	ink: Ink,
	{ AUDIT_REPORT: say, filled }: Words,
): string[] {
	return [
		ink.strong(filled(say.since, { when: utcMinute(auditedAt) })),
		...(worse.length === 0
			? [`  ${say.nothingWorse}`]
			: listed(
					worse.map(({ says }) => says),
					ink,
					ink.bad,
				)),
		...(gone.length === 0 ? [] : fold(filled(say.fixed, { checks: gone.join(", ") }), ink.width, 2).map(ink.good)),
		...notes.flatMap((note) => fold(note, ink.width, 2).map(ink.quiet)),
	];
}

/** A tree of templates with pages, score and worst fault. */
function templates({ site, findings }: AuditResult, ink: Ink, words: Words): string[][] {
	if (!site) return [];
	const { AUDIT_REPORT: say, SITE_PAGES, digitGroups, filled, pluralOf } = words;
	const counted = (pages: number) => filled(pluralOf(SITE_PAGES.count, pages), { count: digitGroups(pages) });
	const further = furtherPages(site);
	const rows = templateTree(site, findings).map(({ template, depth, pages, score, worst }, index, all) => {
		const branch = depth === 0 ? "" : index === all.length - 1 && further === 0 ? "└ " : "├ ";
		const name = `  ${branch}${tame(template)}`.slice(0, 39).padEnd(40);
		const figures = `${counted(pages).padStart(13)}  ${paint(score, ink)(String(score).padStart(3))}`;
		return `${name}${figures}${worst ? `  ${tame(worst.title)}` : ""}`;
	});
	const rest = further > 0 ? [`  └ ${SITE_PAGES.further}`.padEnd(40) + counted(further).padStart(13)] : [];
	const left = (site.left ?? []).flatMap(({ what, why }) =>
		fold([what, why].filter(Boolean).map(tame).join(": "), ink.width, 2),
	);
	return [
		[ink.strong(filled(pluralOf(say.templates, site.pages), { count: digitGroups(site.pages) })), ...rows, ...rest],
		...(left.length > 0 ? [[ink.strong(say.notRead), ...left.map(ink.quiet)]] : []),
	];
}

/** The pages with most faults. */
function pages({ occurrences = [] }: Outcome, ink: Ink, words: Words): string[][] {
	const { AUDIT_REPORT: say, filled, gap, listing, pluralOf } = words;
	if (occurrences.length === 0) return [];
	const byPage = [...Map.groupBy(occurrences, ({ file, page }) => file ?? page)];
	const worst = byPage.toSorted((a, b) => b[1].length - a[1].length).slice(0, PAGES_SHOWN);
	const lines = worst.map(([page, own]) => {
		const checks = [...new Set(own.map(({ check }) => check))];
		const places = filled(pluralOf(say.places, own.length), { count: own.length });
		return `${page}${gap}: ${places} (${listing(checks, CHECKS_SHOWN)})`;
	});
	const more = byPage.length - worst.length;
	if (more > 0) lines.push(filled(pluralOf(say.morePages, more), { count: more }));
	return [[ink.strong(filled(say.atFault, { count: byPage.length })), ...listed(lines, ink, String)]];
}

function listed(sentences: readonly string[], ink: Ink, paint: (text: string) => string): string[] {
	return sentences.flatMap((each) => fold(tame(each), ink.width, 2).map(paint));
}

function title(outcome: Outcome, ink: Ink, { AUDIT_REPORT: say, MARKDOWN, MODES, SOURCES, filled }: Words): string[] {
	const { result } = outcome;
	const when = utcMinute(result.auditedAt);
	const lines = [
		ink.strong(subjectOf(outcome)),
		ink.quiet(`${filled(MARKDOWN.audit, { mode: MODES[result.mode], methodology: result.methodology })}, ${when}`),
	];
	if (result.source === "folder") lines.push(ink.middling(SOURCES.folderNotice));
	if (result.access) lines.push(ink.middling(say.withCredentials));
	return lines;
}

function headline(result: CompletedAudit, ink: Ink, words: Words): string[] {
	const { AXIS_WORDS, BAND_TEXTS, ENGINE_WORDS, PAGE } = words;
	const { overallScore: score, axes, engines } = result;
	const band = BAND_TEXTS[bandOf(score).key];
	const lines = [
		`${ink.strong(paint(score, ink)(String(score)))} ${PAGE.of100}  ${ink.strong(band.name)}`,
		...fold(band.means, ink.width, 0),
	];
	const pairs: [string, number | undefined][] = [
		[AXIS_WORDS.structure.name, axes.structure],
		[AXIS_WORDS.accessibility.name, axes.accessibility],
		[ENGINE_WORDS.search.name, engines.search],
		[ENGINE_WORDS.answers.name, engines.answers],
	];
	for (const [label, value] of pairs) {
		if (value !== undefined) lines.push(`  ${label.padEnd(27)}${paint(value, ink)(String(value).padStart(3))}`);
	}
	return lines;
}

function gates(result: CompletedAudit, ink: Ink, { AUDIT_REPORT: say, filled }: Words): string[] {
	return result.gates.map(({ cap, says }) => ink.bad(filled(say.atMost, { cap, says })));
}

function pillars(result: CompletedAudit, ink: Ink, { SCORE }: Words): string[] {
	const rows = result.pillars.map(({ label, score, summary }) => {
		const filled = Math.round((score / 100) * BAR);
		const bar = paint(score, ink)("█".repeat(filled)) + ink.quiet("░".repeat(BAR - filled));
		return `  ${label.padEnd(40)}${bar} ${String(score).padStart(3)}  ${ink.quiet(summary)}`;
	});
	const omitted = result.notApplicable.map(({ label, says }) => ink.quiet(`  ${label.padEnd(40)}${says}`));
	return [ink.strong(SCORE.pillars), ...rows, ...omitted];
}

function fixes(result: CompletedAudit, ink: Ink, words: Words): string[] {
	const { AUDIT_REPORT: say, MARKDOWN, filled } = words;
	const ordered = fixesInOrder(result);
	if (ordered.length === 0) return [ink.good(say.nothing)];
	const shown = ordered
		.slice(0, FIRST_FIXES)
		.flatMap((finding, index) => fix(finding, `${index + 1}.`, gainOf(finding, result, undefined, words), ink, words));
	const rest = ordered.length - FIRST_FIXES;
	const more = rest > 0 ? [ink.quiet(`  ${filled(say.further, { count: rest })}`)] : [];
	return [ink.strong(MARKDOWN.fixes), ...shown, ...more];
}

function fix(finding: Finding, number: string, gain: string, ink: Ink, words: Words): string[] {
	const { AUDIT_REPORT: say, MARKDOWN, filled } = words;
	const mark = finding.outcome === "fail" ? ink.bad(say.marks.fail) : ink.middling(say.marks.partial);
	const first = `  ${number} ${mark}  ${ink.strong(finding.title)}  ${gain}`;
	const consequence = consequenceIn(finding.id, words);
	const [exhibit] = finding.evidence;
	const seen = exhibit
		? [
				ink.quiet(
					`     ${tame(`${exhibit.at === undefined ? exhibit.url : words.position(exhibit.at)}${words.gap}: ${exhibit.excerpt}`).slice(0, ink.width - 5)}`,
				),
			]
		: [];
	return [
		first,
		...(consequence === undefined ? [] : fold(consequence, ink.width, 5)),
		...fold(tame(finding.says), ink.width, 5),
		...seen,
		...fold(filled(MARKDOWN.fix, { fix: tame(finding.fix ?? "") }), ink.width, 5),
		ink.quiet(`     ${[finding.id, workOf(finding, words)].filter(Boolean).join("; ")}`),
		ink.quiet(`     ${finding.reference}`),
	];
}

function unknowns(result: CompletedAudit, ink: Ink, { AUDIT_REPORT: say, filled }: Words): string[] {
	const unknown = result.findings.filter((each) => each.outcome === "unknown");
	if (unknown.length === 0) return [];
	// One cause, such as a browser that does not start, may prevent many checks.
	const rows = [...Map.groupBy(unknown, ({ says }) => says)].flatMap(([says, mine]) =>
		fold(`${mine.map(({ id }) => id).join(", ")}: ${tame(says)}`, ink.width, 2),
	);
	return [ink.strong(filled(say.uncheckedShare, { share: Math.round(result.coverage * 100) })), ...rows];
}

function failure(result: FailedAudit, ink: Ink, { AUDIT_REPORT: say }: Words): string[] {
	return [ink.bad(say.noScore), ...fold(tame(result.error), ink.width, 0)];
}

function foot(result: AuditResult, again: string, ink: Ink, words: Words): string[] {
	const { AUDIT_REPORT: say, MARKDOWN, PAGE, filled } = words;
	const states = {
		unsaved: say.notSaved,
		private: say.savedPrivately,
		pending: say.pending,
		logged: MARKDOWN.places.logged,
	};
	const lines = [filled(MARKDOWN.again, { command: again }), ...fold(result.refusal, ink.width, 0)];
	if (result.receipt) {
		const { id, state } = result.receipt;
		lines.unshift(`${PAGE.receipt} ${id} (${states[state]})`);
	}
	return lines.map(ink.quiet);
}

function paint(score: number, ink: Ink): (text: string) => string {
	if (score >= 70) return ink.good;
	return score >= 50 ? ink.middling : ink.bad;
}
