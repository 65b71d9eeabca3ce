import { readEnvironment } from "#config/environment.ts";
import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { Failure } from "#core/failure.ts";
import { agencyNameSchema } from "#core/watchlist.ts";
import { utcMinute } from "#core/wording.ts";
import { type Brief, buildBrief, shownBrief } from "#site/brief/brief.ts";
import {
	FOLDER_NOTICE,
	readingsOf,
	repeatCommand,
	SOURCE_WORDS,
	shareSentences,
	verdictSentence,
} from "#site/brief/brief-texts.ts";
import { escapeMarkdown } from "#site/page/page-text.ts";
import { auditTarget, usage } from "../arguments.ts";
import type { Io } from "../command-spec.ts";
import type { Given } from "../commands.ts";
import { createInk, createProgressLine, fold, type Ink, report, tame, titled } from "../terminal.ts";
import { type FoundReceipt, findReceipts, parseSubject } from "./subject.ts";

/** `sightline brief`: the executive brief of an audit that is made now, or of one that is kept. */
export async function run({ argument, options }: Given<"brief">, { stdout, stderr, env }: Io): Promise<ExitCode> {
	const { markdown, json } = options;
	if (markdown && json) throw usage("sightline brief", "--markdown and --json are two forms; name one");
	const settings = readEnvironment(env);
	const agencyName = readAgencyName(options.agency);
	const isReceipt = argument?.endsWith(".json") === true && options.dir === undefined;
	const subject = isReceipt
		? parseSubject("sightline brief", argument)
		: auditTarget("sightline brief", argument, options);
	const progress = createProgressLine(stderr);
	if (!isReceipt) progress.show(`Auditing ${options.as ?? argument} …`);
	const [found] = (await findReceipts([subject], settings).finally(() => progress.clear())) as [FoundReceipt];
	const brief = buildBrief(found.stored, { baseUrl: settings.baseUrl, agencyName, logIndex: found.logIndex });
	const kept = found.state !== "unsaved";
	const receipt = { ...brief.receipt, state: found.state };
	if (json) stdout.write(`${JSON.stringify({ ...brief, receipt }, null, 2)}\n`);
	else if (markdown) stdout.write(briefMarkdown(contentOf(shownBrief(brief), kept)));
	else stdout.write(briefReport(contentOf(shownBrief(brief), kept), createInk(stdout)));
	return brief.ok ? EXIT.fine : EXIT.notAudited;
}

function readAgencyName(given: string | undefined): string {
	const name = agencyNameSchema.optional().safeParse(given);
	if (name.success) return name.data ?? "";
	const why = name.error.issues.map(({ message }) => message).join("; ");
	throw new Failure("input-invalid", { what: `--agency cannot be used: it ${why}.` });
}

/** What a brief says, in the order in which it is read; its texts may quote the site. */
interface BriefContent {
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

function contentOf(brief: Brief, kept: boolean): BriefContent {
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
			`Again: ${repeatCommand(brief)}`,
			brief.refusal,
		],
	};
}

/** A brief for a person at a terminal. */
function briefReport({ title, under, verdict, readings, pillars, fixes, proof }: BriefContent, ink: Ink): string {
	const folded = (text: string, indent = 0) => fold(tame(text), ink.width, indent);
	const row = (label: string, score: number | undefined) =>
		`  ${label.padEnd(40)}${(score === undefined ? "–" : String(score)).padStart(3)}`;
	return report([
		[...folded(title).map(ink.strong), ...under.flatMap((line) => folded(line).map(ink.quiet))],
		verdict.flatMap((sentence) => folded(sentence)),
		readings.map(([label, score]) => row(label, score)),
		titled(
			ink.strong("Pillars"),
			pillars.map(([label, score, summary]) => `${row(label, score)}  ${ink.quiet(summary)}`),
		),
		titled(
			ink.strong("What to fix first"),
			fixes.flatMap((fix, index) => [
				...folded(`${index + 1}. ${fix.title} (${fix.gain})`, 2),
				...fix.says.flatMap((line) => folded(line, 5)),
				ink.quiet(`     ${fix.reference}`),
			]),
		),
		proof.flatMap((line) => folded(line).map(ink.quiet)),
	]);
}

/** The same as Markdown (CommonMark with tables), to hand on. */
function briefMarkdown({ title, under, verdict, readings, pillars, fixes, proof }: BriefContent): string {
	const text = escapeMarkdown;
	const score = (value: number | undefined) => (value === undefined ? "–" : String(value));
	return report([
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
