import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { readEnvironment, type Settings } from "#config/environment.ts";
import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { readNamedText } from "#config/named-file.ts";
import { programOf } from "#config/program.ts";
import type { AccessReport } from "#core/access/access-report.ts";
import { PACKAGE } from "#core/brand.ts";
import { Failure } from "#core/failure.ts";
import { isJsonObject, parseJson } from "#core/json-object.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import { type Rehearsal, readRehearsal } from "#core/rehearsal.ts";
import { readAgencyFiles } from "#receipts/agencies/agency-files.ts";
import { readPublishedWatchlist } from "#receipts/store/published-watchlist.ts";
import type { BriefOptions } from "#site/brief/brief.ts";
import { type Brief, buildBrief } from "#site/brief/brief.ts";
import { type BriefContent, briefContent, briefMarkdown, type ReceiptPlace } from "#site/brief/brief-content.ts";
import { loadLanguage, type Words, wordsIn } from "#site/brief/languages.ts";
import { listedPeers, peersOf } from "#site/brief/peers.ts";
import { fixedFaults, MOST_COMPARED, sinceOf } from "#site/brief/since.ts";
import { readPublishedSites } from "#site/publication/published-sites.ts";
import { auditTarget, type Io, usage } from "./arguments.ts";
import type { Given } from "./commands.ts";
import { requireOutput, STDOUT, writeOutput } from "./output-file.ts";
import { type FoundReceipt, findReceipts, homeOnly, parseSubject, readAgencyName } from "./subject.ts";
import { createInk, createProgressLine, fold, type Ink, report, tame, titled } from "./terminal.ts";

export async function run({ argument, options }: Given<"brief">, io: Io): Promise<ExitCode> {
	const { stdout, stderr, env } = io;
	const { markdown, json, pdf, paper } = options;
	requireOneForm(options);
	const settings = readEnvironment(env);
	const printer = pdf === undefined ? undefined : await openPrinter("sightline brief", pdf, paper, settings);
	const named = await agencyNamed(options.agency, settings.reports);
	const subject = readSubject(argument, options);
	stderr.write(homeOnly([subject]));
	const progress = createProgressLine(stderr);
	if ("domain" in subject) progress.show(`Auditing ${options.as ?? argument} …`);
	const [found] = (await findReceipts([subject], settings).finally(() => progress.clear())) as [FoundReceipt];
	const lang = options.lang ?? named.agency?.language ?? "en";
	const words = await loadLanguage(lang);
	const beside = printer ? await knownBeside(settings.reports, found.stored, words) : {};
	const by = { baseUrl: settings.baseUrl, program: programOf(io, settings) };
	const brief = buildBrief(found.stored, {
		...by,
		lang,
		...named,
		logIndex: found.logIndex,
		asked: found.asked,
		...beside,
	});
	const place = placeOf(found);
	const access = options.access === undefined ? undefined : await readAccess(options.access);
	const rehearsal = options.rehearsal === undefined ? undefined : await rehearsalOf(options.rehearsal, brief);
	const content = briefContent(brief, place, { access, rehearsal });
	const receipt = { ...brief.receipt, state: found.state };
	if (printer) {
		const { briefHtml } = await import("#site/brief/brief-html.ts");
		await printer.print(briefHtml(brief, printer.styles, { place, access, rehearsal, logo: named.logo }));
	} else if (json) stdout.write(`${JSON.stringify({ ...brief, receipt, access, rehearsal }, null, 2)}\n`);
	else if (markdown) stdout.write(briefMarkdown(content));
	else stdout.write(briefReport(content, createInk(stdout)));
	return brief.ok ? EXIT.fine : EXIT.notAudited;
}

/** The complete brand for a name or slug in reports/agencies/. */
export async function agencyNamed(given: string | undefined, reports: string) {
	if (given === undefined) return {};
	const { brands, logos } = await readAgencyFiles(join(reports, "agencies"));
	const agency = [...brands.values()].find(({ slug, name }) => slug === given || name === given);
	return agency ? { agency, logo: logos.get(agency.slug)?.bytes } : { agencyName: readAgencyName(given) };
}

