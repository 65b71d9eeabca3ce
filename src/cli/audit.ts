import { existsSync, realpathSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { type AuditOptions, createAuditor, type JournalOptions } from "#audit/auditor.ts";
import { journalFile } from "#audit/page-journal.ts";
import { CHECKS, checkOf } from "#checks/registry.ts";
import { readEnvironment, type Settings } from "#config/environment.ts";
import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { programOf } from "#config/program.ts";
import { type NamedHeader, readHeaderValues } from "#config/request-headers.ts";
import type { AuditResult } from "#core/audit-result.ts";
import { isFailure } from "#core/failure.ts";
import type { Language } from "#core/language.ts";
import { type AuditMode, DEEP_PAGES, MAX_PAGES } from "#core/preset.ts";
import { parseTarget } from "#core/target.ts";
import { isFault } from "#core/verdict.ts";
import { alternatives, closest, listing, plainCount } from "#core/wording.ts";
import { draftReceipt, openPrivateRecords, openRecords, recordAudit } from "#receipts/store/record-audit.ts";
import { toAuditResult } from "#site/brief/audit-result.ts";
import { ENGLISH, loadLanguage, type Words } from "#site/brief/languages.ts";
import { cappingChecks } from "#site/brief/recommendation.ts";
import { translatedResult } from "#site/brief/translated-receipt.ts";
import { auditTarget, type Io, namedHeaders, usage } from "./arguments.ts";
import { type BaselineComparison, compareWithBaseline, readBaseline } from "./baseline.ts";
import type { Given } from "./commands.ts";
import { type AuditConfig, readConfig } from "./config-file.ts";
import { type Format, format, type Outcome } from "./formats/format.ts";
import { requireOutput, STDOUT, writeOutput } from "./output-file.ts";
import { askedOf, homeOnly, siteTarget } from "./subject.ts";
import { createInk, createProgressLine } from "./terminal.ts";

/** Stands for all checks with a cap. */
const CRITICAL = "critical";

/** Conditions that make the command exit with 1. */
export interface Demands {
	readonly failUnder?: number | undefined;
	/** Ids of checks, and `critical`. */
	readonly failOn: readonly string[];
	readonly failOnRegression: boolean;
}

/** @param given ids, possibly comma-separated @throws Failure `input-invalid` for an unknown check */
function readFailOn(given: readonly string[], mode: AuditMode): readonly string[] {
	const ids = given.flatMap((each) => each.split(",")).map((id) => id.trim());
	for (const id of ids) {
		if (id === CRITICAL) continue;
		const check = checkOf(id);
		const names = [CRITICAL, ...CHECKS.map((each) => each.id)];
		if (!check) throw usage("sightline audit", `--fail-on names "${id}", which is not a check`, nearNames(id, names));
		if (check.mode === "deep" && mode === "light")
			throw usage("sightline audit", `--fail-on ${id} needs --mode deep; a light audit does not run this check`);
	}
	return [...new Set(ids)];
}

/** The nearest name by spelling, else names that share a word: `json-ld` → `jsonld-parse`. */
function nearNames(id: string, names: readonly string[]): string | undefined {
	const meant = closest(id, names);
	if (meant !== undefined) return meant;
	const [whole, ...words] = [id.replaceAll("-", ""), ...id.split("-")].map((word) => word.toLowerCase());
	const shares = (name: string) =>
		name.replaceAll("-", "").includes(whole ?? "") ||
		words.some((word) => word.length > 2 && name.split("-").includes(word));
	const near = whole === "" ? [] : names.filter(shares);
	return near.length === 0 ? undefined : alternatives(near.slice(0, 5));
}

export function failuresOf(
	{ failUnder, failOn, failOnRegression }: Demands,
	result: AuditResult,
	comparison: BaselineComparison | undefined,
	{ AUDIT_REPORT: say, filled }: Words = ENGLISH,
): string[] {
	const failures: string[] = [];
	if (result.ok && failUnder !== undefined && result.overallScore < failUnder)
		failures.push(filled(say.below, { score: result.overallScore, least: failUnder }));
	const capping = cappingChecks(result);
	const named = result.findings.filter(({ id, outcome }) => {
		return (failOn.includes(id) && isFault(outcome)) || (failOn.includes(CRITICAL) && capping.has(id));
	});
	for (const { id, title } of named) {
		const option = failOn.includes(id) ? id : CRITICAL;
		failures.push(filled(say.failedOn, { title, id, option }));
	}
	// A cap often has the name of its check.
	const worse = new Set(comparison?.worse.map(({ id = say.theScore }) => id));
	if (failOnRegression && worse.size > 0) failures.push(filled(say.worseThan, { checks: listing([...worse], 10) }));
	return failures;
}

const COMMAND = "sightline audit";

export interface AuditPlan {
	readonly domain: string;
	/** Absolute path, for a folder's audit. */
	readonly folder?: string;
	readonly mode: AuditMode;
	readonly pages: number | undefined;
	readonly rate: number | undefined;
	readonly resume: boolean;
	/** File of the last audit. */
	readonly since: string | undefined;
	readonly save: boolean;
	/** Sent to the audited host only. */
	readonly headers: readonly NamedHeader[];
	readonly outputs: readonly Output[];
	readonly baseline: string | undefined;
	readonly demands: Demands;
	/** Language of output for people. */
	readonly lang: Language;
}

export interface Output {
	readonly form: Format;
	/** A path, or `-` for standard output. */
	readonly file: string;
}

type Options = Given<"audit">["options"];

/** The configuration file fills the gaps. @throws Failure `input-invalid` for missing or contradictory options */
export async function planAudit({ options, argument }: Given<"audit">): Promise<AuditPlan> {
	const config = await readConfig(options.config);
	const mode = options.mode ?? config.mode ?? "light";
	const baseline = options.baseline ?? config.baseline;
	if (baseline === "") throw usage(COMMAND, "--baseline is empty; give it the file of an earlier audit");
	const target = targetOf(argument, options, config);
	// Headers of the file are sent to the file's own domain only.
	const configured = target.isConfigured ? Object.entries(config.headers ?? {}) : [];
	const given = options.header.length > 0 ? options.header : configured.map((header) => header.join("="));
	const demands = {
		failUnder: options["fail-under"] ?? config.failUnder,
		failOn: readFailOn(options["fail-on"].length > 0 ? options["fail-on"] : (config.failOn ?? []), mode),
		failOnRegression: options["fail-on-regression"] || config.failOnRegression === true,
	};
	const pages = pagesOf(options, config, mode);
	if (demands.failOnRegression && baseline === undefined)
		throw usage(COMMAND, "--fail-on-regression needs --baseline, the earlier audit to compare with");
	return {
		domain: target.domain,
		...(target.folder === undefined ? {} : { folder: target.folder }),
		mode,
		pages,
		rate: options.rate ?? config.rate,
		...keptOf(options, pages, target.folder),
		save: options.save,
		headers: namedHeaders(COMMAND, given, target),
		outputs: outputsOf(options, config),
		baseline: baseline === undefined ? undefined : resolve(baseline),
		demands,
		lang: languageOf(options, config),
	};
}

const languageOf = ({ lang }: Options, config: AuditConfig): Language => lang ?? config.lang ?? "en";

/** What earlier audits saved of pages. */
function keptOf({ resume, since }: Options, pages: number | undefined, folder: string | undefined) {
	if ((resume || since !== undefined) && (folder !== undefined || pages === undefined || pages <= DEEP_PAGES))
		throw usage(COMMAND, `--resume and --since need a public site and --pages above ${DEEP_PAGES}`);
	return { resume, since: since === undefined ? undefined : resolve(since) };
}

/** A given domain overrides the file's domain and folder; a given folder, the file's folder. */
function targetOf(argument: string | undefined, { dir, as }: Options, config: AuditConfig) {
	const isNamed = argument !== undefined && dir === undefined && as === undefined;
	if (isNamed) return { ...auditTarget(COMMAND, argument, { dir, as }), isConfigured: argument === config.domain };
	const folder = dir ?? config.dir;
	const domain = argument ?? (folder === undefined ? config.domain : undefined);
	const name = as ?? (argument === undefined && folder !== undefined ? (config.as ?? config.domain) : undefined);
	const isConfigured = argument === undefined && as === undefined;
	return { ...auditTarget(COMMAND, domain, { dir: folder, as: name }), isConfigured };
}

function pagesOf(options: Options, config: AuditConfig, mode: AuditMode): number | undefined {
	// Settings for deep audits must not prevent a light one.
	const pages = options.pages ?? (options.mode === "light" ? undefined : config.pages?.toString());
	if (pages === undefined) return undefined;
	if (mode === "light") throw usage(COMMAND, "--pages needs --mode deep; a light audit reads one page");
	const count = pages === "all" ? MAX_PAGES : /^\d+$/.test(pages) ? Number(pages) : Number.NaN;
	if (!(count >= 2 && count <= MAX_PAGES))
		throw usage(COMMAND, `--pages is "${pages}"; give a whole number from 2 to ${MAX_PAGES}, or all`);
	return count;
}

/** Pairs formats with files in order; any of them overrides the file's. */
function outputsOf(options: Options, config: AuditConfig): Output[] {
	const isGiven = options.json || options.format.length > 0 || options.output.length > 0;
	const configured = config.outputs?.map(({ format, file = STDOUT }) => ({ form: format, file }));
	const outputs = isGiven || configured === undefined ? givenOutputs(options) : configured;
	const files = outputs.map(({ file }) => (file === STDOUT ? file : resolve(file)));
	const twice = files.find((file, index) => files.indexOf(file) !== index);
	if (twice !== undefined) throw usage(COMMAND, `Two formats cannot be written to the same output, ${twice}`);
	return outputs;
}

function givenOutputs({ format, output, json }: Options): Output[] {
	if (json && format.length > 0) throw usage(COMMAND, "--json and --format json are the same; use one of them");
	const forms: readonly Format[] = format.length > 0 ? format : [json ? "json" : "pretty"];
	if (forms.length > 1 && output.length !== forms.length)
		throw usage(COMMAND, `Give --output once for each --format: ${forms.length} formats, ${output.length} outputs`);
	if (output.length > forms.length) throw usage(COMMAND, "Give --format once for each --output");
	if (output.includes("")) throw usage(COMMAND, "--output is empty; give it a file, or - for standard output");
	return forms.map((form, index) => ({ form, file: output[index] ?? STDOUT }));
}

export async function run(given: Given<"audit">, io: Io): Promise<ExitCode> {
	const { stdout, stderr, env, started } = io;
	const progress = createProgressLine(stderr);
	let wantsJson = asksForJson(given);
	try {
		const plan = await planAudit(given);
		const { domain, outputs, baseline: path, demands, save } = plan;
		wantsJson = outputs.some(({ form, file }) => form === "json" && file === STDOUT);
		stderr.write(homeOnly([plan]));
		const onExchange = (count: number) => progress.show(`Auditing ${domain}: ${plainCount(count, "response")} read …`);
		for (const { file } of outputs) if (file !== STDOUT) await requireOutput(file);
		const baseline = path === undefined ? undefined : await readBaseline(path);
		progress.show(`Auditing ${domain} …`);
		const credentials = readHeaderValues(plan.headers, env);
		const settings = readEnvironment(env);
		const began = performance.now();
		const onPage = (read: number, left: number) =>
			progress.show(`Auditing ${domain}: ${pageProgress(read, left, performance.now() - began)}`);
		const journal = await journalOf(plan, settings);
		const onAnswer = journal ? undefined : onExchange;
		const request = { ...plan, credentials, onExchange: onAnswer, onPage, journal, program: programOf(io, settings) };
		const found = await auditOnce(request, settings);
		const { result } = found;
		progress.clear();
		const outcomeIn = (words: Words): Outcome => {
			const shown = translatedResult(result, words);
			const comparison = baseline && compareWithBaseline(baseline, result, words, shown);
			return {
				...found,
				result: shown,
				comparison,
				failures: failuresOf(demands, shown, comparison, words),
				again: started,
				words,
			};
		};
		const words = await loadLanguage(plan.lang);
		const outcome = outcomeIn(ENGLISH);
		await write({ forPrograms: outcome, forPeople: outcomeIn(words) }, plan, io);
		if (save) stderr.write(whyNothingKept(result));
		if (!result.ok) return EXIT.notAudited;
		return outcome.failures.length > 0 ? EXIT.under : EXIT.fine;
	} catch (error) {
		progress.clear();
		// If JSON goes to standard output, scripts get JSON even without a result.
		if (isFailure(error) && wantsJson)
			stdout.write(`${JSON.stringify({ ok: false, error: error.message, code: error.code }, null, 2)}\n`);
		throw error;
	}
}

/** Journal for audits of public sites with more pages than the default. */
async function journalOf(
	{ domain, folder, pages, resume, since }: AuditPlan,
	settings: Settings,
): Promise<JournalOptions | undefined> {
	if (folder !== undefined || pages === undefined || pages <= DEEP_PAGES) return undefined;
	const file = journalFile(settings.data, parseTarget(domain).host);
	return { file, resume, since: since === undefined ? undefined : (await readBaseline(since)).auditedAt };
}

const MINUTE_S = 60;

/** `1,204 pages read, 796 left, 8 a second, 2 min to go …` */
function pageProgress(read: number, left: number, ms: number): string {
	const rate = read / Math.max(ms / 1_000, 0.001);
	if (left === 0) return `${plainCount(read, "page")} read …`;
	const seconds = left / rate;
	const time = seconds < MINUTE_S ? "less than a minute" : `${Math.round(seconds / MINUTE_S)} min`;
	return `${plainCount(read, "page")} read, ${plainCount(left, "page")} left, ${rate.toFixed(rate < 10 ? 1 : 0)} a second, ${time} to go …`;
}

function asksForJson({ options: { json, format: forms, output } }: Given<"audit">): boolean {
	return (json || forms.includes("json")) && (output.length === 0 || output.includes(STDOUT));
}

function whyNothingKept({ receipt, access }: AuditResult): string {
	if (receipt && receipt.state !== "unsaved") return "";
	return access === undefined
		? "Not saved: the cause may be on our side or on the network, so this says nothing about the site.\n"
		: "Not saved: an audit with credentials is saved only if it gives a score.\n";
}

/** Failures go to standard error, unless the report for people shows them. */
async function write(
	{ forPrograms, forPeople }: Readonly<Record<"forPrograms" | "forPeople", Outcome>>,
	{ outputs }: AuditPlan,
	{ stdout, stderr }: Io,
): Promise<void> {
	const plain = createInk({ write: () => undefined });
	for (const { form, file } of outputs) {
		const isShown = file === STDOUT;
		const outcome = form === "pretty" || form === "markdown" ? forPeople : forPrograms;
		const pieces = await format(form, outcome, isShown ? createInk(stdout) : plain);
		if (isShown) for (const piece of pieces) stdout.write(piece);
		else await writeOutput(file, [...pieces].join(""));
	}
	if (outputs.some(({ form, file }) => form === "pretty" && file === STDOUT)) return;
	for (const says of forPeople.failures) stderr.write(`sightline: ${says}\n`);
}

export type AuditRequest = Omit<AuditOptions, "target"> & {
	readonly domain: string;
	readonly save: boolean;
	/** How a shell starts the command line; by default the installation's. */
	readonly program?: string;
};

type AuditedOnce = Pick<Outcome, "result" | "home" | "files" | "occurrences">;

/** Saves the result only on request. */
export async function auditOnce(request: AuditRequest, settings: Settings): Promise<AuditedOnce> {
	const target = siteTarget(request);
	if (request.save && new URL(target.url).pathname !== "/")
		throw usage(COMMAND, "--save works for a whole domain, and this folder is published under a path");
	if (request.save) {
		const { refuseRemoved } = await import("#receipts/removal/removal.ts");
		await refuseRemoved(target.host, settings);
	}
	const auditor = await createAuditor(settings, { load: "lone" });
	try {
		const found = await auditor.audit({ ...request, target });
		const { folder } = request;
		const inRepository = folder === undefined ? (file: string) => file : repositoryPaths(folder);
		const files = new Map([...(found.files ?? [])].map(([address, file]) => [address, inRepository(file)]));
		const occurrences = found.occurrences?.map(({ file, ...rest }) => {
			return file === undefined ? rest : { ...rest, file: inRepository(file) };
		});
		return { result: await keep(found, request, settings), home: target.url, files, occurrences };
	} finally {
		await auditor.close();
	}
}

async function keep(
	found: Parameters<typeof recordAudit>[0],
	{ save, program, ...site }: AuditRequest,
	settings: Settings,
): Promise<AuditResult> {
	const place = { baseUrl: settings.baseUrl, program, asked: askedOf(site) };
	const isPrivate = found.report.access !== undefined;
	// Without a score, credentials may have been rejected: save nothing.
	if (!save || (isPrivate && !found.report.ok))
		return toAuditResult(await draftReceipt(found.report, found.record), { ...place, state: "unsaved" });
	const records = await (isPrivate ? openPrivateRecords(settings) : openRecords(settings));
	const recorded = await recordAudit(found, records).finally(() => records.close());
	const { draft } = recorded;
	if (recorded.status === "unreached") return toAuditResult(draft, { ...place, state: "unsaved" });
	// An unchanged result keeps its first receipt, although it was confirmed just now.
	const { id } = recorded.stored;
	const result = toAuditResult(draft, { ...place, state: "pending" });
	if (result.ok && isPrivate) return { ...result, receipt: { id, state: "private" } };
	return { ...result, receipt: { id, state: "pending" } };
}

/** Maps a real path to one relative to the folder's checkout, else to the working directory, with slashes. */
function repositoryPaths(folder: string): (file: string) => string {
	const real = realpathSync(folder);
	const base = checkoutOf(real) ?? realpathSync(".");
	return (file) => relative(base, file).split(sep).join("/");
}

function checkoutOf(folder: string): string | undefined {
	if (existsSync(join(folder, ".git"))) return folder;
	const above = dirname(folder);
	return above === folder ? undefined : checkoutOf(above);
}
