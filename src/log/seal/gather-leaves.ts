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
	/** Receipts of live audits among them, which are never published. */
	readonly unlisted: ReadonlySet<string>;
	readonly orphans: readonly ReceiptLeaf[];
	readonly runs: readonly RunDigest[];
}

/** What the log lacks, in the log's order. */
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

/** By time, audits before rechecks, then by receipt. A recheck follows its audit even where a clock was set back. */
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

/** A cut-off seal may have sealed a leaf without marking it. @param filed receipts whose audit comes from a file */
function findSubmissions(pending: readonly ReceiptLeaf[], index: LeafIndex, filed: ReadonlySet<string>) {
	const sound = pending.filter(isLeaf);
	const fresh = sound.filter((leaf) => index.position(leaf) === undefined);
	const audits = fresh.filter(
		({ kind, receipt }) => kind === "audit" && !filed.has(receipt) && !index.hasAudit(receipt),
	);
	const known = new Set([...filed, ...audits.map(({ receipt }) => receipt)]);
	const rechecks = fresh.filter(({ kind }) => kind === "recheck");
	const isAudited = ({ receipt }: ReceiptLeaf) => known.has(receipt) || index.hasAudit(receipt);
	// Of receipts whose audit is in no log and does not wait for one: reported once, then deleted.
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

/** Leaves that the live store waits for: submitted, never to be taken, and of receipts that have become files. */
interface MarkedLeaves {
	readonly pending: readonly ReceiptLeaf[];
	readonly orphans: readonly ReceiptLeaf[];
	readonly exported: Exported;
}

/** The log is already published, so the next seal makes up for a failure here. @returns sentences about what failed */
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
/** Most damaged files to name; the rest are only counted. */
const MOST_NAMED = 10;

/**
 * Names and skips a file that is no receipt; does not read one that has not changed since it was sealed.
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

/** Their content was checked: when they were sealed, or as they became files just now. */
interface KnownReceipts {
	readonly index: LeafIndex;
	readonly sound: ReadonlyMap<string, ExportedLeaf>;
}

/** With a digest where the receipt need not be read again: it is in the log, or its leaf is here. */
async function readAudit(
	directory: string,
	name: string,
	{ index, sound }: KnownReceipts,
): Promise<{ readonly digest?: string; readonly leaf?: ReceiptLeaf; readonly fault?: string }> {
	try {
		const text = readFileSync(join(directory, name), "utf8");
		// A receipt's id is its file's digest. Known content may have a new place.
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
		// Taken down between the listing and now.
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
		throw error;
	}
}

/** Where an exported receipt was written just now; undefined for another place. */
function placeOf(exported: ExportedLeaf | undefined, name: string) {
	return exported?.path === name ? { place: name, auditedAt: exported.auditedAt } : undefined;
}

function auditLeaf(receipt: string, { auditedAt }: { readonly auditedAt: string }): ReceiptLeaf {
	return { kind: "audit", receipt, auditedAt };
}

/** The folder gives a receipt's domain: in another folder it would pass as that domain's newest. */
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
	/** Complete files, which need not be read again once these leaves are in the log. */
	readonly files: ReadonlyMap<string, SealedFile>;
	readonly names: readonly string[];
	readonly notes: readonly string[];
	readonly faulty: boolean;
}

/** Any write changes the inode's time, which no program can set. Synchronous: ten times as fast for many files. */
function stampOf(path: string): string | undefined {
	const stats = statSync(path, { bigint: true, throwIfNoEntry: false }) as BigIntStats | undefined;
	return stats?.isFile() ? `${stats.size}-${stats.mtimeNs}-${stats.ctimeNs}-${stats.ino}` : undefined;
}

/** Takes the lines that say `unchanged`. @param directory `<SIGHTLINE_REPORTS>/runs` */
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
		// A run with an unreadable line is not what it was.
		if (lines.unreadable.length === 0) runs.push(...runDigests(name.slice(0, -".jsonl".length), text));
		found.notes.push(...tell(key, lines));
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
	/** Numbers of the lines whose receipt has no audit leaf. */
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

function tell(name: string, { unreadable, orphans }: RunFileLines): string[] {
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
