import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { Failure, isFailure } from "#core/failure.ts";
import { receiptsInRemovals } from "#core/notice.ts";
import type { ReceiptLeaf } from "#core/verification.ts";
import { counted } from "#core/wording.ts";
import type { ListLeaf } from "#log/tlog/leaf.ts";
import { formatVerifierKey, hasKey, openNote, type VerifierKey } from "#log/tlog/note.ts";
import { type Disk, type FileToWrite, replaceFile } from "#receipts/store/durable-file.ts";
import { ifThere, namesIn, readIfThere } from "#receipts/store/if-there.ts";
import { readNotices, readTakenDown } from "#receipts/store/notices-file.ts";
import { parseRunName, type RunDigest } from "#receipts/store/run-file.ts";
import {
	blindDomain,
	boundPart,
	coveredBy,
	formatIndex,
	formatKeyChanges,
	formatLeafList,
	type KeyState,
	keptName,
	newestAudits,
	parseIndexHead,
	parseLeafList,
	readKeptFiles,
	readKeyList,
} from "../lists.ts";
import { type GatheredLeaves, receiptsThere } from "./gather-leaves.ts";
import type { LeafIndex } from "./leaf-index.ts";
import { archivedSizes, logPaths, readRetiredKeys, readVerifierKeys } from "./log-folder.ts";
import type { LogHome, OpenLog } from "./seal.ts";

/** Empty if there is neither a log nor a receipt to begin one. */
export async function bindFiles(
	sealed: SealedReports,
	log: OpenLog,
	{ origin, isIndexed = false }: LogHome,
): Promise<FilesToBind> {
	const { index, found } = sealed;
	if (!log.before && found.leaves.length === 0) return { files: [], changed: [], notes: [] };
	const runs = bindRuns(found.runs, index);
	const late = noteLateLeaves(found.leaves, index.lastMoment());
	const directory = join(sealed.reports, "log");
	const [lists, keys] = [await listAbsentLeaves(sealed), await bindKeys(directory, log, index)];
	const kept = await bindKept(sealed.reports, index);
	const files = [...lists, ...keys, ...(await bindPolicy(directory, index)), ...runs.files, ...kept.files];
	const last = isIndexed ? await bindIndex(sealed, origin, files) : [];
	return {
		files: [...files, ...last],
		changed: [...runs.changed, ...kept.changed],
		notes: [...late, ...noteOfPolicy(files, index), ...runs.notes, ...kept.notes],
	};
}

/** Dates are the auditor's claim, so going back in time is only noted. */
function noteLateLeaves(leaves: readonly ReceiptLeaf[], last: string | undefined): string[] {
	const late = leaves.filter(({ auditedAt }) => last !== undefined && auditedAt < last);
	if (late.length === 0 || last === undefined) return [];
	return [
		`${counted(late.length, "leaf is", "leaves are")} dated before ${last}, the date of the leaf before: sealed late, or a clock is wrong.`,
	];
}

export interface FileToBind {
	/** Name of its leaf; for files in the log directory, also the path there. */
	readonly name: string;
	/** Hex SHA-256 of the bytes or lines that `size` counts. */
	readonly digest: string;
	/** In bytes; for a run, in lines. */
	readonly size: number;
	/** The whole file, if the seal writes it. */
	readonly data?: Uint8Array;
	readonly beside?: readonly FileToWrite[];
}

function fileToBind(name: string, data: Uint8Array): FileToBind {
	return { name, digest: hash("sha256", data), size: data.length, data };
}

function isBound({ name, digest, size }: FileToBind, index: LeafIndex): boolean {
	const last = index.listLeaf(name);
	return last?.digest === digest && last.size === size;
}

/** @param at ISO 8601, UTC, milliseconds */
export function leafOf({ name, digest, size }: FileToBind, at: string): ListLeaf {
	return { kind: "list", name, digest, size, at };
}

/** Drops the tail of a killed seal. @throws Failure `log-inconsistent` if the file does not begin with bound bytes */
export async function readBoundList(directory: string, name: string, index: LeafIndex): Promise<string> {
	const last = index.listLeaf(name);
	if (!last) return "";
	const bytes = await ifThere(readFile(join(directory, name)));
	const bound = boundPart(bytes, last);
	if (bound) return new TextDecoder().decode(bound);
	throw new Failure("log-inconsistent", {
		what: `log/${name} is not the file that the log binds, so nothing was signed.`,
		why: bytes ? `Its first ${last.size} bytes are others.` : "It is missing.",
		todo: "Restore the folder log/ from git.",
	});
}

