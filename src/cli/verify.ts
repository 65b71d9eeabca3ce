import { stat } from "node:fs/promises";
import { relative } from "node:path";
import { shippedRanges } from "#access-logs/bot-ranges.ts";
import { readEnvironment } from "#config/environment.ts";
import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { readNamedText, requireFolder } from "#config/named-file.ts";
import { programOf } from "#config/program.ts";
import { isAccessReceipt, readAccessReceipt } from "#core/access/access-receipt.ts";
import { Failure, isFailure } from "#core/failure.ts";
import { isRehearsal, readRehearsal } from "#core/rehearsal.ts";
import type {
	LogAudit,
	LogFault,
	LogProgress,
	NewestAudit,
	Verification,
	VerificationStep,
} from "#core/verification.ts";
import { counted, digitGroups, plainCount, shortDigest, utcMinute } from "#core/wording.ts";
import { auditSite } from "#log/audit/audit-site.ts";
import { verifyLog } from "#log/audit/verify-log.ts";
import { KEPT, type Kept } from "#log/lists.ts";
import { readSiteBase } from "#log/verify/material.ts";
import { verifyKept } from "#log/verify/verify-kept.ts";
import { verifyNewest } from "#log/verify/verify-newest.ts";
import { verifyReceipt } from "#log/verify/verify-receipt.ts";
import { ifThere } from "#receipts/store/if-there.ts";
import { ENGLISH } from "#site/brief/languages.ts";
import type { Io } from "./arguments.ts";
import type { Given } from "./commands.ts";
import { proveRepair, repairLines } from "./repair.ts";
import { createInk, createProgressLine, fold, type Ink, report, tame } from "./terminal.ts";

export async function verifyLogFolder(
	{ options }: Given<"log verify">,
	{ stdout, stderr, env }: Io,
): Promise<ExitCode> {
	const { key: keys, since, repair, json } = options;
	const settings = readEnvironment(env);
	await requireFolder(settings.reports, "SIGHTLINE_REPORTS");
	const progress = createProgressLine(stderr);
	const request = {
		keys,
		...(since === undefined ? {} : { since }),
		repair,
		onProgress: ({ done, total, step }: LogProgress) => progress.bar(done, total, step),
	};
	const audit = await verifyLog(request, settings).finally(() => progress.clear());
	// A witness's key does not prove whose log it is.
	const keysGiven = audit.signedBy.some((signer) => keys.some((key) => key.startsWith(`${signer}+`)));
	stdout.write(json ? `${JSON.stringify(audit)}\n` : verifyLogReport(audit, { keysGiven }, createInk(stdout)));
	return audit.faults.length === 0 ? EXIT.fine : EXIT.under;
}

export function verifyLogReport(audit: LogAudit, { keysGiven }: { readonly keysGiven: boolean }, ink: Ink): string {
	const fine = audit.faults.length === 0;
	const paragraphs = (texts: readonly string[]) => texts.flatMap((text) => fold(tame(text), ink.width, 2));
	const sections = [
		[fine ? ink.good(ink.strong("The log has no faults")) : ink.bad(ink.strong(headline(audit.faults)))],
		facts(audit, ink),
		["Proved", ...paragraphs(fine ? proved(audit) : [])],
		["Not proved", ...paragraphs(fine ? notProved(audit, keysGiven) : [])],
		["Worth knowing", ...paragraphs(audit.notes)],
		["Faults", ...faultLines(audit.faults, ink)],
		["Repaired", ...paragraphs(audit.repaired)],
	];
	const [head = [], table = [], ...titled] = sections;
	const lists = titled
		.filter(({ length }) => length > 1)
		.map(([title = "", ...lines]) => [ink.strong(title), ...lines]);
	return report([head, table, ...lists]);
}

function headline(faults: readonly LogFault[]): string {
	const named = new Set(faults.map(({ file }) => file)).size;
	const files = faults.reduce((sum, { more = 0 }) => sum + more, named);
	return `The log has faults: ${counted(files, "file is", "files are")} wrong`;
}

