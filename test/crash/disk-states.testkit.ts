import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { renamed, type Step } from "./steps.testkit.ts";

/** State of a disk after a crash. */
export interface DiskState {
	/** Names it among the states of one recording: `<steps taken>`, then what of the unsynced is lost or alone there. */
	readonly name: string;
	/** Acknowledgements so far. */
	readonly said: readonly string[];
	/** By path; undefined for a directory. */
	readonly files: ReadonlyMap<string, Uint8Array | undefined>;
}

/** A file's content as its steps, to compare files without bytes. */
type Content = readonly number[];
interface Tree {
	readonly names: ReadonlyMap<string, number | undefined>;
	readonly contents: ReadonlyMap<number, Content>;
}

/**
 * Every state that a crash may leave, each once: after each step, all that was done (the process was killed), the last
 * write by half (torn), nothing that was not synced (power was lost), all but one of the unsynced steps, and one of them
 * alone (the disk wrote them in another order). A step that another one needs takes that one along.
 * @param only the name of the one state to give
 */
export function* crashStates(before: Files, steps: readonly Step[], only?: string): Generator<DiskState> {
	const base = { before, steps, inodes: inodesOf(before) };
	const sqlite = sqliteInodes(base);
	const seen = new Set<string>();
	for (let count = 0; count <= steps.length; count++) {
		if (isWithinCommit(steps, count, sqlite)) continue;
		const said = steps.slice(0, count).flatMap((step) => (step.does === "say" ? [step.text] : []));
		for (const { name, taken, torn } of statesAfter(steps.slice(0, count), sqlite)) {
			const tree = replay(base, taken);
			const key = `${keyOf(tree)} ${torn} ${said.length}`;
			if (seen.has(key)) continue;
			seen.add(key);
			if (only === undefined || name === only) yield { name, said, files: filesOf(tree, base, torn) };
		}
	}
}

interface Taken {
	readonly name: string;
	readonly taken: ReadonlySet<number>;
	/** A write of which only half is stored. */
	readonly torn?: number;
}

function statesAfter(steps: readonly Step[], sqlite: ReadonlySet<number>): readonly Taken[] {
	const count = steps.length;
	const all = Array.from(steps, (_, at) => at);
	const units = unsyncedUnits(steps, sqlite);
	const without = (lost: readonly number[]) => new Set(all.filter((at) => !lost.includes(at)));
	const synced = without(units.flat());
	return [
		{ name: `${count}`, taken: new Set(all) },
		{ name: `${count}-synced`, taken: synced },
		...units.map((unit) => ({ name: `${count}-without-${unit[0]}`, taken: without(unit) })),
		...units.map((unit) => ({ name: `${count}-only-${unit[0]}`, taken: new Set([...synced, ...unit]) })),
		...(steps[count - 1]?.does === "write" ? [{ name: `${count}-torn`, taken: new Set(all), torn: count - 1 }] : []),
	];
}

export type Files = ReadonlyMap<string, Uint8Array | undefined>;

interface Base {
	readonly before: Files;
	readonly steps: readonly Step[];
	readonly inodes: ReadonlyMap<string, number | undefined>;
}

/** Numbered like the recorder. */
function inodesOf(files: Files): ReadonlyMap<string, number | undefined> {
	let next = 0;
	return new Map([...files].map(([path, data]) => [path, data && next++]));
}

/**
 * A commit of SQLite is atomic by its own tests, so of the writes between two of its syncs only the first and the last
 * end a state, and what is unsynced is there as a whole or not at all.
 */
const OF_SQLITE = /\.sqlite(-wal|-journal)?$|\.seal-lock(-journal)?$/;

function isWithinCommit(steps: readonly Step[], count: number, sqlite: ReadonlySet<number>): boolean {
	const [before, last, next] = [steps[count - 2], steps[count - 1], steps[count]];
	return [before, last, next].every((step) => step?.does === "write" && sqlite.has(step.inode));
}

function sqliteInodes({ steps, inodes }: Base): ReadonlySet<number> {
	const made = steps.flatMap((step) => (step.does === "create" ? [[step.path, step.inode] as const] : []));
	return new Set([...inodes, ...made].flatMap(([path, inode]) => (OF_SQLITE.test(path) ? (inode ?? []) : [])));
}

/** Steps that are lost or kept together: one by one, but for those of one SQLite file. */
function unsyncedUnits(steps: readonly Step[], sqlite: ReadonlySet<number>): number[][] {
	const units = new Map<string, number[]>();
	for (const at of unsyncedSteps(steps)) {
		const step = steps[at];
		const isData = step?.does === "write" || step?.does === "truncate";
		const unit = isData && sqlite.has(step.inode) ? `sqlite ${step.inode}` : `${at}`;
		units.set(unit, [...(units.get(unit) ?? []), at]);
	}
	return [...units.values()];
}

/** git syncs no folders: it relies on file systems whose journal keeps names in order, so that any later sync makes them durable. */
const OF_GIT = /\/(?:\.git|remote\.git)\//;

