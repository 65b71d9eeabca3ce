import { createHash, hash, randomUUID } from "node:crypto";
import {
	closeSync,
	constants,
	copyFileSync,
	fstatSync,
	linkSync,
	lstatSync,
	mkdirSync,
	openSync,
	readFileSync,
	readSync,
	rmdirSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ifThere } from "#receipts/store/if-there.ts";

const OURS = /^pages-[0-9a-f-]{36}$/;

/**
 * Open it before the published data are read: a removal deletes the folder for good, so that a build that read what was
 * removed keeps none of it. Deletes all else in `directory`. @throws the machine's error where there can be no folder
 */
export async function openKeptFolder(directory: string): Promise<string> {
	await mkdir(directory, { recursive: true });
	const names = (await readdir(directory)).sort();
	const there = names.find((name) => OURS.test(name));
	const folder = there ?? `pages-${randomUUID()}`;
	if (there === undefined) await mkdir(join(directory, folder));
	for (const name of names) if (name !== there) await rm(join(directory, name), { recursive: true, force: true });
	return join(directory, folder);
}

/** Change it with the form of the record, and with the way to find its facts. */
const VERSION = 3;
const RECORD = "kept.jsonl";
const FILES = "files";
/** From a file system that gives no second name, or no more of them. */
const NO_LINK = ["EXDEV", "EPERM", "EMLINK", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"];

interface KeptPage {
	/** Digests of what the page is made of, and of its bytes; hex. */
	readonly key: string;
	readonly digest: string;
	/** Of a page of HTML. */
	readonly facts?: { readonly listed: boolean; readonly lastmod?: string } | undefined;
}

interface KeptRecord {
	readonly program: string;
	/** By the paths of their files below the site's home. */
	readonly pages: Map<string, KeptPage>;
}

/** A file is given again only where key and digest match. Its name is its digest: builds at once never overwrite it. */
export class KeptPages {
	readonly #folder: string;
	readonly #before: KeptRecord;
	#program: string | undefined;
	readonly #now = new Map<string, KeptPage>();
	/** Paths; kept when all is written. */
	readonly #drawn: string[] = [];
	readonly #folders = new Set<string>();
	#memory = Buffer.allocUnsafe(256 * 1024);

	private constructor(folder: string, before: KeptRecord) {
		this.#folder = folder;
		this.#before = before;
	}

	/** `folder`: of `openKeptFolder`. */
	static open(folder: string): KeptPages {
		return new KeptPages(folder, readRecord(unlessBroken(() => readFileSync(join(folder, RECORD)))));
	}

	/** It may still be in the site. */
	hasLeft(path: string): boolean {
		return this.#before.pages.has(path);
	}

	/** The project has a file of its own there. */
	giveUp(path: string, output: string): void {
		if (this.#before.pages.delete(path)) removeWithFolders(path, output);
	}

	/** Call it first. `program`: digest of all but data; undefined keeps nothing. Files not in `keys` are removed. */
	begin(program: string | undefined, keys: ReadonlyMap<string, string>, output: string): void {
		this.#program = program;
		for (const path of this.#before.pages.keys())
			if (this.#pageOf(path, keys.get(path)) === undefined) removeWithFolders(path, output);
	}

	#pageOf(path: string, key: string | undefined): KeptPage | undefined {
		const page = this.#before.program === this.#program ? this.#before.pages.get(path) : undefined;
		return page?.key === key ? page : undefined;
	}

	/** A second name of the kept file, or a copy where there are no such names. @returns whether it was kept */
	restore(path: string, key: string, output: string): boolean {
		const kept = this.#pageOf(path, key);
		if (kept === undefined) return false;
		const target = join(output, path);
		const source = this.#fileOf(kept.digest);
		// What the site has in the end is read, whatever becomes of the kept one.
		const digest = () => unlessBroken(() => this.#digestOf(target));
		const isThere = digest() === kept.digest;
		if (!isThere) {
			this.#makeFolder(dirname(target), output);
			unlessBroken(() => inPlace(target, () => placeNew(source, target)));
		}
		if (isThere || digest() === kept.digest) {
			this.#now.set(path, kept);
			return true;
		}
		for (const broken of [target, source]) unlessBroken(() => rmSync(broken, { recursive: true, force: true }));
		return false;
	}

	/** `close` keeps it. */
	draw(path: string, bytes: Uint8Array, { key, facts }: Pick<KeptPage, "key" | "facts">, output: string): void {
		const target = join(output, path);
		this.#makeFolder(dirname(target), output);
		inPlace(target, () => writeFileSync(target, bytes, { flag: "wx" }));
		const page = { key, digest: hash("sha256", bytes), facts };
		this.#now.set(path, page);
		this.#drawn.push(path);
	}

	factsOf(path: string): KeptPage["facts"] {
		return this.#now.get(path)?.facts;
	}

	/** Forgets pages that this build lacks. @throws the machine's error, as where a removal took the folder away */
	async close(output: string): Promise<void> {
		if (this.#program === undefined) return;
		const folders = new Set<string>();
		for (const path of this.#drawn) {
			const file = this.#fileOf(this.#now.get(path)?.digest ?? "");
			for (const folder of [dirname(dirname(file)), dirname(file)]) {
				// Never with the folders above: what was removed stays removed.
				if (!folders.has(folder)) unlessThere(() => mkdirSync(folder));
				folders.add(folder);
			}
			unlessThere(() => placeNew(join(output, path), file));
		}
		const temporary = join(this.#folder, `${RECORD}.${randomUUID()}`);
		writeRecord(temporary, { program: this.#program, pages: this.#now });
		await rename(temporary, join(this.#folder, RECORD));
		await this.#forgetOthers();
	}

	async #forgetOthers(): Promise<void> {
		const needed = new Set([...this.#now.values()].map(({ digest }) => digest));
		const files = join(this.#folder, FILES);
		// Of an earlier form; records that other builds are writing stay.
		for (const name of await readdir(this.#folder))
			if (name !== FILES && !name.startsWith(RECORD)) await rm(join(this.#folder, name), { recursive: true });
		for (const shelf of (await ifThere(readdir(files))) ?? [])
			for (const name of await readdir(join(files, shelf)))
				if (!needed.has(name)) await rm(join(files, shelf, name), { recursive: true, force: true });
	}

	/** All in the same memory: new memory for each takes longer than reading it. */
	#digestOf(file: string): string {
		const opened = openSync(file, "r");
		try {
			const { size } = fstatSync(opened);
			if (size > this.#memory.length) this.#memory = Buffer.allocUnsafe(2 * size);
			const bytes = this.#memory.subarray(0, size);
			let at = 0;
			for (let read = 1; read > 0 && at < size; at += read) read = readSync(opened, bytes, at, size - at, null);
			return hash("sha256", bytes.subarray(0, at));
		} finally {
			closeSync(opened);
		}
	}

	#fileOf(digest: string): string {
		return join(this.#folder, FILES, digest.slice(0, 2), digest);
	}

	/** One level after the other: Node's way asks for each folder again. */
	#makeFolder(folder: string, output: string): void {
		if (this.#folders.has(folder)) return;
		if (folder.length <= output.length) mkdirSync(folder, { recursive: true });
		else {
			this.#makeFolder(dirname(folder), output);
			unlessThere(() => mkdirSync(folder));
		}
		this.#folders.add(folder);
	}
}

/** JSON lines, the first says what they are; then the digest of all, so that damage is noticed. */
function writeRecord(file: string, { program, pages }: KeptRecord): void {
	const opened = openSync(file, "w");
	try {
		const digest = createHash("sha256");
		let lines = `${JSON.stringify({ v: VERSION, program })}\n`;
		const write = () => {
			digest.update(lines);
			writeFileSync(opened, lines);
			lines = "";
		};
		for (const entry of pages) {
			lines += `${JSON.stringify(entry)}\n`;
			if (lines.length > RECORD_PART) write();
		}
		write();
		writeFileSync(opened, digest.digest("hex"));
	} finally {
		closeSync(opened);
	}
}

/** Characters written at once: a large site's record is too large for one piece. */
const RECORD_PART = 1024 * 1024;

/** No pages where the record is missing, damaged or of another version. */
function readRecord(record = Buffer.alloc(0)): KeptRecord {
	const pages = new Map<string, KeptPage>();
	const end = record.lastIndexOf("\n") + 1;
	const isWhole = end > 0 && hash("sha256", record.subarray(0, end)) === record.toString("utf8", end);
	let at = record.indexOf("\n") + 1;
	const { v, program } = isWhole ? (JSON.parse(record.toString("utf8", 0, at)) as Record<string, unknown>) : {};
	if (v !== VERSION || typeof program !== "string") return { program: "", pages };
	for (let next = at; at < end; at = next) {
		next = record.indexOf("\n", at) + 1;
		pages.set(...(JSON.parse(record.toString("utf8", at, next)) as [string, KeptPage]));
	}
	return { program, pages };
}

/** With its empty folders. @throws the machine's error where the file stays: it may be one that was taken down */
function removeWithFolders(path: string, output: string): void {
	if (!unlessBroken(() => lstatSync(join(output, path)))?.isFile()) return;
	rmSync(join(output, path), { force: true, maxRetries: 3 });
	unlessBroken(() => {
		for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) rmdirSync(join(output, folder));
	});
}

/** Undefined for what is missing or unreadable: a page can always be drawn again. */
function unlessBroken<T>(work: () => T): T | undefined {
	try {
		return work();
	} catch (error) {
		// Of the machine, not of the program.
		if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
		return undefined;
	}
}

function unlessThere(work: () => void): void {
	try {
		work();
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
	}
}

/** What the build did not clear away may be a second name of a kept file. */
function inPlace(target: string, make: () => void): void {
	try {
		make();
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
		rmSync(target, { force: true });
		make();
	}
}

/** A copy where there can be no second name. */
function placeNew(source: string, target: string): void {
	try {
		linkSync(source, target);
	} catch (error) {
		if (!NO_LINK.includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
		copyFileSync(source, target, constants.COPYFILE_EXCL);
	}
}
