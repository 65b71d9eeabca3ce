import { hash } from "node:crypto";
import { join } from "node:path";
import { readAccessReceipt } from "#core/access/access-receipt.ts";
import { isFailure } from "#core/failure.ts";
import { readRehearsal } from "#core/rehearsal.ts";
import { byCodeUnits } from "#core/wording.ts";
import { canonicalLines, malformed, parseDecimal } from "#log/tlog/canonical.ts";
import type { ListLeaf } from "#log/tlog/leaf.ts";
import type { FileToWrite } from "#receipts/store/durable-file.ts";
import { namesIn, readIfThere } from "#receipts/store/if-there.ts";

/** The bytes of an append-only file that a leaf binds; undefined if the file does not begin with them. */
export function boundPart<T extends Uint8Array>(bytes: T | undefined, { size, digest }: Omit<ListLeaf, "kind" | "at">) {
	const bound = bytes?.subarray(0, size);
	return bound?.length === size && hash("sha256", bound) === digest ? bound : undefined;
}

/** One leaf index per line, in order of addition. @throws Failure `log-malformed`, also for a duplicate index */
export function parseLeafList(text: string): number[] {
	const indices = new Set<number>();
	for (const [at, line] of canonicalLines(text, "list of leaves").entries()) {
		const index = parseDecimal(line);
		if (index === undefined)
			throw malformed("list of leaves", `Its line ${at + 1} is "${line.slice(0, 40)}", which is no index.`);
		if (indices.has(index)) throw malformed("list of leaves", `It has leaf ${index} twice.`);
		indices.add(index);
	}
	return [...indices];
}

export function formatLeafList(indices: readonly number[]): string {
	return indices.map((index) => `${index}\n`).join("");
}

/** Leaves of live audits, whose receipts are never published. @throws Failure `log-malformed` */
export async function readLiveLeaves(directory: string): Promise<(index: number) => boolean> {
	const live = new Set(parseLeafList((await readIfThere(join(directory, "live"))) ?? ""));
	return (index) => live.has(index);
}

/** Keys in vkey form, newest first. */
export interface KeyState {
	readonly inUse: readonly string[];
	readonly retired: readonly string[];
}

const LINE = /^(use|retire) (\S.*)$/;

/**
 * Lines are `use <vkey>` for each key that became the newest, and `retire <vkey>` for each retired key.
 * @throws Failure `log-malformed`, also for a duplicate key or a retired key that was never in use
 */
export function readKeyList(text: string): KeyState {
	let state: KeyState = { inUse: [], retired: [] };
	for (const [at, line] of canonicalLines(text, "list of keys").entries()) {
		const [, change, key] = LINE.exec(line) ?? [];
		const next =
			key === undefined ? "is neither use <key> nor retire <key>" : afterChange(state, change === "use", key);
		if (typeof next === "string") throw malformed("list of keys", `Its line ${at + 1} ${next}.`);
		state = next;
	}
	return state;
}

function afterChange({ inUse, retired }: KeyState, comes: boolean, key: string): KeyState | string {
	if (!comes && !inUse.includes(key)) return "gives up a key that is not in use";
	if (!comes) return { inUse: inUse.filter((each) => each !== key), retired: [key, ...retired] };
	return [...inUse, ...retired].includes(key) ? "names a key that it had before" : { inUse: [key, ...inUse], retired };
}

export function formatKeyChanges(from: KeyState, to: KeyState): string {
	const known = [...from.inUse, ...from.retired];
	const came = [...to.inUse, ...to.retired].filter((key) => !known.includes(key));
	const went = to.retired.filter((key) => !from.retired.includes(key));
	const lines = (change: string, keys: readonly string[]) => keys.toReversed().map((key) => `${change} ${key}\n`);
	return [...lines("use", came), ...lines("retire", went)].join("");
}

