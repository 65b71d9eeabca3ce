import { hash, randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { z } from "zod";
import { ifThere, readIfThere } from "#receipts/store/if-there.ts";

/** Another form of the record, or another way to find the facts in it, is another version. */
const VERSION = 1;
const RECORD = "kept.json";
const FILES = "files";
/** Codes for a file system that gives no second name. */
const NO_LINK = ["EEXIST", "EXDEV", "EPERM", "EMLINK", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"];

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
 * the key is the same and its bytes still have their digest; anything else is as if it were not there.
 */
export class KeptPages {
	readonly #directory: string;
	readonly #program: string;
	readonly #before: ReadonlyMap<string, KeptPage>;
	readonly #now = new Map<string, KeptPage>();
	/** Drawn in this build, to be kept when their files are written. */
	readonly #drawn: string[] = [];
	/** Folders that are there. */
	readonly #folders = new Set<string>();

	private constructor(directory: string, program: string, before: ReadonlyMap<string, KeptPage>) {
		this.#directory = directory;
		this.#program = program;
		this.#before = before;
	}

	/** @param program digest of all that is not data; what another one left is not used */
	static async open(directory: string, program: string): Promise<KeptPages> {
		const record = readRecord(await readIfThere(join(directory, RECORD)));
		const pages = record?.program === program ? Object.entries(record.pages) : [];
		return new KeptPages(directory, program, new Map(pages));
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
		const source = this.#fileOf(path);
		const bytes = readUnlessGone(source);
		if (!bytes || hash("sha256", bytes) !== kept.digest) return false;
		const target = join(output, path);
		this.#makeFolder(dirname(target));
		place(source, target, () => bytes);
		this.#now.set(path, kept);
		return true;
	}

	/** Remembers what was drawn, to be kept by `close`. */
	draw(path: string, bytes: Uint8Array, { key, facts }: Pick<KeptPage, "key" | "facts">): void {
		this.#now.set(path, { key, digest: hash("sha256", bytes), ...(facts ? { facts } : {}) });
		this.#drawn.push(path);
	}

	factsOf(path: string): KeptPage["facts"] {
		return this.#now.get(path)?.facts;
	}

	/** Keeps what was drawn, from the files of the site, and forgets every page that this build did not have. */
	async close(output: string): Promise<void> {
		await mkdir(this.#directory, { recursive: true });
		// Another build may be at it, too.
		const temporary = join(this.#directory, `new-${randomUUID()}`);
		for (const path of this.#drawn) {
			const file = this.#fileOf(path);
			this.#makeFolder(dirname(file));
			const source = join(output, path);
			place(source, temporary, () => readFileSync(source));
			await rename(temporary, file);
		}
		const record = { v: VERSION, program: this.#program, pages: Object.fromEntries(this.#now) };
		await writeFile(temporary, JSON.stringify(record));
		await rename(temporary, join(this.#directory, RECORD));
		await this.#forgetOthers();
	}

	async #forgetOthers(): Promise<void> {
		// What another program left stands in no record that is read; what this one left stands in its own.
		const there = this.#before.size > 0 ? [...this.#before.keys()] : await filesIn(join(this.#directory, FILES));
		for (const path of there) if (!this.#now.has(path)) await rm(this.#fileOf(path), { force: true });
	}

	#fileOf(path: string): string {
		return join(this.#directory, FILES, path);
	}

	#makeFolder(folder: string): void {
		if (this.#folders.has(folder)) return;
		mkdirSync(folder, { recursive: true });
		this.#folders.add(folder);
	}
}

function readRecord(text: string | undefined) {
	if (text === undefined) return undefined;
	try {
		return recordSchema.safeParse(JSON.parse(text)).data;
	} catch (error) {
		// Cut off, or another hand's: then nothing is kept.
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}

function readUnlessGone(path: string): Buffer | undefined {
	try {
		return readFileSync(path);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
		throw error;
	}
}

/** A second name of the file, or a copy where there can be none. */
function place(source: string, target: string, read: () => Uint8Array): void {
	try {
		linkSync(source, target);
	} catch (error) {
		// Another file system, or one without second names; or something is there that the build does not clear away.
		if (!NO_LINK.includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
		rmSync(target, { force: true });
		writeFileSync(target, read());
	}
}

/** Paths below a folder, with slashes. */
async function filesIn(folder: string): Promise<string[]> {
	const entries = (await ifThere(readdir(folder, { recursive: true, withFileTypes: true }))) ?? [];
	const files = entries.filter((entry) => entry.isFile());
	return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join("/"));
}
