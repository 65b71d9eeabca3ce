import { dirname } from "node:path";
import { DISK, type Disk, type DiskFile, type FileContent } from "./durable-file.ts";
import { entriesUnder, type Inode, rebuild, survivors } from "./power-loss.testkit.ts";

/** Thrown when the disk dies: the process counts as dead, and no later step is executed. */
export class DiskDied extends Error {}

/**
 * How a run ends at a step: `killed` keeps everything done so far; `torn` also half of a write; after a power loss
 * everything not durable is `lost`, or some names and bytes remain (`partly`).
 */
export const ENDINGS = ["killed", "torn", "lost", "partly"] as const;
export type Ending = (typeof ENDINGS)[number];

export interface FailingDisk extends Disk {
	/** Number of executed steps. */
	steps(): number;
	/** Puts the directory into its state after a power loss. For the endings `lost` and `partly`. */
	powerLoss(seed: number): Promise<void>;
}

/**
 * A disk below one directory that dies before step `dieAt` and knows what would survive a power loss.
 * Files written around it (SQLite's) count as durable. It tracks durability instead of syncing, which is slow.
 */
export async function createFailingDisk(root: string, dieAt: number, ending: Ending): Promise<FailingDisk> {
	const durable = await entriesUnder(root);
	const now = new Map(durable);
	let steps = 0;
	const step = () => {
		if (++steps >= dieAt) throw new DiskDied(`Step ${steps}.`);
	};
	const syncNames = (path: string) => {
		for (const each of new Set([...durable.keys(), ...now.keys()])) {
			if (dirname(each) !== path) continue;
			const entry = now.get(each);
			if (entry) durable.set(each, entry);
			else durable.delete(each);
		}
	};
	return {
		steps: () => steps,
		async create(path, mode) {
			step();
			const file = await DISK.create(path, mode);
			const inode = { bytes: new Uint8Array(), synced: new Uint8Array() };
			now.set(path, inode);
			return failingFile(file, inode, { step, isLast: () => steps + 1 === dieAt && ending === "torn" });
		},
		async rename(from, to) {
			step();
			await DISK.rename(from, to);
			now.set(to, now.get(from) ?? missing(from));
			now.delete(from);
		},
		async link(from, to) {
			step();
			await DISK.link(from, to);
			now.set(to, now.get(from) ?? missing(from));
		},
		async remove(path) {
			step();
			await DISK.remove(path);
			for (const each of [...now.keys()]) if (each === path || each.startsWith(`${path}/`)) now.delete(each);
		},
		async makeDirectory(path) {
			step();
			await DISK.makeDirectory(path);
			now.set(path, "directory");
		},
		async syncDirectory(path) {
			step();
			syncNames(path);
		},
		async syncAll(_directory, paths) {
			step();
			for (const path of paths) {
				const entry = now.get(path);
				if (entry === "directory") syncNames(path);
				else if (entry) entry.synced = entry.bytes;
			}
		},
		powerLoss: (seed) => rebuild(root, survivors(durable, now, ending === "partly" ? seed : undefined)),
	};
}

function failingFile(
	file: DiskFile,
	inode: Inode,
	{ step, isLast }: { step: () => void; isLast: () => boolean },
): DiskFile {
	return {
		async write(data) {
			const bytes = await bytesOf(data);
			if (isLast()) await file.write(bytes.subarray(0, bytes.length / 2));
			step();
			await file.write(bytes);
			inode.bytes = bytes;
		},
		async sync() {
			step();
			inode.synced = inode.bytes;
		},
		// The operating system closes files of a dead process.
		close: () => file.close(),
	};
}

async function bytesOf(data: FileContent): Promise<Buffer> {
	if (typeof data === "string" || data instanceof Uint8Array) return Buffer.from(data);
	let text = "";
	for await (const piece of data) text += piece;
	return Buffer.from(text);
}

function missing(path: string): never {
	throw new Error(`Nothing is known of ${path}.`);
}