/** A private receipt: its owner keeps the file, and only its digest is in the log. */
export interface KeptReceipt {
	/** Hex SHA-256 of its canonical form. */
	readonly id: string;
	/** Sentences; empty if the receipt is consistent. */
	readonly faults: readonly string[];
}

interface KeptKind {
	readonly one: string;
	readonly several: string;
	/** The command that creates it again. */
	readonly command: string;
	/** What verification says of a consistent one. */
	readonly holds: string;
	/** @throws Failure */
	read(text: string, file: string): Promise<KeptReceipt>;
}

/**
 * By folder of the reports directory. The leaf `<folder>/<id>` binds a receipt in that folder, and the receipt is
 * never published.
 */
export const KEPT = {
	access: {
		one: "receipt of access",
		several: "receipts of access",
		command: "sightline logs --receipt",
		holds: "It is in canonical form (RFC 8785), and its counts add up.",
		read: readAccessReceipt,
	},
	rehearsals: {
		one: "rehearsal",
		several: "rehearsals",
		command: "sightline rehearse --receipt",
		holds: "Its digest is the one of its journeys, and each outcome fits its steps.",
		read: readRehearsal,
	},
} as const satisfies Readonly<Record<string, KeptKind>>;
export type Kept = keyof typeof KEPT;

export const KEPT_KINDS = Object.keys(KEPT) as readonly Kept[];

/** Name of the leaf. */
export function keptName(kind: Kept, id: string): string {
	return `${kind}/${id}`;
}

export function isKeptName(name: string): boolean {
	return KEPT_KINDS.some((kind) => name.startsWith(keptName(kind, "")));
}

export interface KeptFile {
	readonly kind: Kept;
	/** Relative to the reports directory. */
	readonly file: string;
	/** `size` in bytes. Undefined if the file is not such a receipt. */
	readonly sealed?: { readonly id: string; readonly size: number };
	readonly fault?: string;
}

/** Every `.json` file in these folders of the reports directory. */
export async function readKeptFiles(reports: string): Promise<KeptFile[]> {
	const lists = await Promise.all(
		KEPT_KINDS.map(async (kind) => {
			const names = (await namesIn(join(reports, kind))).filter((name) => name.endsWith(".json"));
			return Promise.all(names.map((name) => readKeptFile(reports, kind, `${kind}/${name}`)));
		}),
	);
	return lists.flat();
}

async function readKeptFile(reports: string, kind: Kept, file: string): Promise<KeptFile> {
	const text = (await readIfThere(join(reports, file))) ?? "";
	try {
		const { id, faults } = await KEPT[kind].read(text, file);
		const all = hash("sha256", text) === id ? faults : [...faults, "It is not in canonical form (RFC 8785)."];
		if (all.length > 0) return { kind, file, fault: `${file}: ${all.join(" ")}` };
		return { kind, file, sealed: { id, size: Buffer.byteLength(text) } };
	} catch (error) {
		if (isFailure(error)) return { kind, file, fault: error.message };
		throw error;
	}
}

interface IndexFiles {
	/** Lists the shards. Its path and its leaf's name are `index/<number of leaves covered>`. */
	readonly head: FileToWrite;
	/** Each at `index/<its SHA-256>`, so an unchanged shard keeps its name. */
	readonly shards: readonly FileToWrite[];
}

const INDEX_NAME = /^index\/(0|[1-9]\d{0,15})$/;

/** Number of leaves that the index of this leaf name covers. Undefined if the name is not an index's. */
export function coveredBy(name: string): number | undefined {
	const size = INDEX_NAME.exec(name)?.[1];
	return size === undefined ? undefined : Number(size);
}

interface AuditedLeaf {
	/** ISO 8601, UTC, milliseconds. */
	readonly auditedAt: string;
	readonly index: number;
}

/** Compares dates, then leaf indexes. */
export function isNewerAudit(leaf: AuditedLeaf, than: AuditedLeaf): boolean {
	return leaf.auditedAt > than.auditedAt || (leaf.auditedAt === than.auditedAt && leaf.index > than.index);
}

