import { glob, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { setFlagsFromString } from "node:v8";
import type { LogDigests } from "#access-logs/access-receipt.ts";
import { buildAccessReport, type ReportSettings } from "#access-logs/access-report.ts";
import { type BotRanges, shippedRanges, withRangesFile } from "#access-logs/bot-ranges.ts";
import { openLogFile, openLogStream } from "#access-logs/log-source.ts";
import { type NamedLog, readLogs } from "#access-logs/read-logs.ts";
import type { BotKeys } from "#access-logs/signed-requests.ts";
import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { readNamedText } from "#config/named-file.ts";
import type { AccessReport } from "#core/access/access-report.ts";
import { parseTarget } from "#core/target.ts";
import { byCodeUnits, digitGroups } from "#core/wording.ts";
import { ifThere } from "#receipts/store/if-there.ts";
import { type Io, usage } from "./arguments.ts";
import type { Given } from "./commands.ts";
import { requireOutput, writeOutput } from "./output-file.ts";
import { createInk, createProgressLine, tame } from "./terminal.ts";

const COMMAND = "sightline logs";
type Options = Given<"logs">["options"];

export async function run({ all, options }: Given<"logs">, { stdout, stderr, env }: Io): Promise<ExitCode> {
	const domain = domainOf(options);
	const demanded = options["fail-on"] === undefined ? [] : await demandsOf(options["fail-on"]);
	const audited = await auditOf(options.audit, domain, env);
	const settings = await settingsOf(options, domain, audited?.pages ?? []);
	const receipt = await receiptOf(options.receipt, env);
	const logs = await logsOf(all, receipt?.digests);
	const now = receipt?.earlier ? Date.parse(receipt.earlier.readAt) : Date.now();
	// Lines are short-lived garbage: V8's default heap growth would let them take 50 MB.
	for (const flag of ["--semi-space-growth-factor=1", "--heap-growing-percent=20"]) setFlagsFromString(flag);
	const progress = createProgressLine(stderr);
	let done = 0;
	const read = await readLogs(logs, {
		settings,
		now,
		...(options.dns ? { proofs: { byName: (await import("#access-logs/bot-names.ts")).createNameCheck() } } : {}),
		...(await threadsFor(all)),
		onProgress: (bytes) => {
			done += bytes;
			progress.show(`Reading logs: ${digitGroups(Math.round(done / 1e6))} MB …`);
		},
	}).finally(() => progress.clear());
	const seen = buildAccessReport(read, settings);
	const report = audited ? audited.join(seen) : seen;
	// Import formats after reading the logs, to leave the memory for them.
	const { writtenAccess } = await import("./formats/access.ts");
	stdout.write(writtenAccess(report, options.format, createInk(stdout)));
	const isSame = receipt === undefined || (await receipt.keep(report, new Date(now).toISOString(), stderr));
	const isHit = report.changes.some(({ kind }) => demanded.includes(kind));
	return isSame && !isHit ? exitOf(report) : EXIT.under;
}

/** What bots got according to these files, with this version's address lists. @throws Failure as `openLogFile` */
export async function countLogs(files: readonly string[], domain: string, proxies: number): Promise<AccessReport> {
	if (files.includes(STDIN)) throw usage(COMMAND, "Standard input is not a log here: name files");
	const ranges = shippedRanges();
	const settings = { domain, pages: [], ranges, format: undefined, proxies, dns: false };
	const named = await logsOf(files, undefined);
	return buildAccessReport(await readLogs(named, { settings, now: Date.now(), threads: 0 }), settings);
}

/** Imported lazily, because the schemas of reports take memory. */
async function demandsOf(given: string): Promise<readonly string[]> {
	const { ACCESS_CHANGES } = await import("#core/access/access-report.ts");
	const kinds = given.split(",").map((kind) => kind.trim());
	const strange = kinds.find((kind) => !(ACCESS_CHANGES as readonly string[]).includes(kind));
	if (strange === undefined) return kinds;
	throw usage(COMMAND, `--fail-on takes ${ACCESS_CHANGES.join(" and ")}, not "${strange}"`);
}

function domainOf({ as }: Options): string {
	if (as === undefined) throw usage(COMMAND, "--as is missing: name the domain of the logs");
	return parseTarget(as).host;
}

/** Imported only for an audit: logs alone need neither checks nor a network. */
async function auditOf(subject: string | undefined, domain: string, env: NodeJS.ProcessEnv) {
	if (subject === undefined) return undefined;
	const [{ auditBesideLogs }, { joinAudit, pagesOf }, { readEnvironment }] = await Promise.all([
		import("./log-audit.ts"),
		import("#access-logs/join-audit.ts"),
		import("#config/environment.ts"),
	]);
	const { report, record } = await auditBesideLogs(subject, domain, readEnvironment(env));
	return {
		pages: pagesOf(report, record),
		join: (seen: AccessReport) => joinAudit(seen, report, record?.evidence.robots),
	};
}

async function settingsOf(options: Options, domain: string, pages: readonly string[]): Promise<ReportSettings> {
	return {
		domain,
		pages,
		ranges: await rangesOf(options.ranges),
		format: options["log-format"],
		proxies: options.proxies,
		dns: options.dns,
		...(options.keys.length > 0 ? { keys: await Promise.all(options.keys.map(keysOf)) } : {}),
	};
}

const MOST_KEYS = 64 * 1024;

/** Imported only for keys. @param given `<bot>=<file>` */
async function keysOf(given: string): Promise<BotKeys> {
	const file = given.slice(given.indexOf("=") + 1);
	const text = await readNamedText(file, {
		most: MOST_KEYS,
		todo: "Name a bot and a file: --keys ChatGPT-User=keys.json.",
	});
	return (await import("#access-logs/signed-requests.ts")).readBotKeys(given, text);
}

const MOST_RANGES = 4 * 1024 * 1024;

async function rangesOf(files: readonly string[]): Promise<BotRanges> {
	let ranges = shippedRanges();
	for (const file of files) {
		const text = await readNamedText(file, { most: MOST_RANGES, todo: "Name a vendor's list of address ranges." });
		const { mtime } = await stat(file);
		ranges = withRangesFile(ranges, basename(file), text, mtime.toISOString().slice(0, 10));
	}
	return ranges;
}

const STDIN = "-";

async function pathsOf(given: readonly string[]): Promise<string[]> {
	return (await Promise.all(given.map(pathsAt))).flat();
}

/** All files of a folder; expands patterns too, for shells that do not. */
async function pathsAt(given: string): Promise<string[]> {
	const isFolder = given !== STDIN && (await ifThere(stat(given)))?.isDirectory() === true;
	if (given === STDIN || (!isFolder && !/[*?[{]/.test(given))) return [given];
	const found: string[] = [];
	for await (const entry of glob(isFolder ? "**/*" : given, { withFileTypes: true, cwd: isFolder ? given : "." }))
		if (!entry.isDirectory()) found.push(join(entry.parentPath, entry.name));
	if (found.length === 0) throw usage(COMMAND, `No file ${isFolder ? "is in" : "matches"} ${given}`);
	return found.toSorted(byCodeUnits);
}

async function logsOf(given: readonly string[], digests: LogDigests | undefined): Promise<NamedLog[]> {
	return (await pathsOf(given)).map((path) =>
		path === STDIN
			? { name: IN_WORDS, open: () => openLogStream(process.stdin, digests?.of(IN_WORDS)) }
			: { name: basename(path), open: () => openLogFile(path, digests?.of(basename(path))) },
	);
}

const IN_WORDS = "standard input";
const KEY = "SIGHTLINE_ACCESS_KEY";
/** Characters. */
const SHORTEST_KEY = 16;
const MOST_RECEIPT = 16 * 1024 * 1024;

/** Rebuilds and compares an existing receipt, else writes a new one. Imported only on request. */
async function receiptOf(path: string | undefined, env: NodeJS.ProcessEnv) {
	if (path === undefined) return undefined;
	const key = env[KEY];
	if (key === undefined || key.length < SHORTEST_KEY)
		throw usage(COMMAND, `--receipt needs ${KEY}, a secret of at least ${SHORTEST_KEY} characters`);
	const [{ LogDigests }, { accessReceiptText, readAccessReceipt }] = await Promise.all([
		import("#access-logs/access-receipt.ts"),
		import("#core/access/access-receipt.ts"),
	]);
	const todo = "Name a receipt of sightline logs, or a new file.";
	const there = await ifThere(stat(path));
	const text = there ? await readNamedText(path, { most: MOST_RECEIPT, todo }) : undefined;
	if (text === undefined) await requireOutput(path, "--receipt");
	const digests = new LogDigests(key);
	return {
		digests,
		earlier: text === undefined ? undefined : (await readAccessReceipt(text, path)).receipt,
		async keep(report: AccessReport, readAt: string, stderr: Io["stderr"]): Promise<boolean> {
			const made = accessReceiptText(digests.receipt(report, readAt));
			if (text === undefined) await writeOutput(path, made);
			else
				stderr.write(
					text === made
						? `Same bytes: the logs give the same ${path}.\n`
						: `Different bytes: the logs give another ${path}.\n`,
				);
			return text === undefined || text === made;
		},
	};
}

/** Bytes; reading less is faster than starting a thread. */
const READ_HERE = 8 * 1024 * 1024;

async function threadsFor(given: readonly string[]): Promise<{ threads?: number }> {
	if (given.includes(STDIN)) return {};
	const sizes = await Promise.all(
		given.map((path) =>
			stat(path).then(
				({ size }) => size,
				() => 0,
			),
		),
	);
	return sizes.reduce((all, size) => all + size, 0) < READ_HERE ? { threads: 0 } : {};
}

/** A higher share of unreadable lines makes the counts doubtful. */
const DOUBTFUL = 0.05;

function exitOf({ lines, logs }: AccessReport): ExitCode {
	const isWhole = logs.every(({ end }) => end === "whole");
	return isWhole && lines.unread <= lines.read * DOUBTFUL ? EXIT.fine : EXIT.under;
}

export async function listRanges({ options }: Given<"logs ranges">, { stdout }: Io): Promise<ExitCode> {
	const { lists, digest } = await rangesOf(options.ranges);
	const today = Date.now();
	const rows = lists.map(({ id, tokens, published = "not said", taken, ranges, url }) => ({
		id,
		bots: tokens.length > 0 ? tokens : ["CDNs, not bots"],
		ranges: ranges.length,
		published,
		taken,
		days: Math.floor((today - Date.parse(taken)) / 86_400_000),
		url,
	}));
	if (options.json) {
		stdout.write(`${JSON.stringify({ digest, lists: rows }, null, 2)}\n`);
		return EXIT.fine;
	}
	const lines = rows.map(
		({ id, bots, ranges, published, taken, days }) =>
			`${id.padEnd(40)}${digitGroups(ranges).padStart(6)}  ${published.padEnd(10)}  ${taken}  ${String(days).padStart(4)} days  ${bots.join(", ")}`,
	);
	const head = `${"List".padEnd(40)}${"Ranges".padStart(6)}  Published   Copied      Age        Bots`;
	stdout.write(`${[head, ...lines].map(tame).join("\n")}\n`);
	return EXIT.fine;
}
