import { utcMinute } from "#core/wording.ts";
import { escapeMarkdown } from "../page/page-text.ts";
import { type Brief, shownBrief } from "./brief.ts";
import { FOLDER_NOTICE, readingsOf, SOURCE_WORDS, shareSentences, verdictSentence } from "./brief-texts.ts";

/** What a brief says, in the order in which it is read; its texts may quote the site. */
export interface BriefContent {
	readonly title: string;
	readonly under: readonly string[];
	readonly verdict: readonly string[];
	readonly readings: readonly (readonly [label: string, score: number | undefined])[];
	readonly pillars: readonly (readonly [label: string, score: number, summary: string])[];
	readonly fixes: readonly {
		readonly title: string;
		readonly gain: string;
		readonly says: readonly string[];
		readonly reference: string;
	}[];
	readonly proof: readonly string[];
}

/** @param kept whether the receipt is kept, so that the log may have it one day */
export function briefContent(given: Brief, kept: boolean): BriefContent {
	const brief = shownBrief(given);
	const { verdict, first, good } = shareSentences(brief);
	const state = brief.receipt.state === "logged" ? "in the log" : "not yet in the log";
	return {
		title: verdictSentence(brief),
		under: [
			brief.agencyName === "" ? "" : `Prepared by ${brief.agencyName}`,
			`${SOURCE_WORDS[brief.source]}; ${brief.mode} audit, methodology ${brief.methodology}, ${utcMinute(brief.auditedAt)}`,
			brief.source === "folder" ? FOLDER_NOTICE : "",
			`${brief.preset.label}. ${brief.preset.says}`,
		].filter(Boolean),
		verdict: [verdict, first, good].filter(Boolean),
		readings: brief.ok
			? [
					["Overall", brief.overallScore],
					...readingsOf(brief).flatMap(({ readings }) => readings.map(({ label, score }) => [label, score] as const)),
				]
			: [],
		pillars: brief.ok ? brief.pillars.map(({ label, score, summary }) => [label, score, summary]) : [],
		fixes: brief.recommendations.map(({ title, consequence = "", work, fix, gain, reference }) => ({
			title,
			gain,
			says: [consequence, `Fix: ${fix}`, work === undefined ? "" : `${work}.`].filter(Boolean),
			reference,
		})),
		proof: [
			`${Math.round(brief.coverage * 100)} % of what applies to the site is known.`,
			`Receipt ${brief.id} (${kept ? state : "not kept"}), evidence ${brief.receipt.evidenceDigest}.`,
			`Again: ${brief.cli}`,
			brief.refusal,
		],
	};
}

/** A brief as Markdown (CommonMark with tables), to hand on. */
export function briefMarkdown({ title, under, verdict, readings, pillars, fixes, proof }: BriefContent): string {
	const text = escapeMarkdown;
	const score = (value: number | undefined) => (value === undefined ? "–" : String(value));
	return joined([
		[`# ${text(title)}`],
		...under.map((line) => [text(line)]),
		...verdict.map((sentence) => [text(sentence)]),
		table(
			["", "of 100"],
			readings.map(([label, value]) => [text(label), score(value)]),
		),
		table(
			["Pillar", "of 100", ""],
			pillars.map(([label, value, summary]) => [text(label), score(value), text(summary)]),
		),
		fixes.length === 0 ? [] : ["## What to fix first"],
		...fixes.map((fix, index) => [
			`${index + 1}. **${text(fix.title)}** (${text(fix.gain)})`,
			...fix.says.map((line) => `   ${text(line)}  `),
			`   <${fix.reference}>`,
		]),
		["## Proof"],
		proof.map((line) => `- ${text(line)}`),
	]);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
	const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
	return rows.length === 0
		? []
		: [line(head), line(head.map((_, index) => (index === 1 ? "---:" : "---"))), ...rows.map(line)];
}

/** Blocks with an empty line between them; one without lines is left out. */
function joined(blocks: readonly (readonly string[])[]): string {
	const filled = blocks.filter(({ length }) => length > 0);
	return `${filled.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}