function facts({ origin, size, root, signedBy }: LogAudit, ink: Ink): string[] {
	const rows = [
		["log", origin],
		["leaves", digitGroups(size)],
		["root", root],
		["signed by", signedBy.join(", ")],
	];
	return rows
		.filter(([, value]) => value !== "")
		.map(([name = "", value = ""]) => `  ${ink.quiet(name.padEnd(10))}${tame(value)}`);
}

function proved({ size, earlierCheckpoints, receipts, withdrawn }: LogAudit): string[] {
	const before = counted(earlierCheckpoints, "earlier checkpoint is a prefix", "earlier checkpoints are prefixes");
	const matching = `${counted(receipts, "receipt has", "receipts have")} not changed since logged`;
	const down = withdrawn > 0 ? `; ${counted(withdrawn, "was", "were")} taken down, as notices.json says` : "";
	return [
		`Every file of the log agrees with its ${counted(size, "entry", "entries")}, and these give the signed root.`,
		earlierCheckpoints > 0 ? `${before}: every published entry is still there.` : "",
		`${matching}${down}.`,
	].filter(Boolean);
}

function notProved({ witnesses }: LogAudit, keysGiven: boolean): string[] {
	const cosigned = witnesses.map(({ name, at }) => `${name} (${at})`).join(", ");
	return [
		witnesses.length > 0
			? `That every reader sees the same log; it was cosigned by ${cosigned}.`
			: "That every reader sees the same log: no known witness has cosigned it, so a split view is possible.",
		keysGiven ? "" : "Who owns the key: it came from log/vkeys. Use --key with the key that you know.",
	].filter(Boolean);
}

/** More than a screenful does not help; --json has all. */
const MOST_SHOWN = 20;

function otherNames(others: NonNullable<LogFault["others"]>, ink: Ink): string[] {
	const names = others
		.slice(0, MOST_SHOWN)
		.map(({ file, leaf }) => (leaf === undefined ? file : `${file} (leaf ${leaf})`));
	const rest = others.length > MOST_SHOWN ? ["and others; --json names them all"] : [];
	return [...names, ...rest].map((name) => ink.quiet(`      ${tame(name)}`));
}

function faultLines(faults: readonly LogFault[], ink: Ink): string[] {
	const shown = faults
		.slice(0, MOST_SHOWN)
		.flatMap(({ file, says, todo, more, others = [] }) => [
			`  ${ink.bad(tame(file))}`,
			...fold(tame(says), ink.width, 4),
			...fold(tame(todo), ink.width, 4).map(ink.quiet),
			...(more ? [ink.quiet(`    and ${counted(more, "more file")} of this kind`), ...otherNames(others, ink)] : []),
		]);
	const more = faults.length - MOST_SHOWN;
	return more > 0 ? [...shown, `  and ${counted(more, "more", "more")}; --json lists them all`] : shown;
}

const EXIT_CODES: Readonly<Record<Verification["verdict"], ExitCode>> = {
	proved: EXIT.fine,
	"self-consistent": EXIT.fine,
	sample: EXIT.fine,
	undecided: EXIT.badInput,
	disproved: EXIT.under,
};

const MOST_BYTES = 16 * 1024 * 1024;

/** Undefined unless the file contains an access or rehearsal receipt. */
async function verifyFile(
	path: string,
	options: Given<"verify">["options"],
	io: Pick<Io, "stdout" | "env">,
): Promise<ExitCode | undefined> {
	if (!path.endsWith(".json") || !(await ifThere(stat(path)))?.isFile()) return undefined;
	const text = await readNamedText(path, { most: MOST_BYTES, todo: "Name a receipt." });
	const kind = isRehearsal(text) ? "rehearsals" : isAccessReceipt(text) ? "access" : undefined;
	return kind && reportKept(kind, { name: path, text }, options, io);
}

interface KeptWords {
	readonly domain: string;
	/** Size, shown next to the domain. */
	readonly size: string;
	/** What a proof does not cover. */
	readonly notes: readonly string[];
	readonly json: Readonly<Record<string, unknown>>;
}

async function accessWords(text: string, path: string): Promise<KeptWords> {
	const { domain, lines, proofs } = (await readAccessReceipt(text, path)).receipt.report;
	const knowsRanges = proofs.ranges === shippedRanges().digest;
	return {
		domain,
		size: `${digitGroups(lines.read)} lines`,
		notes: [
			`Bots were verified with ${knowsRanges ? "the address lists of this program" : "other address lists than those of this program"}.`,
			"Not proved: that the logs are the site's. Their owner can compute it again with sightline logs --receipt and the same key.",
		],
		json: { knowsRanges },
	};
}