/** The newest audit of each key. */
export function newestAudits<T extends AuditedLeaf>(audits: Iterable<readonly [string, T]>): Map<string, T> {
	const newest = new Map<string, T>();
	for (const [key, audit] of audits) {
		const known = newest.get(key);
		if (!known || isNewerAudit(audit, known)) newest.set(key, audit);
	}
	return newest;
}

/** Maximum lines per shard, about 20 kB, until there are 4,096 shards. */
const SHARD_LINES = 256;
const MOST_DIGITS = 3;

/** Hex SHA-256 over the log's name and the domain, each with a newline. Anyone who guesses a name finds it. */
export function blindDomain(origin: string, domain: string): string {
	return hash("sha256", `${origin}\n${domain}\n`);
}

/** @param size number of leaves covered @param newest leaf index by blinded domain */
export function formatIndex(size: number, newest: ReadonlyMap<string, number>): IndexFiles {
	const lines = [...newest].sort(([a], [b]) => byCodeUnits(a, b)).map(([key, leaf]) => `${key} ${leaf}\n`);
	const digits = digitsFor(lines.length);
	const byPrefix = Map.groupBy(lines, (line) => line.slice(0, digits));
	const shards = prefixes(digits).map((prefix) => {
		const data = Buffer.from((byPrefix.get(prefix) ?? []).join(""));
		return { prefix, path: `index/${hash("sha256", data)}`, data };
	});
	const list = shards.map(({ prefix, path }) => `${prefix || ALL} ${path.slice("index/".length)}\n`);
	const head = { path: `index/${size}`, data: Buffer.from([`size ${size}\n`, ...list].join("")) };
	return { head, shards: [...new Map(shards.map(({ path, data }) => [path, { path, data }])).values()] };
}

const ALL = "all";

function digitsFor(lines: number): number {
	let digits = 0;
	while (digits < MOST_DIGITS && lines > SHARD_LINES * 16 ** digits) digits++;
	return digits;
}

function prefixes(digits: number): string[] {
	return Array.from({ length: 16 ** digits }, (_, at) => (digits === 0 ? "" : at.toString(16).padStart(digits, "0")));
}

/** @returns shard digests by prefix of the blinded domain @throws Failure `log-malformed` */
export function parseIndexHead(text: string, size: number): ReadonlyMap<string, string> {
	const [first, ...lines] = canonicalLines(text, "index of domains");
	const fault = (why: string) => malformed("index of domains", why);
	if (first !== `size ${size}`) throw fault(`It does not cover ${size} leaves.`);
	const digits = Math.log2(lines.length) / 4;
	const shards = lines.map((line, at) => {
		const [, prefix = "", digest = ""] = /^(all|[0-9a-f]{1,3}) ([0-9a-f]{64})$/.exec(line) ?? [];
		if (digest === "") throw fault(`Its line ${at + 2} is not a shard.`);
		return [prefix === ALL ? "" : prefix, digest] as const;
	});
	if (!Number.isInteger(digits) || shards.map(([prefix]) => prefix).join() !== prefixes(digits).join())
		throw fault("It does not have one shard for each beginning of a name.");
	return new Map(shards);
}

/** Parses sorted lines `<blinded domain> <leaf>`. @throws Failure `log-malformed` */
export function parseShard(text: string, prefix: string): ReadonlyMap<string, number> {
	const fault = (why: string) => malformed("shard of the index", why);
	const found = new Map<string, number>();
	let last = "";
	for (const line of canonicalLines(text, "shard of the index")) {
		const [, key = "", number = ""] = /^([0-9a-f]{64}) (\d+)$/.exec(line) ?? [];
		const leaf = parseDecimal(number);
		if (leaf === undefined) throw fault("A line is not a name and a leaf.");
		if (!key.startsWith(prefix)) throw fault("A line belongs to another shard.");
		if (key <= last) throw fault("Its lines are not in order.");
		found.set(key, leaf);
		last = key;
	}
	return found;
}
