import { hash, randomUUID } from "node:crypto";
import { constants, copyFileSync, linkSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { ifThere } from "#receipts/store/if-there.ts";

/** Another form of the record, or another way to find the facts in it, is another version. */
const VERSION = 2;
const RECORD = "kept.json";
const FILES = "files";
/** Codes of a file system that gives no second name, or no more of them. */
const NO_LINK = ["EXDEV", "EPERM", "EMLINK", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"];

const keptSchema = z.object({
	/** Digest of what the page is made of, and of its bytes; hex. */
	key: z.string(),
	digest: z.string(),
	/** What the sitemap says of a page of HTML. */
	facts: z.object({ listed: z.boolean(), lastmod: z.string().optional() }).optional(),
});
export type KeptPage = z.infer<typeof keptSchema>;
const recordSchema = z.object({
	v: z.literal(VERSION),
	program: z.string(),
	pages: z.record(z.string(), keptSchema),
});

/**
 * Files of pages as the build before left them, each with the key of what it was made of. A file is given again only where
 * the key is the same and its bytes still have their digest; anything else is as if it were not there. A file has its
 * digest for a name, so that none is ever written over: builds that are at it at once find the same bytes or none.
 */
export class KeptPages {
	readonly #folder: string;
	readonly #program: string;
	readonly #before: ReadonlyMap<string, KeptPage>;
	readonly #now = new Map<string, KeptPage>();
	/** Drawn in this build, to be kept when their files are written. */
	readonly #drawn = new Map<string, KeptPage>();
	/** Folders of the site that are there. */
	readonly #folders = new Set<string>();

	private constructor(folder: string, program: string, before: ReadonlyMap<string, KeptPage>) {
		this.#folder = folder;
		this.#program = program;
		this.#before = before;
	}

	/**
	 * @param folder see kept-folder.ts
	 * @param program digest of all that is not data; what another one left is not used
	 */
	static open(folder: string, program: string): KeptPages {
		const record = readRecord(unlessBroken(() => readFileSync(join(folder, RECORD), "utf8")));
		const pages = record?.program === program ? Object.entries(record.pages) : [];
		return new KeptPages(folder, program, new Map(pages));
	}

	/**
	 * Puts the file of a page where the site has it, as a second name of the kept one where the file system allows it.
	 * @param path of the file below the site's home
	 * @param output the folder that the site is built into
	 * @returns whether it was kept
	 */
	restore(path: string, key: string, output: string): boolean {
		const kept = this.#before.get(path);
		if (kept?.key !== key) return false;
		const target = join(output, path);
		this.#makeFolder(dirname(target));
		const source = this.#fileOf(kept.digest);
		const found = unlessBroken(() => {
			place(source, target);
			// What the site has now is read, whatever becomes of the kept one.
			return hash("sha256", readFileSync(target));
		});
		if (found === kept.digest) {
			this.#now.set(path, kept);
			return true;
		}
		for (const broken of [target, source]) unlessBroken(() => rmSync(broken, { recursive: true, force: true }));
		return false;
	}

	/** Remembers what was drawn, to be kept by `close`. */
	draw(path: string, bytes: Uint8Array, { key, facts }: Pick<KeptPage, "key" | "facts">): void {
		const page = { key, digest: hash("sha256", bytes), ...(facts ? { facts } : {}) };
		this.#now.set(path, page);
		this.#drawn.set(path, page);
	}

	factsOf(path: string): KeptPage["facts"] {
		return this.#now.get(path)?.facts;
	}

	/**
	 * Keeps what was drawn, from the files of the site, and forgets every page that this build did not have.
	 * @throws the machine's error where nothing can be kept, as where a removal has taken the folder away
	 */
	async close(output: string): Promise<void> {
		for (const [path, { digest }] of this.#drawn) {
			const file = this.#fileOf(digest);
			// Never with the folders above: what was taken away stays away.
			for (const folder of [dirname(dirname(file)), dirname(file)]) unlessThere(() => mkdirSync(folder));
			unlessThere(() => placeNew(join(output, path), file));
		}
		const temporary = join(this.#folder, `${RECORD}.${randomUUID()}`);
		const pages = Object.fromEntries(this.#now);
		const text = JSON.stringify({ v: VERSION, program: this.#program, pages });
		await writeFile(temporary, `${hash("sha256", text)}\n${text}`);
		await rename(temporary, join(this.#folder, RECORD));
		await this.#forgetOthers();
	}

	async #forgetOthers(): Promise<void> {
		const needed = new Set([...this.#now.values()].map(({ digest }) => digest));
		const files = join(this.#folder, FILES);
		for (const shelf of (await ifThere(readdir(files))) ?? [])
			for (const name of await readdir(join(files, shelf)))
				if (!needed.has(name)) await rm(join(files, shelf, name), { recursive: true, force: true });
	}

	#fileOf(digest: string): string {
		return join(this.#folder, FILES, digest.slice(0, 2), digest);
	}

	#makeFolder(folder: string): void {
		if (this.#folders.has(folder)) return;
		mkdirSync(folder, { recursive: true });
		this.#folders.add(folder);
	}
}

/** The digest of the record, then the record: what damage has changed is not believed. */
function readRecord(text = "") {
	const end = text.indexOf("\n");
	const json = text.slice(end + 1);
	if (end < 0 || hash("sha256", json) !== text.slice(0, end)) return undefined;
	return recordSchema.safeParse(JSON.parse(json)).data;
}

/** Undefined for what is missing or cannot be read: a page can always be drawn again. */
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

/** In place of whatever the build does not clear away. */
function place(source: string, target: string): void {
	try {
		placeNew(source, target);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
		rmSync(target, { force: true });
		placeNew(source, target);
	}
}

/** A second name of the file, or a copy where there can be none. */
function placeNew(source: string, target: string): void {
	try {
		linkSync(source, target);
	} catch (error) {
		if (!NO_LINK.includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
		copyFileSync(source, target, constants.COPYFILE_EXCL);
	}
}
