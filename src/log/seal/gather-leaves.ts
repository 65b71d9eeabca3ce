import { hash } from "node:crypto";
import { type BigIntStats, readFileSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sha256Hex } from "#core/bytes.ts";
import { isFailure } from "#core/failure.ts";
import type { ReceiptLeaf } from "#core/verification.ts";
import { byCodeUnits, counted } from "#core/wording.ts";
import { formatLeaf, parseLeaf } from "#log/tlog/leaf.ts";
import { namesIn } from "#receipts/store/if-there.ts";
import { readReceipt } from "#receipts/store/receipt.ts";
import { fileName, readPlace } from "#receipts/store/receipt-store.ts";
import { type RunDigest, runDigests, runLineSchema } from "#receipts/store/run-file.ts";
import type { Exported, ExportedLeaf } from "#receipts/watched/export-receipts.ts";
import type { LeafIndex, SealedFile } from "./leaf-index.ts";
import type { LogHome, SealOptions } from "./seal.ts";

export interface GatheredLeaves extends FoundLeaves {
	/** Which of them are receipts of live audits, which are never published. */
	readonly unlisted: ReadonlySet<string>;
	readonly orphans: readonly ReceiptLeaf[];
	readonly runs: readonly RunDigest[];
}

/** Finds the leaves that the log lacks, in log order. */
export async function gatherLeaves(
	reports: string,
	index: LeafIndex,
	pending: readonly ReceiptLeaf[],
	{ exported, onProgress }: { readonly exported: Exported; readonly onProgress: SealOptions["onProgress"] },
): Promise<GatheredLeaves> {
	const progress = (step: string) => (done: number, total: number) => onProgress?.({ done, total, step });
	const sound = new Map(exported.leaves.map((leaf) => [leaf.receipt, leaf]));
	const audits = await findAudits(join(reports, "receipts"), { index, sound }, progress("receipts read"));
	const filed = receiptsOf(audits.leaves);
	const live = findSubmissions(pending, index, filed);
	const unlisted = receiptsOf(live.audits);
	const isAudited = (receipt: string) => filed.has(receipt) || unlisted.has(receipt) || index.hasAudit(receipt);
	const rechecks = await findRechecks(join(reports, "runs"), index, isAudited, progress("run files read"));
	return {
		leaves: orderLeaves([...audits.leaves, ...live.audits], withoutDoubles([...rechecks.leaves, ...live.rechecks])),
		unlisted,
		orphans: live.orphans,
		runs: rechecks.runs,
		files: new Map([...audits.files, ...rechecks.files]),
		names: [...audits.names, ...rechecks.names],
		notes: [...audits.notes, ...rechecks.notes, ...live.notes],
		faulty: audits.faulty || rechecks.faulty || live.faulty,
	};
}

export function receiptsThere(index: LeafIndex, { files, names }: GatheredLeaves): ReadonlySet<string> {
	return new Set(names.flatMap((name) => files.get(name)?.digest ?? index.file(name)?.digest ?? []));
}

function receiptsOf(leaves: readonly ReceiptLeaf[]): ReadonlySet<string> {
	return new Set(leaves.map(({ receipt }) => receipt));
}

/** The same recheck may be in a run file and among the submissions. */
function withoutDoubles(rechecks: readonly ReceiptLeaf[]): ReceiptLeaf[] {
	return [...new Map(rechecks.map((leaf) => [`${leaf.receipt} ${leaf.auditedAt}`, leaf])).values()];
}

/** By time, audits before rechecks, then by receipt. A recheck follows its audit even if a clock was set back. */
function orderLeaves(audits: readonly ReceiptLeaf[], rechecks: readonly ReceiptLeaf[]): ReceiptLeaf[] {
	const auditedAt = new Map(audits.map((leaf) => [leaf.receipt, leaf.auditedAt]));
	const moment = (leaf: ReceiptLeaf) => {
		const audit = auditedAt.get(leaf.receipt) ?? "";
		return leaf.auditedAt > audit ? leaf.auditedAt : audit;
	};
	return [...audits, ...rechecks].sort(
		(a, b) =>
			byCodeUnits(moment(a), moment(b)) ||
			byCodeUnits(a.kind, b.kind) ||
			byCodeUnits(a.receipt, b.receipt) ||
			byCodeUnits(a.auditedAt, b.auditedAt),
	);
}