async function rehearsalWords(text: string, path: string): Promise<KeptWords> {
	const { domain, digest, journeys, through, rehearsedAt } = (await readRehearsal(text, path)).rehearsal;
	const seen = through === "browser" ? "a browser" : "raw HTML";
	return {
		domain,
		size: counted(journeys.length, "task"),
		notes: [
			`Not proved: that the site was like this on ${utcMinute(rehearsedAt)}. If it has not changed, sightline rehearse gives the digest ${shortDigest(digest)} again through ${seen}.`,
		],
		json: { digest },
	};
}

async function reportKept(
	kind: Kept,
	file: { readonly name: string; readonly text: string },
	{ proof, key: keys, json }: Given<"verify">["options"],
	{ stdout, env }: Pick<Io, "stdout" | "env">,
): Promise<ExitCode> {
	const { id, steps, isDisproved } = await verifyKept(kind, file, { proof, keys }, readEnvironment(env));
	const words = await (kind === "access" ? accessWords : rehearsalWords)(file.text, file.name);
	const { domain, size, notes } = words;
	if (json) stdout.write(`${JSON.stringify({ id, domain, isDisproved, steps, ...words.json })}\n`);
	else {
		const ink = createInk(stdout);
		const say = (sentence: string) => fold(tame(sentence), ink.width, 2);
		const head = `The ${KEPT[kind].one} is ${isDisproved ? "not valid" : "valid"}`;
		stdout.write(
			report([
				[ink.strong(isDisproved ? ink.bad(head) : ink.good(head))],
				[`  ${tame(domain)}  ${size}  ${shortDigest(id)}`],
				steps.flatMap(({ state, says }) => say(says).map(state === "disproved" ? ink.bad : (line) => line)),
				notes.flatMap(say),
			]),
		);
	}
	return isDisproved ? EXIT.under : EXIT.fine;
}

export async function run({ options, argument }: Given<"verify">, io: Io): Promise<ExitCode> {
	const { stdout, stderr, env } = io;
	const { proof, receipt, from, key: keys, "trust-site-key": trustSiteKey, json } = options;
	const progress = createProgressLine(stderr);
	try {
		const verified = await verifyFile(argument, options, io);
		if (verified !== undefined) return verified;
		const log = readLogAddress(argument);
		if (log) return await auditLogOf(log, options, { stdout, stderr, env });
		if (options.repair !== undefined) return await verifyRepair(options.repair, argument, options, io);
		if (options.newest) return await fetchNewest(argument, options, { stdout, stderr, env });
		const settings = readEnvironment(env);
		const request = {
			subject: argument,
			proof,
			receipt,
			from,
			keys,
			trustSiteKey,
			remember: true,
			program: programOf(io, settings),
			onProgress: progress.show,
		};
		const found = await verifyReceipt(request, settings);
		progress.clear();
		stdout.write(json ? asJson(found) : verifyReport(found, createInk(stdout)));
		return EXIT_CODES[found.verdict];
	} catch (error) {
		progress.clear();
		if (!isFailure(error)) throw error;
		if (json) stdout.write(asJson({ verdict: "none", error: error.message, code: error.code }));
		if (error.code !== "not-fetched") throw error;
		stderr.write(`sightline: ${error.message}\n`);
		return EXIT.notAudited;
	}
}

