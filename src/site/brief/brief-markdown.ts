import { markdownCode, markdownText } from "../page/markdown-text.ts";
import type { BriefContent } from "./brief-content.ts";
import { BRIEF_CONTENT_TEXTS as say } from "./brief-content-texts.ts";

/** Sentences of ours, in which a site may be quoted. */
const text = markdownText;
/** What a site wrote, and where. */
const quote = markdownCode;

/** A brief as Markdown (CommonMark with tables), to hand on. */
export function briefMarkdown(content: BriefContent): string {
	const { title, under, notes, verdict, proof } = content;
	return joined([
		[`# ${text(title)}`],
		...notes.map((note) => [`> ${text(note)}`]),
		...verdict.map((sentence, index) => [index === 0 ? `**${text(sentence)}**` : text(sentence)]),
		...under.map((line) => [text(line)]),
		...reachBlocks(content),
		...fixBlocks(content),
		...section(say.headings.outlook, content.outlook),
		...numberBlocks(content),
		...seenBlocks(content),
		...faultBlocks(content),
		[`## ${say.headings.proof}`],
		proof.map((line) => `- ${text(line)}`),
	]);
}

function reachBlocks({ reach }: BriefContent): string[][] {
	if (reach.length === 0) return [];
	const lines = new Map(reach.flatMap(({ line }) => (line ? [[line.where, line.quoted] as const] : [])));
	return [
		[`## ${say.headings.reach}`],
		table(
			[say.engine, say.state, ""],
			reach.map(({ name, state, says }) => [text(name), text(state), text(says)]),
		),
		[...lines].map(([where, quoted]) => `- ${say.line} ${quote(where)}: ${quote(quoted)}`),
	];
}

function fixBlocks({ fixes }: BriefContent): string[][] {
	if (fixes.length === 0) return [];
	return [
		[`## ${say.headings.fixes}`],
		...fixes.map((fix, index) => [
			`${index + 1}. **${text(fix.title)}** (${text(fix.gain)})`,
			...fix.says.map((line) => `   ${text(line)}  `),
			`   <${fix.reference}>`,
		]),
	];
}

function numberBlocks({ readings, pillars }: BriefContent): string[][] {
	if (readings.length === 0) return [];
	const score = (value: number | undefined) => (value === undefined ? "–" : String(value));
	return [
		[`## ${say.headings.numbers}`],
		table(
			["", say.of100],
			readings.map(([label, value]) => [text(label), score(value)]),
		),
		table(
			[say.pillar, say.of100, ""],
			pillars.map(([label, value, summary]) => [text(label), score(value), text(summary)]),
		),
	];
}

function seenBlocks({ seen }: BriefContent): string[][] {
	if (seen.length === 0) return [];
	const lines = seen.map(
		({ label, quoted, absent = "" }) => `- ${text(label)}: ${quoted === undefined ? text(absent) : quote(quoted)}`,
	);
	return [[`## ${say.headings.seen}`], lines];
}

function faultBlocks({ faults, tally }: BriefContent): string[][] {
	const heading = faults.length === 0 ? [] : [`## ${say.headings.faults}`];
	const items = faults.map(({ title, says, fix }) => `- **${text(title)}.** ${text(`${says} ${fix}`)}`);
	return [heading, items, ...tally.map((line) => [text(line)])];
}

function section(heading: string, lines: readonly string[]): string[][] {
	return lines.length === 0 ? [] : [[`## ${heading}`], ...lines.map((line) => [text(line)])];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
	const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
	return rows.length === 0
		? []
		: [line(head), line(head.map((each) => (each === say.of100 ? "---:" : "---"))), ...rows.map(line)];
}

/** Blocks with an empty line between them; one without lines is left out. */
function joined(blocks: readonly (readonly string[])[]): string {
	const filled = blocks.filter(({ length }) => length > 0);
	return `${filled.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}
