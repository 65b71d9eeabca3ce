import { readEnvironment, type Settings } from "#config/environment.ts";
import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { programOf } from "#config/program.ts";
import { Failure } from "#core/failure.ts";
import { openKeptEvidence } from "#receipts/watched/watched-receipts.ts";
import { languageOf } from "#site/brief/brief.ts";
import { loadLanguage, type Words } from "#site/brief/languages.ts";
import { judgedEvidence } from "#site/publication/judged-evidence.ts";
import { type RepairProof, repairProof } from "#site/repair/repair-proof.ts";
import { repairCommand, repairMarkdown, repairWords } from "#site/repair/repair-words.ts";
import { type Io, usage } from "./arguments.ts";
import { agencyNamed, openPrinter } from "./brief.ts";
import type { Given } from "./commands.ts";
import { findReceipts } from "./subject.ts";
import { createInk, fold, type Ink, report, tame, titled } from "./terminal.ts";

const COMMAND = "sightline repair";

export async function run({ options, argument }: Given<"repair">, io: Io): Promise<ExitCode> {
	const { stdout, env } = io;
	const { since, markdown, json, pdf, paper } = options;
	if (since === undefined) throw usage(COMMAND, "--since is missing: the receipt of the audit before the repair");
	if ([markdown, json, pdf !== undefined].filter(Boolean).length > 1)
		throw usage(COMMAND, "Use only one of --markdown, --json and --pdf");
	if (paper !== undefined && pdf === undefined) throw usage(COMMAND, "--paper needs --pdf");
	const settings = readEnvironment(env);
	const printer = pdf === undefined ? undefined : await openPrinter(COMMAND, pdf, paper, settings);
	const brand = await agencyNamed(options.agency, settings.reports);
	const proof = await proveRepair(since, argument, settings);
	const words = await loadLanguage(languageOf({ lang: options.lang, agency: brand.agency }));
	const command = repairCommand(programOf(io, settings), proof);
	if (printer) {
		const { repairHtml } = await import("#site/repair/repair-html.ts");
		await printer.print(repairHtml(proof, printer.styles, command, words, brand));
	} else if (json) stdout.write(`${JSON.stringify(proof, null, 2)}\n`);
	else if (markdown) stdout.write(repairMarkdown(proof, command, words));
	else stdout.write(report(repairLines(proof, createInk(stdout), words)));
	return EXIT.fine;
}

/** Compares two receipts, in any order. @throws Failure `input-invalid` if they are not comparable */
export async function proveRepair(one: string, other: string, settings: Settings): Promise<RepairProof> {
	const found = await findReceipts([{ receipt: one }, { receipt: other }], settings);
	const audits = found.map(({ stored, logIndex }) => ({ ...stored, logIndex }));
	const [before, after] = audits.sort((a, b) => (a.receipt.auditedAt < b.receipt.auditedAt ? -1 : 1));
	if (!before || !after) throw new RangeError("Two receipts were read.");
	requirePair(before.receipt, after.receipt);
	const judged = await judgedEvidence(before.receipt, after.receipt, await openKeptEvidence(settings));
	return repairProof(before, after, judged);
}

type Audited = { readonly domain: string; readonly source: string; readonly mode: string; readonly auditedAt: string };

function requirePair(before: Audited, after: Audited): void {
	const whys = [
		before.domain === after.domain ? "" : `${before.domain} and ${after.domain} are two domains.`,
		before.source === after.source ? "" : "One audit read the public site, the other a folder.",
		before.mode === after.mode ? "" : "One audit is light, the other deep.",
		before.auditedAt === after.auditedAt ? "Both name the same audit." : "",
	];
	const what = whys.find(Boolean);
	if (what !== undefined)
		throw new Failure("input-invalid", {
			what,
			todo: "Name two receipts of one domain, of audits made in the same way.",
		});
}

/** Sections; colours carry no meaning of their own. */
export function repairLines(proof: RepairProof, ink: Ink, words: Words): string[][] {
	const { title, verdict, agreed, groups, receipts } = repairWords(proof, words);
	const { REPAIR_PROOF: say, filled, gap } = words;
	const folded = (text: string, indent = 0) => fold(tame(text), ink.width, indent);
	return [
		[...folded(title).map(ink.strong), ...verdict.flatMap((sentence) => folded(sentence))],
		titled(
			ink.strong(say.agreed),
			agreed.flatMap(({ fault, who, predicted, result }) => [
				...folded(`${result}${gap}: ${fault}`, 2),
				...folded(filled(say.predictedAfter, { who, predicted }), 4).map(ink.quiet),
			]),
		),
		...groups.map(({ title: heading, note, items }) =>
			titled(ink.strong(heading), [
				...(note === "" ? [] : folded(note, 2).map(ink.quiet)),
				...items.flatMap((item) => [
					...folded(`${item.title} (${item.id})`, 2),
					...(item.says === "" ? [] : folded(item.says, 4).map(ink.quiet)),
				]),
			]),
		),
		receipts.flatMap(({ says }) => folded(says).map(ink.quiet)),
	];
}