/** A killed seal may have sealed a leaf without marking it. @param filed receipts with an audit from a file */
function findSubmissions(pending: readonly ReceiptLeaf[], index: LeafIndex, filed: ReadonlySet<string>) {
	const sound = pending.filter(isLeaf);
	const fresh = sound.filter((leaf) => index.position(leaf) === undefined);
	const audits = fresh.filter(
		({ kind, receipt }) => kind === "audit" && !filed.has(receipt) && !index.hasAudit(receipt),
	);
	const known = new Set([...filed, ...audits.map(({ receipt }) => receipt)]);
	const rechecks = fresh.filter(({ kind }) => kind === "recheck");
	const isAudited = ({ receipt }: ReceiptLeaf) => known.has(receipt) || index.hasAudit(receipt);
	// Rechecks whose audit is neither logged nor pending: reported once, then deleted.
	const orphans = rechecks.filter((leaf) => !isAudited(leaf));
	const damaged = pending.length - sound.length;
	return {
		audits,
		rechecks: rechecks.filter(isAudited),
		orphans,
		notes: [
			...(damaged > 0 ? [`Left out of the live store: ${counted(damaged, "submission")} that no log can take.`] : []),
			...(orphans.length > 0
				? [`Given up in the live store: ${counted(orphans.length, "recheck")}, because no such receipt is in the log.`]
				: []),
		],
		faulty: damaged > 0,
	};
}

function isLeaf(leaf: ReceiptLeaf): boolean {
	try {
		return formatLeaf(leaf).length > 0;
	} catch (error) {
		if (isFailure(error)) return false;
		throw error;
	}
}

/** Leaves to mark in the live store: submitted, orphaned, and exported to files. */
interface MarkedLeaves {
	readonly pending: readonly ReceiptLeaf[];
	readonly orphans: readonly ReceiptLeaf[];
	readonly exported: Exported;
}

/** The log is already published, so the next seal retries what fails here. @returns sentences about failures */
export async function markInStore(
	{ submissions, watched }: Pick<LogHome, "submissions" | "watched">,
	{ pending, orphans, exported }: MarkedLeaves,
	position: LeafIndex["position"],
): Promise<string[]> {
	const places = pending.flatMap((leaf) => {
		const index = position(leaf);
		return index === undefined ? [] : [{ leaf, index }];
	});
	try {
		await submissions?.markLogged(places);
		await submissions?.giveUp(orphans);
		await watched?.markSealed(exported.leaves, position);
		return [];
	} catch (error) {
		if (!isFailure(error)) throw error;
		return [
			`The places of the leaves could not be stored in the live store; the next seal stores them. ${error.message}`,
		];
	}
}

const AT_ONCE = 32;
/** Maximum damaged files to name; the rest are only counted. */
const MOST_NAMED = 10;

/**
 * Reports and skips files that are not receipts. Does not read files unchanged since they were sealed.
 * @param directory `<SIGHTLINE_REPORTS>/receipts`
 */
async function findAudits(
	directory: string,
	known: KnownReceipts,
	onRead: (done: number, total: number) => void,
): Promise<FoundLeaves> {
	const leaves: ReceiptLeaf[] = [];
	const files = new Map<string, SealedFile>();
	const faults: string[] = [];
	const names = await receiptNames(directory);
	const candidates = names.flatMap((name) => changed(directory, name, known.index));
	for (let at = 0; at < candidates.length; at += AT_ONCE) {
		const batch = candidates.slice(at, at + AT_ONCE);
		const read = await Promise.all(batch.map(({ name }) => readAudit(directory, name, known)));
		for (const [place, { name, stamp }] of batch.entries()) {
			const found = read[place];
			if (found?.fault !== undefined) faults.push(found.fault);
			if (found?.leaf) leaves.push(found.leaf);
			if (found?.digest !== undefined) files.set(receiptKey(name), { stamp, digest: found.digest });
		}
		onRead(at + batch.length, candidates.length);
	}
	return { leaves, files, names: names.map(receiptKey), notes: namedFaults(faults), faulty: faults.length > 0 };
}

