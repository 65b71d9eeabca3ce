import type { AuditResult, CompletedAudit } from "#core/audit-result.ts";
import { FIRST_FIXES } from "#core/report.ts";
import { plainCount, utcMinute } from "#core/wording.ts";
import { bandOf } from "#site/brief/band.ts";
import { gainOf } from "#site/brief/recommendation.ts";
import { markdownCell, markdownCode, markdownText } from "#site/page/page-text.ts";
import type { BaselineComparison } from "../baseline.ts";
import { tame } from "../terminal.ts";
import { type Fault, faultsOf, type Place, subjectOf } from "./faults.ts";
import type { Outcome } from "./format.ts";

/** A comment on GitHub has 65,536 characters at most. */
const LONGEST = 60_000;
/** Places of a finding. */
const SHOWN = 10;
const LEVEL_WORDS = { error: "caps the score", warning: "costs points", note: "not counted" } as const;

export function toMarkdown(outcome: Outcome): string {
	const { result, comparison, failures } = outcome;
	const faults = faultsOf(outcome);
	const parts = [
		title(outcome),
		...section(
			"Why this audit fails",
			failures.map((says) => `- ${escapeText(says)}`),
		),
		...(comparison ? sinceBaseline(comparison) : []),
		...(result.ok ? [...firstFixes(result, faults), pillars(result)] : []),
		...unknowns(result),
	];
	const begin = parts.join("\n\n");
	return `${begin}${details(faults, LONGEST - begin.length)}\n\n${foot(result)}\n`;
}

function title(outcome: Outcome): string {
	const { result } = outcome;
	const lines = [`## ${escapeText(subjectOf(outcome))}: ${result.ok ? `${result.overallScore} of 100` : "no score"}`];
	if (result.ok) {
		const { words, means } = bandOf(result.overallScore);
		lines.push(
			`**${words}.** ${means}`,
			...result.gates.map(({ cap, says }) => `- **At most ${cap}:** ${escapeText(says)}`),
		);
	} else lines.push(`**The site could not be audited.** ${escapeText(result.error)}`);
	if (result.source === "folder") lines.push("Audited from a folder, not from the public site.");
	if (result.access) lines.push("Audited with credentials: not what the public sees.");
	return lines.join("\n\n").replaceAll("\n\n- ", "\n- ").replace("\n- ", "\n\n- ");
}

function sinceBaseline({ auditedAt, worse, gone, notes }: BaselineComparison): string[] {
	const lines = [
		...(worse.length === 0 ? ["- Nothing got worse."] : worse.map(({ says }) => `- ${escapeText(says)}`)),
		...(gone.length === 0 ? [] : [`- Fixed: ${gone.join(", ")}.`]),
		...notes.map((note) => `- ${escapeText(note)}`),
	];
	return section(`Since the baseline of ${utcMinute(auditedAt)}`, lines);
}

function firstFixes(result: CompletedAudit, faults: readonly Fault[]): string[] {
	const first = faults.filter(({ level }) => level !== "note").slice(0, FIRST_FIXES);
	if (first.length === 0) return ["Nothing to fix: every check that applies passes."];
	const items = first.map(({ finding, places: [place] }, index) => {
		const where = place === undefined ? "" : ` (${placeWords(place)})`;
		const lines = [
			`${index + 1}. **${escapeText(finding.title)}**${where}: ${escapeText(finding.says)}`,
			...(finding.fix === undefined ? [] : [`   Fix: ${escapeText(finding.fix)}`]),
			`   ${escapeText(gainOf(finding, result))}`,
		];
		return lines.join("<br>\n");
	});
	return section("What to fix first", items);
}

function pillars(result: CompletedAudit): string {
	const rows = result.pillars.map(
		({ label, score, summary }) => `| ${label} | ${score} | ${markdownCell(escapeText(summary))} |`,
	);
	const omitted = result.notApplicable.map(({ label, says }) => `| ${label} | – | ${markdownCell(escapeText(says))} |`);
	return ["### Pillars", "", "| Pillar | Score | |", "|---|---:|---|", ...rows, ...omitted].join("\n");
}

function unknowns({ findings }: AuditResult): string[] {
	const unknown = findings.filter(({ outcome }) => outcome === "unknown");
	if (unknown.length === 0) return [];
	const causes = [...Map.groupBy(unknown, ({ says }) => says)];
	const items = causes
		.slice(0, 20)
		.map(([says, mine]) => `- ${mine.map(({ id }) => id).join(", ")}: ${escapeText(says)}`);
	return [folded(`Could not be checked (${unknown.length})`, items)];
}

/** @param room in characters */
function details(faults: readonly Fault[], room: number): string {
	const items: string[] = [];
	let left = room - 500;
	for (const { finding, level, places } of faults) {
		const seen = places
			.slice(0, SHOWN)
			.map((place) => `  - ${placeWords(place)}${place.excerpt ? `: ${code(place.excerpt)}` : ""}`);
		if (places.length > SHOWN) seen.push(`  - ${plainCount(places.length - SHOWN, "more place")}`);
		const head = `- **${escapeText(finding.title)}** (${finding.id}, ${LEVEL_WORDS[level]}): ${escapeText(finding.says)}`;
		const item = [head, ...seen, `  - [Source](${encodeURI(finding.reference)})`].join("\n");
		if (item.length > left) break;
		left -= item.length + 1;
		items.push(item);
	}
	if (faults.length === 0) return "";
	const missing = faults.length - items.length;
	if (missing > 0) items.push(`- ${plainCount(missing, "more finding")}, omitted for length.`);
	return `\n\n${folded(`All findings (${faults.length})`, items)}`;
}

function foot(result: AuditResult): string {
	const about = `${result.mode} audit, methodology ${escapeText(result.methodology)}, ${utcMinute(result.auditedAt)}`;
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

/** Foreign text as plain text; invisible characters show. */
export function escapeText(text: string): string {
	return markdownText(oneLine(text));
}

function code(text: string): string {
	return markdownCode(oneLine(text));
}

function oneLine(text: string): string {
	return tame(text.toWellFormed().replace(/\s+/g, " ").trim());
}