/** Removes the tail of a killed seal, so that readers need not handle it. @throws Failure as `readBoundList` */
export async function sweepTails(directory: string, index: LeafIndex, disk: Disk): Promise<void> {
	for (const name of ["withdrawn", "live"]) {
		const path = join(directory, name);
		const text = await readIfThere(path);
		const bound = await readBoundList(directory, name, index);
		// An empty list stays: every log begins with one.
		if (text !== undefined && text !== bound) await replaceFile(path, bound, disk);
	}
}

interface SealedReports {
	/** Directory of `receipts/`, `runs/` and `log/`. */
	readonly reports: string;
	/** Number of published leaves. */
	readonly size: number;
	readonly index: LeafIndex;
	readonly found: GatheredLeaves;
}

/**
 * Each list begins with the part that the log binds.
 * @throws Failure `log-inconsistent` for a list that differs from the bound one, `log-malformed`, `input-invalid`
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

interface FilesToBind {
	readonly files: readonly FileToBind[];
	/** Names of files, such as `runs/2026-11-21.jsonl`, that differ from what the log binds or could bind. */
	readonly changed: readonly string[];
	readonly notes: readonly string[];
}

/** Binds a changed run again only after a removal or an audit of missing sites; any other change is a fault. */
export function bindRuns(runs: readonly RunDigest[], index: Pick<LeafIndex, "newestList">): FilesToBind {
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
		...[...changed].map((name) => `${name} differs from what the log binds: restore it from git.`),
		...[...again].map((name) => `${name} ${BOUND_AGAIN}`),
	];
	return { files, changed: [...changed], notes };
}

const BOUND_AGAIN =
	"was bound again: a removal has taken something out of it, or a share was run again. Whether anything else was changed shows in git.";

interface RunState {
	readonly name: string;
	readonly size: number;
}

/** Whether a bound run may have changed: same number of lines, and fewer missing or more withdrawn. */
export function mayBindAgain(before: RunState, after: RunState): boolean {
	const [then, now] = [parseRunName(before.name), parseRunName(after.name)];
	if (!then || !now || after.size !== before.size) return false;
	return now.missing < then.missing || (now.missing === then.missing && now.withdrawn > then.withdrawn);
}

/** Binds each private receipt once. */
async function bindKept(reports: string, index: LeafIndex): Promise<FilesToBind> {
	const read = await readKeptFiles(reports);
	const faulty = read.filter(({ fault }) => fault !== undefined);
	const files = read.flatMap(({ kind, sealed }) =>
		sealed ? [{ name: keptName(kind, sealed.id), digest: sealed.id, size: sealed.size }] : [],
	);
	const once = new Map(files.map((file) => [file.name, file]));
	return {
		files: [...once.values()].filter((file) => !isBound(file, index)),
		changed: faulty.map(({ file }) => file),
		notes: faulty.map(({ fault = "" }) => `Left out: ${fault}`),
	};
}

/** Its leaves bind the whole of `log/policy.txt`, or 0 bytes if there is no such file. */
export const POLICY_NAME = "policy";

/** Binds a changed policy, so that a weaker one leaves a trace. */
async function bindPolicy(directory: string, index: LeafIndex): Promise<FileToBind[]> {
	const bytes = await ifThere(readFile(join(directory, "policy.txt")));
	if (!bytes && !index.listLeaf(POLICY_NAME)) return [];
	const data = bytes ?? new Uint8Array();
	const file = { name: POLICY_NAME, digest: hash("sha256", data), size: data.length };
	return isBound(file, index) ? [] : [file];
}

function noteOfPolicy(files: readonly FileToBind[], index: LeafIndex): string[] {
	if (!index.listLeaf(POLICY_NAME) || !files.some(({ name }) => name === POLICY_NAME)) return [];
	return [
		"log/policy.txt is another one than before, and bound as it is: where you have not changed it, restore it from git and seal again.",
	];
}

/**
 * Each rotation adds a leaf; the first one also lists the earlier keys.
 * @throws Failure `log-inconsistent` for a list that differs from the bound one and for a key that this log never
 * had, `log-malformed`
 */
