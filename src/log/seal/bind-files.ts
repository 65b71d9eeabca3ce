import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { Failure, isFailure } from "#core/failure.ts";
import { receiptsInRemovals } from "#core/notice.ts";
import type { ReceiptLeaf } from "#core/verification.ts";
import { counted } from "#core/wording.ts";
import type { ListLeaf } from "#log/tlog/leaf.ts";
import { formatVerifierKey, openNote, type VerifierKey } from "#log/tlog/note.ts";
import { type Disk, replaceFile } from "#receipts/store/durable-file.ts";
import { ifThere, namesIn, readIfThere } from "#receipts/store/if-there.ts";
import { readNotices } from "#receipts/store/notices-file.ts";
import { parseRunName, type RunDigest } from "#receipts/store/run-digest.ts";
import { readTakenDown } from "#receipts/store/taken-down.ts";
import type { FileToWrite } from "#receipts/store/write-all.ts";
import {
	blindDomain,
	coveredBy,
	formatIndex,
	formatKeyChanges,
	formatLeafList,
	isNewerAudit,
	type KeyState,
	parseIndexHead,
	parseLeafList,
	readKeyList,
} from "../lists.ts";
import { type GatheredLeaves, receiptsThere } from "./gather-leaves.ts";
import type { LeafIndex } from "./leaf-index.ts";
import { hasKey, logPaths, readRetiredKeys, readVerifierKeys } from "./log-folder.ts";
import type { OpenLog } from "./open-log.ts";
import type { LogHome } from "./seal.ts";

/** What the log is to bind besides receipts. Nothing where there is no log, and no receipt to begin one with. */
export async function bindFiles(
	sealed: SealedReports,
	log: OpenLog,
	{ origin, isIndexed = false }: LogHome,
): Promise<RunsToBind> {
	const { index, found } = sealed;
	if (!log.before && found.leaves.length === 0) return { files: [], changed: [], notes: [] };
	const runs = bindRuns(found.runs, index);
	const late = noteOfLate(found.leaves, index.lastMoment());
	const directory = join(sealed.reports, "log");
	const [lists, keys] = [await listAbsentLeaves(sealed), await bindKeys(directory, log, index)];
	const files = [...lists, ...keys, ...(await bindPolicy(directory, index)), ...runs.files];
	const last = isIndexed ? await bindIndex(sealed, origin, files) : [];
	return { ...runs, files: [...files, ...last], notes: [...late, ...noteOfPolicy(files, index), ...runs.notes] };
}

/** A date is the auditor's word: one that goes back is no fault, and nobody should have to find it out by chance. */
function noteOfLate(leaves: readonly ReceiptLeaf[], last: string | undefined): string[] {
	const late = leaves.filter(({ auditedAt }) => last !== undefined && auditedAt < last);
	if (late.length === 0 || last === undefined) return [];
	return [
		`${counted(late.length, "leaf is", "leaves are")} dated before ${last}, the date of the leaf before: sealed late, or a clock is wrong.`,
	];
}

/** A file as the next checkpoint is to bind it. */
export interface FileToBind {
	/** As its leaf names it; a file of the log's folder has this path there. */
	readonly name: string;
	/** Hex SHA-256 of what `size` counts. */
	readonly digest: string;
	/** In bytes; of a run, in lines. */
	readonly size: number;
	/** The whole file, where the seal writes it. */
	readonly data?: Uint8Array;
	/** Files of the log's folder that this one names by their digests. */
	readonly beside?: readonly FileToWrite[];
}

/** A file of the log's folder, whole. */
function fileToBind(name: string, data: Uint8Array): FileToBind {
	return { name, digest: hash("sha256", data), size: data.length, data };
}

/** Whether the log says just this of the file already. */
function isBound({ name, digest, size }: FileToBind, index: LeafIndex): boolean {
	const last = index.listLeaves(name).at(-1);
	return last?.digest === digest && last.size === size;
}

/** @param at ISO 8601, UTC, milliseconds */
export function leafOf({ name, digest, size }: FileToBind, at: string): ListLeaf {
	return { kind: "list", name, digest, size, at };
}

/**
 * The bytes of a list as the log binds them. What a seal that was cut off has written behind them is left out.
 * @throws Failure `log-inconsistent` where the file does not begin with them
 */
export async function readBoundList(directory: string, name: string, index: LeafIndex): Promise<string> {
	const last = index.listLeaves(name).at(-1);
	if (!last) return "";
	const bytes = (await ifThere(readFile(join(directory, name))))?.subarray(0, last.size);
	if (bytes && hash("sha256", bytes) === last.digest) return bytes.toString("utf8");
	throw new Failure("log-inconsistent", {
		what: `log/${name} is not the file that the log binds, so nothing was signed.`,
		why: bytes ? `Its first ${last.size} bytes are others.` : "It is missing.",
		todo: "Restore the folder log/ from git.",
	});
}