/** Verifies both receipts, and derives what was repaired. */
async function verifyRepair(
	earlier: string,
	later: string,
	{ proof, receipt, from, newest, key: keys, "trust-site-key": trustSiteKey, json }: Given<"verify">["options"],
	io: Io,
): Promise<ExitCode> {
	if (proof !== undefined || receipt !== undefined || from !== undefined || newest || !later.endsWith(".json"))
		throw new Failure("input-invalid", {
			what: "With --repair, name two receipts (.json), and use only --key, --trust-site-key and --json.",
			todo: "The proof of each is looked up beside it, under its name with .tlog-proof.",
		});
	const { stdout, env } = io;
	const settings = readEnvironment(env);
	const program = programOf(io, settings);
	const repair = await proveRepair(earlier, later, settings);
	const checked: Verification[] = [];
	for (const subject of [earlier, later])
		checked.push(await verifyReceipt({ subject, keys, trustSiteKey, program }, settings));
	const verdict = worstVerdict(checked);
	const code = EXIT_CODES[verdict];
	if (json) {
		stdout.write(asJson({ verdict, receipts: checked, repair }));
		return code;
	}
	const ink = createInk(stdout);
	const receipts = checked.map((found) => [
		...heading(found, ink),
		...found.steps.flatMap((step) => stepLines(step, ink)),
	]);
	const proved =
		code === EXIT.fine
			? repairLines(repair, ink, ENGLISH)
			: [["Nothing is said of the repair: one of the receipts is not proved."]];
	stdout.write(report([...receipts, ...proved]));
	return code;
}

/** The least favourable verdict. */
function worstVerdict(checked: readonly Verification[]): Verification["verdict"] {
	const worst = (["disproved", "undecided", "self-consistent", "sample"] as const).find((verdict) =>
		checked.some((each) => each.verdict === verdict),
	);
	return worst ?? "proved";
}

async function auditLogOf(
	base: URL,
	{ proof, receipt, from, newest, key: keys, "trust-site-key": trustSiteKey, json }: Given<"verify">["options"],
	{ stdout, stderr, env }: Pick<Io, "stdout" | "stderr" | "env">,
): Promise<ExitCode> {
	if (proof !== undefined || receipt !== undefined || from !== undefined || newest)
		throw new Failure("input-invalid", {
			what: "With the address of a log, use only --key, --trust-site-key and --json.",
			todo: "See sightline verify --help.",
		});
	const progress = createProgressLine(stderr);
	const request = { base, keys, trustSiteKey, onProgress: progress.show };
	const { audit, keySource } = await auditSite(request, readEnvironment(env)).finally(() => progress.clear());
	const keysGiven = keySource === "given" || keySource === "pinned";
	stdout.write(json ? asJson(audit) : verifyLogReport(audit, { keysGiven }, createInk(stdout)));
	return audit.faults.length === 0 ? EXIT.fine : EXIT.under;
}