async function receiptNames(directory: string): Promise<string[]> {
	const names: string[] = [];
	for (const name of await namesIn(directory)) {
		if (name.endsWith(".json")) names.push(name);
		else
			for (const file of await namesIn(join(directory, name)))
				if (file.endsWith(".json")) names.push(`${name}/${file}`);
	}
	return names;
}

function changed(directory: string, name: string, index: LeafIndex) {
	const stamp = stampOf(join(directory, name));
	return stamp === undefined || index.file(receiptKey(name))?.stamp === stamp ? [] : [{ name, stamp }];
}

/** Receipts with validated content: validated when sealed, or when exported just now. */
interface KnownReceipts {
	readonly index: LeafIndex;
	readonly sound: ReadonlyMap<string, ExportedLeaf>;
}

/** Returns a digest if the receipt need not be read again: it is in the log, or its leaf is here. */
async function readAudit(
	directory: string,
	name: string,
	{ index, sound }: KnownReceipts,
): Promise<{ readonly digest?: string; readonly leaf?: ReceiptLeaf; readonly fault?: string }> {
	try {
		const text = readFileSync(join(directory, name), "utf8");
		// A receipt's id is its file's digest. Known content may have moved.
		const digest = hash("sha256", text, "hex");
		const isLogged = index.hasAudit(digest);
		const known = isLogged || sound.has(digest) ? (placeOf(sound.get(digest), name) ?? readPlace(text)) : undefined;
		const misplaced = known && placeFault(known.place, name);
		if (misplaced) return misplaced;
		if (known && isLogged) return { digest };
		if (known) return { digest, leaf: auditLeaf(digest, known) };
		const { id, receipt } = await readReceipt(text, `receipts/${name}`);
		if (receipt.access !== undefined)
			return { fault: `receipts/${name} is of an audit with credentials, which no log takes: remove it.` };
		const fault = placeFault(`${receipt.domain}/${fileName(receipt)}`, name);
		if (fault) return fault;
		return { digest, leaf: auditLeaf(id, receipt) };
	} catch (error) {
		if (isFailure(error)) return { fault: error.message };
		// Taken down since the listing.
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
		throw error;
	}
}

/** Where the receipt was exported just now; undefined for any other file. */
function placeOf(exported: ExportedLeaf | undefined, name: string) {
	return exported?.path === name ? { place: name, auditedAt: exported.auditedAt } : undefined;
}

function auditLeaf(receipt: string, { auditedAt }: { readonly auditedAt: string }): ReceiptLeaf {
	return { kind: "audit", receipt, auditedAt };
}

/** A receipt in another domain's folder would pass as that domain's newest. */
function placeFault(belongs: string, name: string): { readonly fault: string } | undefined {
	if (belongs === name) return undefined;
	return { fault: `receipts/${name} is not where it belongs: it is the receipt ${belongs}.` };
}

function namedFaults(faults: readonly string[]): string[] {
	const more = faults.length - MOST_NAMED;
	const named = faults.slice(0, MOST_NAMED).map((fault) => `Left out: ${fault}`);
	return more > 0 ? [...named, `Left out: ${more} more receipts for such reasons.`] : named;
}

function receiptKey(name: string): string {
	return `receipts/${name}`;
}

interface FoundLeaves {
	readonly leaves: readonly ReceiptLeaf[];
	/** Fully read files: not read again once these leaves are in the log. */
	readonly files: ReadonlyMap<string, SealedFile>;
	readonly names: readonly string[];
	readonly notes: readonly string[];
	readonly faulty: boolean;
}

/** Any write changes the inode's ctime, which no program can set. Synchronous: 10 times as fast for many files. */
function stampOf(path: string): string | undefined {
	const stats = statSync(path, { bigint: true, throwIfNoEntry: false }) as BigIntStats | undefined;
	return stats?.isFile() ? `${stats.size}-${stats.mtimeNs}-${stats.ctimeNs}-${stats.ino}` : undefined;
}