/**
 * Takes away what a seal that was cut off has written behind the bound bytes of the lists of absent receipts: nothing binds it,
 * and readers would have to know.
 * @throws Failure as `readBoundList`
 */
export async function sweepTails(directory: string, index: LeafIndex, disk: Disk): Promise<void> {
	for (const name of ["withdrawn", "live"]) {
		const path = join(directory, name);
		const text = await readIfThere(path);
		const bound = await readBoundList(directory, name, index);
		// An empty list stays: with one every log begins.
		if (text !== undefined && text !== bound) await replaceFile(path, bound, disk);
	}
}

/** A reports directory and what of it is in the log, or is about to be. */
interface SealedReports {
	/** Directory of `receipts/`, `runs/` and `log/`. */
	readonly reports: string;
	/** Leaves that are published. */
	readonly size: number;
	readonly index: LeafIndex;
	readonly found: GatheredLeaves;
}

/**
 * The lists `log/live` and `log/withdrawn`, where the log does not bind them as they are to be. Each begins with what the
 * log binds of it.
 * @throws Failure `log-inconsistent` for a list that is not the one that was bound, `log-malformed`, `input-invalid`
 */
async function listAbsentLeaves(sealed: SealedReports): Promise<FileToBind[]> {
	const { reports, index } = sealed;
	const bound = (name: string) => readBoundList(join(reports, "log"), name, index).then(parseLeafList);
	const live = [...(await bound("live")), ...newLive(sealed)];
	const withdrawn = await bound("withdrawn");
	const listed = new Set([...live, ...withdrawn]);
	withdrawn.push(...(await takenDownLeaves(sealed)).filter((leaf) => !listed.has(leaf)));
	return [
		...(withdrawn.length > 0 ? [listOf("withdrawn", withdrawn)] : []),
		...(live.length > 0 ? [listOf("live", live)] : []),
	].filter((file) => !isBound(file, index));
}

function listOf(name: string, leaves: readonly number[]): FileToBind {
	return fileToBind(name, new TextEncoder().encode(formatLeafList(leaves)));
}

function newLive({ size, found }: SealedReports): number[] {
	return found.leaves.flatMap(({ kind, receipt }, at) =>
		kind === "audit" && found.unlisted.has(receipt) ? [size + at] : [],
	);
}

/** Leaves of receipts that removals have named, by their ids, and that are gone. */
async function takenDownLeaves({ reports, size, index, found }: SealedReports): Promise<number[]> {
	const named = receiptsInRemovals(await readNotices(join(reports, "notices.json")));
	const ids = new Set([...named, ...(await readTakenDown(reports))]);
	if (ids.size === 0) return [];
	const fresh = new Map(found.leaves.map(({ kind, receipt }, at) => [kind === "audit" ? receipt : "", size + at]));
	const there = receiptsThere(index, found);
	return [...ids]
		.filter((id) => !there.has(id))
		.flatMap((id) => index.auditPosition(id) ?? fresh.get(id) ?? [])
		.sort((a, b) => a - b);
}

interface RunsToBind {
	readonly files: readonly FileToBind[];
	/** Names of files, as `runs/2026-11-21.jsonl`, that are not what the log binds. */
	readonly changed: readonly string[];
	readonly notes: readonly string[];
}

/**
 * The runs that the log does not bind as they are. One that was bound may be bound anew where a removal has taken something
 * out of its lines since, or sites that it lacked were audited; any other change is one that nobody should make.
 * @param runs of the files that were read
 */
export function bindRuns(runs: readonly RunDigest[], index: Pick<LeafIndex, "newestList">): RunsToBind {
	const files: FileToBind[] = [];
	const [changed, again] = [new Set<string>(), new Set<string>()];
	for (const { name, run, lines, digest } of runs) {
		const last = index.newestList(run);
		if (last?.name === name && last.digest === digest && last.size === lines) continue;
		const file = `runs/${parseRunName(name)?.night}.jsonl`;
		if (last && !mayBindAgain(last, { name, size: lines })) {
			changed.add(file);
			continue;
		}
		files.push({ name, digest, size: lines });
		if (last) again.add(file);
	}
	const notes = [
		...[...changed].map((name) => `${name} is not what the log binds of it: restore it from git.`),
		...[...again].map((name) => `${name} ${BOUND_AGAIN}`),
	];
	return { files, changed: [...changed], notes };
}

const BOUND_AGAIN =
	"was bound again: a removal has taken something out of it, or a share was run again. Whether anything else was changed shows in git.";

/** What a leaf says of a run. */
interface RunState {
	readonly name: string;
	readonly size: number;
}