async function bindKeys(directory: string, log: OpenLog, index: LeafIndex): Promise<FileToBind[]> {
	if (!log.before) return [];
	const listed = await readRetiredKeys(directory);
	const fresh = log.retired.filter((key) => !hasKey(listed, key));
	const published = await readVerifierKeys(directory);
	const isAsBefore = fresh.length === 0 && log.keys.every((key) => hasKey(published, key));
	const bound = await readBoundList(directory, "keys", index);
	await expectExplainedKeys(directory, log, bound === "" ? undefined : readKeyList(bound));
	// A killed seal may have added the new key to vkeys. Then the list exists and no leaf binds it.
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
 * Anyone with write access can add a key to `vkeys` or `retired-vkeys`; the next seal must not vouch for it. So
 * each key there must sign now or be bound by a leaf; while no leaf binds keys, it must have signed a checkpoint.
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

async function signersOfKept(directory: string, keys: readonly VerifierKey[]): Promise<string[]> {
	const { archivedCheckpoint } = logPaths(directory);
	const found = new Set<string>();
	for (const size of await archivedSizes(directory)) {
		const text = (await readIfThere(archivedCheckpoint(size))) ?? "";
		try {
			for (const key of (await openNote(text, keys)).signedBy) found.add(formatVerifierKey(key));
		} catch (error) {
			// None of these keys signed it, or it is damaged, which `verify` reports.
			if (!isFailure(error)) throw error;
		}
		if (found.size === keys.length) break;
	}
	return [...found];
}

function refuseStranger(file: string, { name, keyId }: VerifierKey): Failure {
	return new Failure("log-inconsistent", {
		what: `log/${file} has the key ${name}+${keyId}, which this log never had, so nothing was signed.`,
		why: "No leaf binds it and it has signed no checkpoint that is kept: someone has put it there, and readers may have taken it.",
		todo: "Restore the folder log/ from git, and find out who changed it.",
	});
}

/**
 * Must come last, because the index covers all leaves before it.
 * @throws Failure `log-inconsistent`, `log-malformed` for a list of absent receipts that differs from the bound one
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

/** Also true if the log has no index or a damaged one, which is left alone. */
async function isBoundIndex({ reports, index }: SealedReports, shards: readonly FileToWrite[]): Promise<boolean> {
	const bound = await readBoundHead(join(reports, "log"), index);
	if (!bound) return true;
	const paths = new Set([...bound.shards.values()].map((digest) => `index/${digest}`));
	return paths.size === shards.length && shards.every(({ path }) => paths.has(path));
}

async function readBoundHead(directory: string, index: LeafIndex) {
	const newest = index.newestList("index/");
	const covers = newest && coveredBy(newest.name);
	if (covers === undefined) return undefined;
	const head = await ifThere(readFile(join(directory, newest?.name ?? ""), "utf8"));
	if (head === undefined || hash("sha256", head) !== newest?.digest) return undefined;
	return { size: String(covers), shards: parseIndexHead(head, covers) };
}

async function listedLeaves({ reports, index }: SealedReports, others: readonly FileToBind[]) {
	const texts = ["withdrawn", "live"].map((name) => {
		const data = others.find((file) => file.name === name)?.data;
		return data ? new TextDecoder().decode(data) : readBoundList(join(reports, "log"), name, index);
	});
	return new Set((await Promise.all(texts)).flatMap(parseLeafList));
}

function newestByDomain(
	{ size, index, found }: SealedReports,
	listed: ReadonlySet<number>,
): ReadonlyMap<string, number> {
	const leaves = new Map<string, { readonly auditedAt: string; readonly index: number }>();
	for (const { receipt, auditedAt, position } of index.audits())
		if (!listed.has(position)) leaves.set(receipt, { auditedAt, index: position });
	for (const [at, { kind, receipt, auditedAt }] of found.leaves.entries())
		if (kind === "audit") leaves.set(receipt, { auditedAt, index: size + at });
	const ofDomains = found.names.flatMap((name) => {
		const domain = /^receipts\/([^/]+)\/[^/]+$/.exec(name)?.[1];
		const leaf = leaves.get(found.files.get(name)?.digest ?? index.file(name)?.digest ?? "");
		return domain === undefined || !leaf ? [] : [[domain, leaf] as const];
	});
	return new Map([...newestAudits(ofDomains)].map(([domain, leaf]) => [domain, leaf.index]));
}

/** Removes files of earlier indexes and leftovers of killed seals. */
export async function sweepIndex(directory: string, index: LeafIndex, disk: Disk): Promise<void> {
	const names = await namesIn(join(directory, "index"));
	// Leave a damaged index alone, so that `verify` can report it.
	const bound = await readBoundHead(directory, index);
	if (!bound) return;
	const needed = new Set([bound.size, ...bound.shards.values()]);
	for (const name of names) if (!needed.has(name)) await disk.remove(join(directory, "index", name));
}
