import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isFailure } from "#core/failure.ts";
import { type RunLine, runLineSchema } from "#core/run-line.ts";
import type { LogFault } from "#core/verification.ts";
import { counted } from "#core/wording.ts";
import { decodeStrictly } from "#log/encoding.ts";
import { TILE_WIDTH, tilePath } from "#log/tile.ts";
import { logPaths } from "../seal/log-files.ts";
import { isUnlisted, type LeafRange, parseUnlisted } from "../seal/unlisted-leaves.ts";
import { readIfThere } from "../store/if-there.ts";
import { readReceipt } from "../store/receipt.ts";
import { fileName, receiptFileNames } from "../store/receipt-store.ts";
import { asSentence, listed, RESTORE, reasonOf } from "./log-faults.ts";
import type { AuditLeaf, LogLeaves } from "./log-leaves.ts";
import type { AuditOptions } from "./recompute-log.ts";
import { widthAt } from "./unexpected-files.ts";

/** One file of the receipt store, as far as the log is concerned. */
interface StoredFile {
	/** Relative to the reports directory. */
	readonly file: string;
	readonly domain: string;
	/** Of a file that is a receipt. */
	readonly id?: string;
	readonly auditedAt?: string;
	/** Why it is none, as a sentence. */
	readonly fault?: string;
}

/** Audit leaves by the id of their receipt. */
type Audits = readonly (readonly [string, AuditLeaf])[];

/** Compares the leaves with each other and with the receipt store. */
export async function compareReceipts(options: AuditOptions, leaves: LogLeaves, complete: boolean, size: number) {
	const { reports, withdrawals } = options;
	const faults = leaves.faults(complete).map(({ index, says }) => leafFault(index, says, size));
	const ofLive = await readUnlisted(join(reports, "log"), faults);
	const { absent, unlogged, kept, matching } = await matchReceipts(options, leaves.audits, faults);
	const published = absent.filter(([, { index }]) => !isUnlisted(ofLive, index));
	const missing = published.filter(([id]) => !withdrawals.ids.has(id));
	const { changed, lost } = pairByTime(missing, unlogged);
	for (const { file, leaf } of changed)
		faults.push({ file, says: `It is not the receipt that leaf ${leaf} records for its time.`, todo: RESTORE });
	const presumed = await explainLost(lost, options, faults);
	const pending = unlogged.filter(({ fault }) => !fault).length - changed.length;
	const unlisted = absent.length - published.length;
	const notes = [
		pending > 0 ? `${counted(pending, "receipt")} ${pending === 1 ? "waits" : "wait"} for the next seal.` : "",
		complete ? "" : "Some entries cannot be read: receipts of theirs count as waiting for the next seal.",
		unlisted > 0
			? `${counted(unlisted, "receipt")} of the log ${unlisted === 1 ? "is" : "are"} of live audits and not published.`
			: "",
		kept.length > 0 ? `Taken down by notices.json and still here: ${listed(kept)}.` : "",
		presumed.unknown > 0
			? `${counted(presumed.unknown, "receipt")} of the log cannot be found; taken for what notices.json took down of ${[...withdrawals.domains].join(", ")}.`
			: "",
	];
	const withdrawn = published.length - missing.length + presumed.withdrawn;
	return { counts: { receipts: matching, withdrawn, pending }, faults, notes: notes.filter(Boolean) };
}

function leafFault(leaf: number, says: string, size: number): LogFault {
	const place = { level: "entries", index: Math.floor(leaf / TILE_WIDTH) } as const;
	const todo = "It was signed like this and cannot be undone: report it as a defect of what sealed it.";
	return { file: `log/${tilePath({ ...place, width: widthAt(place, size) })}`, says, todo };
}

/** Which leaves are of live audits, whose receipts are not looked for. */
async function readUnlisted(directory: string, faults: LogFault[]): Promise<readonly LeafRange[]> {
	try {
		return parseUnlisted((await readIfThere(logPaths(directory).unlisted)) ?? "");
	} catch (error) {
		if (!isFailure(error)) throw error;
		faults.push({ file: "log/unlisted", says: reasonOf(error), todo: "Restore it from git." });
		// A list that cannot be read excuses nothing.
		return [];
	}
}

/** Reads every receipt file and looks for its leaf. */
async function matchReceipts(
	{ reports, withdrawals: { ids, active }, onProgress }: AuditOptions,
	audits: LogLeaves["audits"],
	faults: LogFault[],
) {
	const seen = new Set<string>();
	const unlogged: StoredFile[] = [];
	const kept: string[] = [];
	let [matching, done] = [0, 0];
	const directory = join(reports, "receipts");
	const paths = await listReceipts(directory);
	for await (const stored of readReceipts(directory, paths)) {
		const { file, id = "", domain, auditedAt, fault } = stored;
		if (fault) faults.push({ file, says: fault, todo: RESTORE });
		if (active.has(domain) || ids.has(id)) kept.push(file);
		const leaf = audits.get(id);
		if (!leaf) unlogged.push(stored);
		else if (leaf.auditedAt === auditedAt) matching++;
		else
			faults.push({
				file,
				says: `Leaf ${leaf.index} says that it was drawn up at ${leaf.auditedAt}.`,
				todo: "A leaf cannot be changed: draw up the receipt anew, and report this as a defect.",
			});
		if (leaf) seen.add(id);
		onProgress?.({ done: ++done, total: paths.length, step: "receipts" });
	}
	return { absent: [...audits].filter(([id]) => !seen.has(id)), unlogged, kept, matching };
}