/** Undefined unless the subject is the address of a log. */
function readLogAddress(subject: string): URL | undefined {
	return /^https?:\/\/[^?#]*\/log\/?$/i.test(subject) ? readSiteBase(subject.replace(/log\/?$/i, "")) : undefined;
}

async function fetchNewest(
	subject: string,
	{ proof, receipt, from, key: keys, "trust-site-key": trustSiteKey, json }: Given<"verify">["options"],
	{ stdout, stderr, env }: Pick<Io, "stdout" | "stderr" | "env">,
): Promise<ExitCode> {
	if (proof !== undefined || receipt !== undefined || /[/\\]/.test(subject))
		throw new Failure("input-invalid", {
			what: "--newest works only with a domain.",
			todo: "For example: sightline verify example.com --newest --from https://audit.example.com.",
		});
	const progress = createProgressLine(stderr);
	const request = { subject, from, keys, trustSiteKey, onProgress: progress.show };
	const found = await verifyNewest(request, readEnvironment(env)).finally(() => progress.clear());
	stdout.write(json ? asJson(found) : newestReport(found, createInk(stdout)));
	return EXIT_CODES[found.verdict];
}

function newestReport({ verdict, domain, newest, says, size, from }: NewestAudit, ink: Ink): string {
	const marks = {
		proved: ink.good(ink.strong("PROVED")),
		"self-consistent": ink.middling(ink.strong("AGREES WITH ITSELF")),
		disproved: ink.bad(ink.strong("DISPROVED")),
	};
	const about = newest ? "The newest receipt" : "No receipt";
	const limit =
		"This is from the log's own index. To check that the index is complete, run sightline verify <site>/log/, which reads every receipt.";
	return report([
		[`${marks[verdict]}  ${ink.strong(verdict === "disproved" ? domain : about)}`, ...fold(tame(says), ink.width, 0)],
		verdict === "disproved" ? [] : fold(limit, ink.width, 0).map(ink.quiet),
		[ink.quiet(`Read from ${tame(from)}: ${counted(size, "leaf", "leaves")}.`)],
	]);
}

function asJson(value: unknown): string {
	return `${JSON.stringify(value, null, 2)}\n`;
}

export function verifyReport(found: Verification, ink: Ink): string {
	const sections = [
		heading(found, ink),
		found.steps.flatMap((step) => stepLines(step, ink)),
		found.notices.flatMap((notice) => fold(tame(notice), ink.width, 0)).map(ink.middling),
		limits(found, ink),
		origins(found, ink),
	];
	return report(sections);
}

function heading(found: Verification, ink: Ink): string[] {
	const { content, receipt } = found;
	const name = `Receipt ${shortDigest(receipt)}${content ? ` of ${tame(content.domain)}` : ""}`;
	const lines = [`${verdictMark(found, ink)}  ${ink.strong(name)}`];
	if (content) {
		const score = content.overallScore === undefined ? "no score" : `${content.overallScore} of 100`;
		const where = content.source === "folder" ? ", from a folder" : "";
		const when = utcMinute(content.auditedAt);
		lines.push(ink.quiet(tame(`${score}, ${content.mode} audit${where}, methodology ${content.methodology}, ${when}`)));
	}
	const warning =
		"The key came from the site itself: this only shows that the site agrees with itself. Its operator could have made everything up.";
	return found.verdict === "self-consistent" ? [...lines, ...fold(warning, ink.width, 0).map(ink.middling)] : lines;
}

function verdictMark({ verdict, content, steps }: Verification, ink: Ink): string {
	if (verdict === "disproved") return ink.bad(ink.strong("DISPROVED"));
	if (verdict === "self-consistent") return ink.middling(ink.strong("AGREES WITH ITSELF"));
	if (verdict !== "proved") return ink.middling(ink.strong(verdict.toUpperCase()));
	const whole = content !== undefined || steps.some(({ id, state }) => id === "bytes" && state === "proved");
	return ink.good(ink.strong(whole ? "PROVED" : "IN THE LOG"));
}

const MARKS = { proved: "✓", disproved: "✗", open: "–" } as const;

function stepLines({ state, says }: VerificationStep, ink: Ink): string[] {
	const paint = { proved: ink.good, disproved: ink.bad, open: ink.middling }[state];
	const [first = "", ...rest] = fold(tame(says), ink.width, 4);
	return [`  ${paint(MARKS[state])} ${first.slice(4)}`, ...rest];
}

function limits({ notProved, verdict }: Verification, ink: Ink): string[] {
	if (verdict === "disproved") return [];
	const items = notProved.flatMap(({ says, command }) => {
		const [first = "", ...rest] = fold(tame(says), ink.width, 4);
		return [`  - ${first.slice(4)}`, ...rest, ...(command === undefined ? [] : [`    ${tame(command)}`])];
	});
	return [ink.strong("What this does not prove"), ...items];
}

function origins({ sources }: Verification, ink: Ink): string[] {
	const fetched = sources.filter((source) => source.fetched);
	const head = fetched.length === 0 ? "Nothing was fetched. Read here:" : `Fetched from ${hostsOf(fetched)}:`;
	const shown = fetched.length === 0 ? sources : fetched.filter(({ what }) => what !== "log");
	const tiles = fetched.length - shown.length;
	const names = shown.map(
		({ what, from, fetched: far }) => `${what} ${tame(shortened(far ? new URL(from).pathname : nearby(from)))}`,
	);
	if (fetched.length > 0 && tiles > 0) names.push(`${plainCount(tiles, "file")} of the log`);
	return [head, ...names.map((name) => `  ${name}`)].map(ink.quiet);
}

function hostsOf(sources: Verification["sources"]): string {
	return [...new Set(sources.map(({ from }) => new URL(from).host))].map(tame).join(", ");
}

/** Shortens hashes in a path; --json has them in full. */
function shortened(path: string): string {
	return path.replaceAll(/[0-9a-f]{64}/g, (hash) => shortDigest(hash));
}

function nearby(path: string): string {
	const short = relative("", path);
	return short.startsWith("..") ? path : short;
}