function unsyncedSteps(steps: readonly Step[]): number[] {
	let [all, names, data] = [0, new Map<string, number>(), new Map<number, number>()];
	for (const step of steps) {
		if (step.does === "syncAll") all = Math.max(all, step.since);
		else if (step.does === "syncDirectory") names.set(step.path, step.since);
		else if (step.does === "sync") data.set(step.inode, step.since);
	}
	const any = Math.max(all, ...names.values(), ...data.values());
	const isNamed = (path: string, at: number) => (names.get(dirname(path)) ?? (OF_GIT.test(path) ? any : 0)) > at;
	return steps.flatMap((step, at) => {
		if (at < all) return [];
		switch (step.does) {
			case "write":
			case "truncate":
				return (data.get(step.inode) ?? 0) > at ? [] : [at];
			case "create":
			case "link":
			case "makeDirectory":
			case "remove":
				return isNamed(step.path, at) ? [] : [at];
			case "rename":
				return isNamed(step.to, at) || isNamed(step.from, at) ? [] : [at];
			default:
				return [];
		}
	});
}

function replay({ steps, inodes }: Base, taken: ReadonlySet<number>): Tree {
	let names: Names = new Map(inodes);
	// Where a name was lost with the step that made it, a later rename still moves the same file.
	let now: Names = new Map(inodes);
	const contents = new Map<number, number[]>();
	for (const [at, step] of steps.entries()) {
		if (taken.has(at)) names = changedNames(names, step, now);
		now = changedNames(now, step, now);
		const isData = step.does === "write" || step.does === "truncate";
		if (isData && taken.has(at)) contents.set(step.inode, [...(contents.get(step.inode) ?? []), at]);
	}
	return { names, contents };
}

type Names = Map<string, number | undefined>;

/** @param now all names before the step, whatever was lost */
function changedNames(names: Names, step: Step, now: Names): Names {
	const isPlaced = (path: string) => names.has(dirname(path)) && names.get(dirname(path)) === undefined;
	if (step.does === "create" || step.does === "link")
		return isPlaced(step.path) ? names.set(step.path, step.inode) : names;
	if (step.does === "makeDirectory") return isPlaced(step.path) ? names.set(step.path, undefined) : names;
	if (step.does === "remove") return withoutName(names, step.path);
	if (step.does !== "rename" || !isPlaced(step.to)) return names;
	const inode = now.get(step.from);
	if (names.has(step.from)) return new Map(renamed(names, step.from, step.to));
	return inode === undefined ? names : names.set(step.to, inode);
}

/** Deleting a directory deletes its content. */
function withoutName(names: Names, path: string): Names {
	if (names.get(path) === undefined)
		for (const each of names.keys()) if (each.startsWith(`${path}/`)) names.delete(each);
	names.delete(path);
	return names;
}

/** Temporary files are ignored, so states that differ only in them are equal. */
const IS_TEMPORARY = /\/\.tmp-/;

function keyOf({ names, contents }: Tree): string {
	return [...names]
		.filter(([path]) => !IS_TEMPORARY.test(path))
		.map(([path, inode]) => `${path}=${inode}:${inode === undefined ? "" : (contents.get(inode) ?? [])}`)
		.sort()
		.join("\n");
}

function filesOf({ names, contents }: Tree, { before, steps, inodes }: Base, torn: number | undefined): Files {
	const first = new Map([...inodes].map(([path, inode]) => [inode, before.get(path)]));
	return new Map(
		[...names].map(([path, inode]) => {
			if (inode === undefined) return [path, undefined];
			let bytes: Uint8Array = first.get(inode) ?? new Uint8Array();
			for (const at of contents.get(inode) ?? []) bytes = written(bytes, steps[at] as Step, at === torn);
			return [path, bytes];
		}),
	);
}

function written(bytes: Uint8Array, step: Step, isTorn: boolean): Uint8Array {
	if (step.does === "truncate") {
		const cut = new Uint8Array(step.size);
		cut.set(bytes.subarray(0, step.size));
		return cut;
	}
	if (step.does !== "write") return bytes;
	const data = isTorn ? step.data.subarray(0, step.data.length / 2) : step.data;
	const grown = new Uint8Array(Math.max(bytes.length, step.at + data.length));
	grown.set(bytes);
	grown.set(data, step.at);
	return grown;
}

/** With the directory itself. */
export function readFiles(directory: string): Map<string, Uint8Array | undefined> {
	const files = new Map<string, Uint8Array | undefined>([[directory, undefined]]);
	for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
		const path = join(entry.parentPath, entry.name);
		if (entry.isDirectory()) files.set(path, undefined);
		else if (!path.endsWith("-shm")) files.set(path, readFileSync(path));
	}
	return files;
}

/** Replaces the directory's content with these files, with old locks of dead processes. */
export function writeFiles(directory: string, files: Files): void {
	mkdirSync(directory, { recursive: true });
	// The directory may be a mount point.
	for (const name of readdirSync(directory)) rmSync(join(directory, name), { recursive: true, force: true });
	const all = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
	for (const [path, data] of all)
		if (data) writeFileSync(path, data);
		else mkdirSync(path, { recursive: true });
	const ago = new Date(Date.now() - 3_600_000);
	for (const [path] of all) if (/\/\.tmp-lock-|\.lock$/.test(path)) utimesSync(path, ago, ago);
}