/** Whether a run that was bound before may have other lines now: as many, and fewer missing, or more withdrawn than then. */
export function mayBindAgain(before: RunState, after: RunState): boolean {
	const [then, now] = [parseRunName(before.name), parseRunName(after.name)];
	if (!then || !now || after.size !== before.size) return false;
	return now.missing < then.missing || (now.missing === then.missing && now.withdrawn > then.withdrawn);
}

/** Name of the leaves that bind `log/policy.txt`, as a whole; one that was taken away as a file of no bytes. */
export const POLICY_NAME = "policy";

/** The policy, where it is another one than the log binds: so nobody weakens it without a trace. */
async function bindPolicy(directory: string, index: LeafIndex): Promise<FileToBind[]> {
	const bytes = await ifThere(readFile(join(directory, "policy.txt")));
	if (!bytes && index.listLeaves(POLICY_NAME).length === 0) return [];
	const data = bytes ?? new Uint8Array();
	const file = { name: POLICY_NAME, digest: hash("sha256", data), size: data.length };
	return isBound(file, index) ? [] : [file];
}

/** @param files what a seal binds */
function noteOfPolicy(files: readonly FileToBind[], index: LeafIndex): string[] {
	const before = index.listLeaves(POLICY_NAME).length;
	if (before === 0 || !files.some(({ name }) => name === POLICY_NAME)) return [];
	return [
		"log/policy.txt is another one than before, and bound as it is: where you have not changed it, restore it from git and seal again.",
	];
}

/**
 * The list `log/keys`, where keys come or go: a rotation is a leaf. It begins with the first of them, and then has the keys
 * that were there before as well.
 * @throws Failure `log-inconsistent` for a list that is not the one that was bound and for a key that this log never had, `log-malformed`
 */
async function bindKeys(directory: string, log: OpenLog, index: LeafIndex): Promise<FileToBind[]> {
	if (!log.before) return [];
	const listed = await readRetiredKeys(directory);
	const fresh = log.retired.filter((key) => !hasKey(listed, key));
	const published = await readVerifierKeys(directory);
	const isAsBefore = fresh.length === 0 && log.keys.every((key) => hasKey(published, key));
	const bound = await readBoundList(directory, "keys", index);
	await expectExplainedKeys(directory, log, bound === "" ? undefined : readKeyList(bound));
	// A seal that was cut off may have put the new key into vkeys: then the list is there and nothing binds it.
	const isBegun = bound !== "" || (await readIfThere(logPaths(directory).keys)) !== undefined;
	if (isAsBefore && !isBegun) return [];
	const now = { inUse: texts(log.keys), retired: texts([...fresh, ...listed]) };
	const text = bound + formatKeyChanges(readKeyList(bound), now);
	return [fileToBind("keys", new TextEncoder().encode(text))].filter((file) => !isBound(file, index));
}

function texts(keys: readonly VerifierKey[]): string[] {
	return keys.map(formatVerifierKey);
}

/**
 * Whoever can write the folder can put a key of his own into `vkeys` or `retired-vkeys`: the next seal must not sign that the log
 * has had it. Each key there is one that signs now, or one that leaves bind; in a log that has bound none yet, one that has signed
 * a kept checkpoint.
 * @param bound undefined where no leaf binds keys
 * @throws Failure `log-inconsistent` that names the file
 */
async function expectExplainedKeys(
	directory: string,
	{ before, signers }: Pick<OpenLog, "before" | "signers">,
	bound: KeyState | undefined,
): Promise<void> {
	const own = [...signers, ...(bound ? [] : (before?.note.signedBy ?? []))].map(formatVerifierKey);
	const known = new Set([...own, ...(bound?.inUse ?? []), ...(bound?.retired ?? [])]);
	const { verifierKeys, retiredKeys } = logPaths(directory);
	for (const [path, keys] of [
		[verifierKeys, await readVerifierKeys(directory)],
		[retiredKeys, await readRetiredKeys(directory)],
	] as const) {
		const strange = keys.filter((key) => !known.has(formatVerifierKey(key)));
		const signed = bound || strange.length === 0 ? [] : await signersOfKept(directory, strange);
		const [stranger] = strange.filter((key) => !signed.includes(formatVerifierKey(key)));
		if (stranger) throw refuseStranger(basename(path), stranger);
	}
}

/** Those of the keys that have signed a checkpoint of the log that is kept. */
async function signersOfKept(directory: string, keys: readonly VerifierKey[]): Promise<string[]> {
	const { checkpoints, archivedCheckpoint } = logPaths(directory);
	const found = new Set<string>();
	for (const name of await namesIn(checkpoints)) {
		const size = Number(name);
		const text = Number.isSafeInteger(size) ? await readIfThere(archivedCheckpoint(size)) : undefined;
		if (text === undefined) continue;
		try {
			for (const key of (await openNote(text, keys)).signedBy) found.add(formatVerifierKey(key));
		} catch (error) {
			// Signed by none of these, or damaged, which verify names.
			if (!isFailure(error)) throw error;
		}
		if (found.size === keys.length) break;
	}
	return [...found];
}