/** A file that the log does not know is the one that it lacks, changed, when it bears the same time. */
function pairByTime(missing: Audits, unlogged: readonly StoredFile[]) {
	const changed: { readonly file: string; readonly leaf: number }[] = [];
	const byTime = Map.groupBy(unlogged, ({ file }) => timeOf(file));
	const lost = [...Map.groupBy(missing, ([, { auditedAt }]) => auditedAt)].flatMap(([time, lacking]) => {
		const candidates = byTime.get(time) ?? [];
		const damaged = candidates.filter(({ fault }) => fault);
		// With as many damaged files as are missing, the others are new; otherwise any of them may be meant.
		const suspects = damaged.length >= lacking.length ? damaged : candidates;
		const leaf = lacking[0]?.[1].index ?? 0;
		for (const { file, fault } of suspects) if (!fault) changed.push({ file, leaf });
		return lacking.slice(suspects.length);
	});
	return { changed, lost };
}

/** `2026-11-21T02:00:00.000Z` of the file's name. */
function timeOf(file: string): string {
	const [date = "", time = ""] = (file.split("/").at(-1) ?? "").replace(/(~.*)?\.json$/, "").split("T");
	return `${date}T${time.replaceAll("-", ":")}`;
}

/** A leaf whose receipt has no file: it was taken down with all of its domain, or it is a fault. */
async function explainLost(lost: Audits, { reports, withdrawals }: AuditOptions, faults: LogFault[]) {
	const { domains } = withdrawals;
	const ids = new Set(lost.map(([id]) => id));
	const lines = ids.size > 0 ? await findRunLines(join(reports, "runs"), ids) : new Map<string, RunLine>();
	let [unknown, withdrawn] = [0, 0];
	for (const [id, leaf] of lost) {
		const line = lines.get(id);
		if (line && domains.has(line.domain)) withdrawn++;
		else if (!line && domains.size > 0) unknown++;
		else faults.push(lostReceipt(id, leaf, line));
	}
	return { unknown, withdrawn: withdrawn + unknown };
}

function lostReceipt(id: string, { index, auditedAt }: AuditLeaf, line: RunLine | undefined): LogFault {
	return {
		file: line
			? `receipts/${line.domain}/${fileName({ ...line, auditedAt })}`
			: `receipts/*/${auditedAt.replaceAll(":", "-")}*.json`,
		says: `Receipt file missing: leaf ${index} records the receipt ${id.slice(0, 16)}…, and no file here has that digest.`,
		todo: "Restore it from git, or say in notices.json that it was taken down.",
	};
}

const AT_ONCE = 32;

/** Paths of all receipt files below `receipts/`: `<domain>/<name>`. */
async function listReceipts(directory: string): Promise<string[]> {
	const entries = await readdir(directory, { withFileTypes: true }).catch(noneIfMissing);
	const paths: string[] = [];
	for (const { name: domain } of entries.filter((each) => each.isDirectory()))
		for (const name of await receiptFileNames(join(directory, domain))) paths.push(`${domain}/${name}`);
	return paths.sort();
}

/** Reads every one of them strictly. */
async function* readReceipts(directory: string, paths: readonly string[]): AsyncGenerator<StoredFile> {
	for (let at = 0; at < paths.length; at += AT_ONCE)
		yield* await Promise.all(paths.slice(at, at + AT_ONCE).map((path) => readStored(directory, path)));
}

async function readStored(directory: string, path: string): Promise<StoredFile> {
	const file = `receipts/${path}`;
	const [domain = "", name = ""] = path.split("/");
	try {
		const text = decodeStrictly(await readFile(join(directory, path)));
		if (text === undefined) return { file, domain, fault: "It is not UTF-8 text." };
		const { id, receipt } = await readReceipt(text, "It");
		const place = `${receipt.domain}/${fileName(receipt)}`;
		if (place !== `${domain}/${name}`) return { file, domain, fault: `It is the receipt that belongs at ${place}.` };
		return { file, domain, id, auditedAt: receipt.auditedAt };
	} catch (error) {
		if (isFailure(error)) return { file, domain, fault: asSentence(error) };
		throw error;
	}
}

/** The lines of the run files that name one of these receipts, by its id. A leaf names nobody. */
async function findRunLines(directory: string, ids: ReadonlySet<string>): Promise<Map<string, RunLine>> {
	const found = new Map<string, RunLine>();
	const names = await readdir(directory).catch(noneIfMissing);
	for (const name of names.filter((each) => each.endsWith(".jsonl"))) {
		const text = await readFile(join(directory, name), "utf8");
		for (const line of text.split("\n").map(readRunLine))
			if (line?.receipt !== undefined && ids.has(line.receipt)) found.set(line.receipt, line);
	}
	return found;
}

/** Lines that a hand has written may be anything. */
function readRunLine(text: string): RunLine | undefined {
	try {
		return runLineSchema.safeParse(JSON.parse(text)).data;
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}

function noneIfMissing(error: NodeJS.ErrnoException): [] {
	if (error.code === "ENOENT") return [];
	throw error;
}
