import { link, mkdir, open, rename, rm } from "node:fs/promises";

/**
 * The few steps by which anything durable is written. Every write of `durable-file.ts` goes through them, so that a test
 * can let the power fail between any two.
 */
export interface Disk {
	/** A new file, open for writing; an error `EEXIST` when there is one. */
	create(path: string, mode: number): Promise<DiskFile>;
	/** Replaces what is at `to`. */
	rename(from: string, to: string): Promise<void>;
	/** A second name for a file; an error `EEXIST` when the name is taken. */
	link(from: string, to: string): Promise<void>;
	/** Fine where there is nothing. */
	remove(path: string): Promise<void>;
	/** One level; an error `EEXIST` when it is there, `ENOENT` when its parent is not. */
	makeDirectory(path: string): Promise<void>;
	/** Makes the names in a directory durable; the bytes of a file are made so by its own `sync`. */
	syncDirectory(path: string): Promise<void>;
}

export interface DiskFile {
	write(data: string | Uint8Array): Promise<void>;
	sync(): Promise<void>;
	close(): Promise<void>;
}

export const DISK: Disk = {
	async create(path, mode) {
		const file = await open(path, "wx", mode);
		return { write: (data) => file.writeFile(data), sync: () => file.sync(), close: () => file.close() };
	},
	rename,
	link,
	remove: (path) => rm(path, { force: true, recursive: true }),
	async makeDirectory(path) {
		await mkdir(path);
	},
	async syncDirectory(path) {
		const directory = await open(path, "r");
		try {
			await directory.sync();
		} finally {
			await directory.close();
		}
	},
};