function refuseStranger(file: string, { name, keyId }: VerifierKey): Failure {
	return new Failure("log-inconsistent", {
		what: `log/${file} has the key ${name}+${keyId}, which this log never had, so nothing was signed.`,
		why: "No leaf binds it and it has signed no checkpoint that is kept: somebody has put it there, and readers may have taken it.",
		todo: "Restore the folder log/ from git, and find out who changed it.",
	});
}

/**
 * The index of domains, as the last leaf of a seal that has anything else, or where the lines of the one that is bound are
 * others by now: it covers all leaves before it.
 * @param others what else is bound
 * @throws Failure `log-inconsistent`, `log-malformed` for a list of absent receipts that is not what was bound
 */
async function bindIndex(sealed: SealedReports, origin: string, others: readonly FileToBind[]): Promise<FileToBind[]> {
	const { size, found } = sealed;
	const added = found.leaves.length + others.length;
	const newest = newestByDomain(sealed, await listedLeaves(sealed, others));
	const byName = [...newest].map(([domain, leaf]) => [blindDomain(origin, domain), leaf] as const);
	const { head, shards } = formatIndex(size + added, new Map(byName));
	if (added === 0 && (await isBoundIndex(sealed, shards))) return [];
	return [{ ...fileToBind(head.path, head.data), beside: shards }];
}

/** Whether the log's index says just this; one that has none, or whose index is damaged, stays as it is. */
async function isBoundIndex({ reports, index }: SealedReports, shards: readonly FileToWrite[]): Promise<boolean> {
	const bound = await readBoundHead(join(reports, "log"), index);
	if (!bound) return true;
	const paths = new Set([...bound.shards.values()].map((digest) => `index/${digest}`));
	return paths.size === shards.length && shards.every(({ path }) => paths.has(path));
}

/** The shards of the index that the log binds; undefined where its head is not there as it was bound. */
async function readBoundHead(directory: string, index: LeafIndex) {
	const newest = index.newestList("index/");
	const covers = newest && coveredBy(newest.name);
	if (covers === undefined) return undefined;
	const head = await ifThere(readFile(join(directory, newest?.name ?? ""), "utf8"));
	if (head === undefined || hash("sha256", head) !== newest?.digest) return undefined;
	return { size: String(covers), shards: parseIndexHead(head, covers) };
}

/** Leaves whose receipts are not published, whatever lies in the folder: as these lists are to be after this seal. */
async function listedLeaves({ reports, index }: SealedReports, others: readonly FileToBind[]) {
	const texts = ["withdrawn", "live"].map((name) => {
		const data = others.find((file) => file.name === name)?.data;
		return data ? new TextDecoder().decode(data) : readBoundList(join(reports, "log"), name, index);
	});
	return new Set((await Promise.all(texts)).flatMap(parseLeafList));
}

/** The newest audit leaf of every domain that has a receipt here; of two at one time the later leaf. */
function newestByDomain(
	{ size, index, found }: SealedReports,
	listed: ReadonlySet<number>,
): ReadonlyMap<string, number> {
	const leaves = new Map<string, { readonly auditedAt: string; readonly index: number }>();
	for (const { receipt, auditedAt, position } of index.audits())
		if (!listed.has(position)) leaves.set(receipt, { auditedAt, index: position });
	for (const [at, { kind, receipt, auditedAt }] of found.leaves.entries())
		if (kind === "audit") leaves.set(receipt, { auditedAt, index: size + at });
	const newest = new Map<string, { readonly auditedAt: string; readonly index: number }>();
	for (const name of found.names) {
		const domain = /^receipts\/([^/]+)\/[^/]+$/.exec(name)?.[1];
		const leaf = leaves.get(found.files.get(name)?.digest ?? index.file(name)?.digest ?? "");
		if (domain === undefined || !leaf) continue;
		const known = newest.get(domain);
		if (!known || isNewerAudit(leaf, known)) newest.set(domain, leaf);
	}
	return new Map([...newest].map(([domain, leaf]) => [domain, leaf.index]));
}

/** Takes away the files of earlier indexes, and of those that a killed seal left. */
export async function sweepIndex(directory: string, index: LeafIndex, disk: Disk): Promise<void> {
	const names = await namesIn(join(directory, "index"));
	// What verify names is not made worse.
	const bound = await readBoundHead(directory, index);
	if (!bound) return;
	const needed = new Set([bound.size, ...bound.shards.values()]);
	for (const name of names) if (!needed.has(name)) await disk.remove(join(directory, "index", name));
}