function requireOneForm({ markdown, json, pdf, paper }: Given<"brief">["options"]): void {
	if ([markdown, json, pdf !== undefined].filter(Boolean).length > 1)
		throw usage("sightline brief", "Use only one of --markdown, --json and --pdf");
	if (paper !== undefined && pdf === undefined) throw usage("sightline brief", "--paper needs --pdf");
}

function readSubject(argument: string | undefined, options: Given<"brief">["options"]) {
	const isReceipt = argument?.endsWith(".json") === true && options.dir === undefined;
	if (!isReceipt) return auditTarget("sightline brief", argument, options);
	if (options.as !== undefined) throw usage("sightline brief", "--as is for a folder; a receipt has its own domain");
	return parseSubject("sightline brief", argument);
}

const MOST_ACCESS_BYTES = 16 * 1024 * 1024;

/** An access receipt, or the JSON output of `sightline logs`. @throws Failure `input-invalid` */
async function readAccess(path: string): Promise<AccessReport> {
	const todo = "Make it with sightline logs --audit … --format json, or --receipt.";
	const value = parseJson(await readNamedText(path, { most: MOST_ACCESS_BYTES, todo }));
	const report = isJsonObject(value) && isJsonObject(value.report) ? value.report : value;
	const { accessReportSchema } = await import("#core/access/access-report.ts");
	const read = accessReportSchema.safeParse(report);
	if (!read.success) throw new Failure("input-invalid", { what: `${path} was not written by sightline logs.`, todo });
	if (!read.data.engines)
		throw new Failure("input-invalid", {
			what: `${path} has no engines.`,
			why: "The logs were read without an audit.",
			todo,
		});
	return read.data;
}

/** @throws Failure `input-invalid` if it is of another site */
async function rehearsalOf(path: string, { clientDomain }: Brief): Promise<Rehearsal> {
	const refused = (why: string) => usage("sightline brief", `--rehearsal ${path} cannot be shown. ${why}`);
	const todo = "Make it with sightline rehearse --json, or --receipt.";
	const { rehearsal, faults } = await readRehearsal(await readNamedText(path, { most: MOST_ACCESS_BYTES, todo }), path);
	if (faults.length > 0) throw refused(faults.join(" "));
	if (rehearsal.domain !== clientDomain)
		throw refused(`It is of ${rehearsal.domain}, and the brief is of ${clientDomain}.`);
	return rehearsal;
}

/** Whether the local log contains the receipt; if not, another log may. */
function placeOf({ state, logIndex }: FoundReceipt): ReceiptPlace {
	if (state === "unsaved") return state;
	return logIndex === undefined ? undefined : "logged";
}

/** Tests the printer and the output file first, because an audit takes longer. */
export async function openPrinter(
	command: string,
	file: string,
	paper: "A4" | "Letter" | undefined,
	settings: Settings,
): Promise<{ readonly styles: string; print(document: string): Promise<void> }> {
	if (file === STDOUT) throw usage(command, "--pdf needs a file name");
	await requireOutput(file, "--pdf");
	const { requireBrowser, printDocument } = await import("#audit/print-document.ts");
	const browser = requireBrowser(settings);
	return {
		styles: await briefStyles(),
		print: async (document) => writeOutput(file, await printDocument(document, browser, paper ?? "A4")),
	};
}

