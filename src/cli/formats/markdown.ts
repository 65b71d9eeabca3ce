import type { AuditResult, CompletedAudit } from "#core/audit-result.ts";
import { FIRST_FIXES } from "#core/report.ts";
import { utcMinute } from "#core/wording.ts";
import { bandOf } from "#site/brief/band.ts";
import { ENGLISH, type Words } from "#site/brief/languages.ts";
import { gainOf } from "#site/brief/recommendation.ts";
import { markdownCell, markdownCode, markdownText } from "#site/page/page-text.ts";
import type { BaselineComparison } from "../baseline.ts";
import { tame } from "../terminal.ts";
import { type Fault, faultsOf, type Place, subjectOf } from "./faults.ts";
import type { Outcome } from "./format.ts";

/** GitHub comments have at most 65,536 characters. */
const LONGEST = 60_000;
/** Places per finding. */
const SHOWN = 10;

export function toMarkdown(outcome: Outcome): string {
	const { result, comparison, failures, words = ENGLISH } = outcome;
	const faults = faultsOf(outcome);
	const parts = [
		title(outcome, words),
		...section(
			words.AUDIT_REPORT.fails,
			failures.map((says) => `- ${escapeText(says)}`),
		),
		...(comparison ? sinceBaseline(comparison, words) : []),
		...(result.ok ? [...firstFixes(result, faults, words), pillars(result, words)] : []),
		...unknowns(result, words),
	];
	const begin = parts.join("\n\n");
	return `${begin}${details(faults, LONGEST - begin.length, words)}\n\n${foot(result, words)}\n`;
}

function title(outcome: Outcome, words: Words): string {
	const { AUDIT_REPORT: say, BAND_TEXTS, SOURCES, filled } = words;
	const { result } = outcome;
	const site = escapeText(subjectOf(outcome));
	const heading = result.ok
		? filled(say.heading, { site, score: result.overallScore })
		: filled(say.noScoreHeading, { site });
	const lines = [`## ${heading}`];
	if (result.ok) {
		const { name, means } = BAND_TEXTS[bandOf(result.overallScore).key];
		lines.push(
			`**${name}.** ${means}`,
			...result.gates.map(({ cap, says }) => `- ${filled(say.atMost, { cap: `**${cap}**`, says: escapeText(says) })}`),
		);
	} else lines.push(`**${say.noScore}** ${escapeText(result.error)}`);
	if (result.source === "folder") lines.push(SOURCES.folderNotice);
	if (result.access) lines.push(say.withCredentials);
	return lines.join("\n\n").replaceAll("\n\n- ", "\n- ").replace("\n- ", "\n\n- ");
}

function sinceBaseline(
	{ auditedAt, worse, gone, notes }: BaselineComparison,
	{ AUDIT_REPORT: say, filled }: Words,
): string[] {
	const lines = [
		...(worse.length === 0 ? [`- ${say.nothingWorse}`] : worse.map(({ says }) => `- ${escapeText(says)}`)),
		...(gone.length === 0 ? [] : [`- ${filled(say.fixed, { checks: gone.join(", ") })}`]),
		...notes.map((note) => `- ${escapeText(note)}`),
	];
	return section(filled(say.since, { when: utcMinute(auditedAt) }), lines);
}

function firstFixes(result: CompletedAudit, faults: readonly Fault[], words: Words): string[] {
	const { AUDIT_REPORT: say, MARKDOWN, filled, gap } = words;
	const first = faults.filter(({ level }) => level !== "note").slice(0, FIRST_FIXES);
	if (first.length === 0) return [say.nothing];
	const items = first.map(({ finding, places: [place] }, index) => {
		const where = place === undefined ? "" : ` (${placeWords(place)})`;
		const lines = [
			`${index + 1}. **${escapeText(finding.title)}**${where}${gap}: ${escapeText(finding.says)}`,
			...(finding.fix === undefined ? [] : [`   ${filled(MARKDOWN.fix, { fix: escapeText(finding.fix) })}`]),
			`   ${escapeText(gainOf(finding, result, undefined, words))}`,
		];
		return lines.join("<br>\n");
	});
	return section(MARKDOWN.fixes, items);
}

function pillars(result: CompletedAudit, { SCORE }: Words): string {
	const rows = result.pillars.map(
		({ label, score, summary }) => `| ${label} | ${score} | ${markdownCell(escapeText(summary))} |`,
	);
	const omitted = result.notApplicable.map(({ label, says }) => `| ${label} | – | ${markdownCell(escapeText(says))} |`);
	return [
		`### ${SCORE.pillars}`,
		"",
		`| ${SCORE.pillar} | ${SCORE.score} | |`,
		"|---|---:|---|",
		...rows,
		...omitted,
	].join("\n");
}

function unknowns({ findings }: AuditResult, { AUDIT_REPORT: say, filled }: Words): string[] {
	const unknown = findings.filter(({ outcome }) => outcome === "unknown");
	if (unknown.length === 0) return [];
	const causes = [...Map.groupBy(unknown, ({ says }) => says)];
	const items = causes
		.slice(0, 20)
		.map(([says, mine]) => `- ${mine.map(({ id }) => id).join(", ")}: ${escapeText(says)}`);
	return [folded(filled(say.unchecked, { count: unknown.length }), items)];
}

/** @param room in characters */
function details(faults: readonly Fault[], room: number, words: Words): string {
	const { AUDIT_REPORT: say, filled, gap, pluralOf } = words;
	const items: string[] = [];
	let left = room - 500;
	for (const { finding, level, places } of faults) {
		const seen = places
			.slice(0, SHOWN)
			.map((place) => `  - ${placeWords(place)}${place.excerpt ? `: ${code(place.excerpt)}` : ""}`);
		if (places.length > SHOWN)
			seen.push(`  - ${filled(pluralOf(say.morePlaces, places.length - SHOWN), { count: places.length - SHOWN })}`);
		const head = `- **${escapeText(finding.title)}** (${finding.id}, ${say.levels[level]})${gap}: ${escapeText(finding.says)}`;
		const item = [head, ...seen, `  - [${say.source}](${encodeURI(finding.reference)})`].join("\n");
		if (item.length > left) break;
		left -= item.length + 1;
		items.push(item);
	}
	if (faults.length === 0) return "";
	const missing = faults.length - items.length;
	if (missing > 0) items.push(`- ${filled(pluralOf(say.omitted, missing), { count: missing })}`);
	return `\n\n${folded(filled(say.allFindings, { count: faults.length }), items)}`;
}

function foot(result: AuditResult, { MARKDOWN, MODES, filled }: Words): string {
	const of = { mode: MODES[result.mode], methodology: escapeText(result.methodology) };
	const about = `${filled(MARKDOWN.audit, of)}, ${utcMinute(result.auditedAt)}`;
	return `<sub>${about}. ${escapeText(result.refusal)}</sub>`;
}

function section(heading: string, items: readonly string[]): string[] {
	return items.length === 0 ? [] : [`### ${heading}`, items.join("\n")];
}

function folded(summary: string, items: readonly string[]): string {
	return `<details><summary>${summary}</summary>\n\n${items.join("\n")}\n\n</details>`;
}

function placeWords({ file, url, line }: Place): string {
	return code(`${file ?? url}${line === undefined ? "" : `:${line}`}`);
}

/** Escapes Markdown in foreign text, and makes invisible characters visible. */
export function escapeText(text: string): string {
	return markdownText(oneLine(text));
}

function code(text: string): string {
	return markdownCode(oneLine(text));
}

function oneLine(text: string): string {
	return tame(text.toWellFormed().replace(/\s+/g, " ").trim());
}