/** Rechecks are the lines with outcome `unchanged`. @param directory `<SIGHTLINE_REPORTS>/runs` */
async function findRechecks(
	directory: string,
	index: LeafIndex,
	isAudited: (receipt: string) => boolean,
	onRead: (done: number, total: number) => void,
): Promise<FoundRechecks> {
	const found = { leaves: new Map<string, ReceiptLeaf>(), files: new Map<string, SealedFile>(), notes: [] as string[] };
	const runs: RunDigest[] = [];
	let faulty = false;
	const names = (await namesIn(directory)).filter((name) => name.endsWith(".jsonl"));
	for (const [at, name] of names.entries()) {
		onRead(at, names.length);
		const key = runKey(name);
		const stamp = stampOf(join(directory, name));
		const known = index.file(key);
		if (stamp === undefined || known?.stamp === stamp) continue;
		const text = await readFile(join(directory, name), "utf8");
		const digest = await sha256Hex(text);
		const lines = known?.digest === digest ? NOTHING : readRunFile(text, isAudited);
		for (const leaf of lines.leaves)
			if (index.position(leaf) === undefined) found.leaves.set(`${leaf.receipt} ${leaf.auditedAt}`, leaf);
		// A run with an unreadable line is damaged and must not be bound.
		if (lines.unreadable.length === 0) runs.push(...runDigests(name.slice(0, -".jsonl".length), text));
		found.notes.push(...describeRunFaults(key, lines));
		faulty ||= lines.unreadable.length > 0;
		if (lines.unreadable.length + lines.orphans.length === 0) found.files.set(key, { stamp, digest });
	}
	return { ...found, leaves: [...found.leaves.values()], names: names.map(runKey), runs, faulty };
}

interface FoundRechecks extends FoundLeaves {
	readonly runs: readonly RunDigest[];
}

interface RunFileLines {
	readonly leaves: readonly ReceiptLeaf[];
	readonly unreadable: readonly number[];
	/** Numbers of lines about a receipt without an audit leaf. */
	readonly orphans: readonly number[];
}

const NOTHING: RunFileLines = { leaves: [], unreadable: [], orphans: [] };

function readRunFile(text: string, isAudited: (receipt: string) => boolean): RunFileLines {
	const lines = { leaves: [] as ReceiptLeaf[], unreadable: [] as number[], orphans: [] as number[] };
	let number = 0;
	for (let start = 0; start < text.length; ) {
		const end = text.indexOf("\n", start);
		const line = text.slice(start, end < 0 ? text.length : end);
		start += line.length + 1;
		number++;
		const leaf = line === "" ? undefined : readLine(line);
		if (leaf === "unreadable") lines.unreadable.push(number);
		else if (leaf && isAudited(leaf.receipt)) lines.leaves.push(leaf);
		else if (leaf) lines.orphans.push(number);
	}
	return lines;
}

function readLine(line: string): ReceiptLeaf | "unreadable" | undefined {
	try {
		const parsed = runLineSchema.safeParse(JSON.parse(line));
		if (!parsed.success) return "unreadable";
		const { status, receipt, auditedAt } = parsed.data;
		if (status !== "unchanged") return undefined;
		if (!receipt?.isWellFormed() || !auditedAt?.isWellFormed()) return "unreadable";
		const leaf: ReceiptLeaf = { kind: "recheck", receipt, auditedAt };
		parseLeaf(formatLeaf(leaf));
		return leaf;
	} catch (error) {
		if (error instanceof SyntaxError || isFailure(error)) return "unreadable";
		throw error;
	}
}

function describeRunFaults(name: string, { unreadable, orphans }: RunFileLines): string[] {
	const of = (lines: readonly number[]) =>
		`${lines.length === 1 ? "line" : `${lines.length} lines, the first being line`} ${lines[0]}`;
	return [
		...(unreadable.length > 0
			? [`Left out of ${name}: ${of(unreadable)}, which cannot be read. Restore the file from git.`]
			: []),
		...(orphans.length > 0 ? [`Left out of ${name}: ${of(orphans)}, because no such receipt is in the log.`] : []),
	];
}

function runKey(name: string): string {
	return `runs/${name}`;
}
