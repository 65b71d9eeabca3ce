import { readEnvironment } from "#config/environment.ts";
import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { buildBrief } from "#site/brief/brief.ts";
import { type BriefContent, briefContent, briefMarkdown } from "#site/brief/brief-content.ts";
import { auditTarget, usage } from "../arguments.ts";
import type { Io } from "../command-spec.ts";
import type { Given } from "../commands.ts";
import { createInk, createProgressLine, fold, type Ink, report, tame, titled } from "../terminal.ts";
import { readAgencyName } from "./agency-name.ts";
import { type FoundReceipt, findReceipts, parseSubject } from "./subject.ts";

/** `sightline brief`: the executive brief of an audit that is made now, or of one that is kept. */
export async function run({ argument, options }: Given<"brief">, { stdout, stderr, env }: Io): Promise<ExitCode> {
	const { markdown, json } = options;
	if (markdown && json) throw usage("sightline brief", "--markdown and --json are two forms; name one");
	const settings = readEnvironment(env);
	const agencyName = options.agency === undefined ? "" : readAgencyName(options.agency);
	const isReceipt = argument?.endsWith(".json") === true && options.dir === undefined;
	if (isReceipt && options.as !== undefined)
		throw usage("sightline brief", "--as names the domain of a folder, and a receipt has its own");
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
	else if (markdown) stdout.write(briefMarkdown(briefContent(brief, kept)));
	else stdout.write(briefReport(briefContent(brief, kept), createInk(stdout)));
	return brief.ok ? EXIT.fine : EXIT.notAudited;
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