function briefReport(content: BriefContent, ink: Ink): string {
	const { title, under, verdict, reach, fixes, outlook, readings, pillars, tally, proof } = content;
	const { ACCESS, MARKDOWN, REACH, SCORE, gap } = wordsIn(content.lang);
	const folded = (text: string, indent = 0) => fold(tame(text), ink.width, indent);
	const row = (label: string, score: number | undefined) =>
		`  ${label.padEnd(40)}${(score === undefined ? "–" : String(score)).padStart(3)}`;
	return report([
		[...folded(title).map(ink.strong), ...under.flatMap((line) => folded(line).map(ink.quiet))],
		verdict.flatMap((sentence) => folded(sentence)),
		titled(
			ink.strong(REACH.title),
			reach.flatMap(({ name, state, says }) => folded(`${name}${gap}: ${state}. ${says}`, 2)),
		),
		titled(ink.strong(ACCESS.title), [
			...content.access.flatMap(({ name, says }) => folded(`${name}${gap}: ${says}`, 2)),
			...(content.access.length > 0 ? folded(content.accessPeriod, 2).map(ink.quiet) : []),
		]),
		content.rehearsal
			? titled(ink.strong(content.rehearsal.title), [
					...folded(content.rehearsal.summary, 2),
					...content.rehearsal.stops.flatMap(({ name, says }) => folded(`${name}${gap}: ${says}`, 2)),
					...folded(content.rehearsal.note, 2).map(ink.quiet),
				])
			: [],
		titled(
			ink.strong(MARKDOWN.fixes),
			fixes.flatMap((fix, index) => [
				...folded(`${index + 1}. ${fix.title} (${fix.gain})`, 2),
				...fix.says.flatMap((line) => folded(line, 5)),
				ink.quiet(`     ${fix.reference}`),
			]),
		),
		outlook.flatMap((line) => folded(line)),
		readings.map(([label, score]) => row(label, score)),
		titled(
			ink.strong(SCORE.pillars),
			pillars.map(([label, score, summary]) => `${row(label, score)}  ${ink.quiet(summary)}`),
		),
		tally.flatMap((line) => folded(line)),
		proof.flatMap((line) => folded(line).map(ink.quiet)),
	]);
}

/** Without a watchlist nothing is public: no history and no peers. @throws Failure as `readPublishedSites` */
export async function knownBeside(
	reports: string,
	stored: StoredReceipt,
	words?: Words,
): Promise<Pick<BriefOptions, "client" | "fixed" | "peers" | "since">> {
	const { receipt } = stored;
	const { domain, preset, methodology, scores, auditedAt } = receipt;
	const { entries } = await readPublishedWatchlist(reports);
	if (entries.length === 0) return {};
	const { sites, receipts } = await readPublishedSites(reports, { entries, agencies: new Map() });
	const site = sites.find((each) => each.domain === domain);
	const past = site?.history.filter((audit) => audit.auditedAt < auditedAt) ?? [];
	const { client } = entries.find((each) => each.domain === domain) ?? {};
	const compared = await Promise.all(past.slice(0, MOST_COMPARED).map(({ id }) => receipts.read(id)));
	const fixed = fixedFaults([stored, ...compared]);
	const peers = peersOf(
		{ domain, preset: preset.key, methodology, overall: scores?.overall },
		listedPeers(sites),
		words,
	);
	return { client, fixed, peers, since: past.length === 0 ? undefined : sinceOf([receipt, ...past], words) };
}

/** In cascade order. */
const SHEETS = "fonts tokens base page table figure brief print sheet sheet-charts agency sheet-print".split(" ");

/** Self-contained: includes the fonts. */
export async function briefStyles(): Promise<string> {
	// Next to `lib`, in the package and in the repository.
	const folder = join(dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`)), "src", "styles");
	const sheets = await Promise.all(SHEETS.map((name) => readFile(join(folder, `${name}.css`), "utf8")));
	const styles = sheets.join("\n");
	const fonts = [...new Set(Array.from(styles.matchAll(/url\("(fonts\/[^"]+)"\)/g), ([, path = ""]) => path))];
	const bytes = await Promise.all(fonts.map((path) => readFile(join(folder, path), "base64")));
	return fonts.reduce(
		(text, path, index) => text.replaceAll(`url("${path}")`, `url("data:font/woff2;base64,${bytes[index]}")`),
		styles,
	);
}
