import { readFile, realpath, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { Target } from "#core/target.ts";
import type { Evidence } from "#evidence/evidence-map.ts";
import { contentTypeOf, type FolderChanges, type FolderClient } from "#evidence/site/folder-source.ts";
import { HtmlFile } from "./html-file.ts";
import { PatchedFile } from "./patched-file.ts";
import { SourceText } from "./source-text.ts";

/** Bytes that audits read of a page; the rest is not judged, so it is not repaired either. */
const LONGEST = 5 * 1024 * 1024;
/** Marks generated files. */
const GENERATED = /@generated\b|\bdo not edit\b|\bautomatically generated\b|\bauto-?generated\b/i;
const COMMENTS = /<!--[\s\S]*?-->|^\s*#.*$|\/\*[\s\S]*?\*\//gm;
const HEAD_BYTES = 2_048;
/** Characters of pages whose trees are cached between repairs; a tree takes about 20 times as many bytes. */
const KEPT_LENGTH = 16 * 1024 * 1024;

export interface Refused {
	/** Path in the folder, with slashes. */
	readonly file: string;
	/** The check whose changes are omitted; absent if the whole file stays unchanged. */
	readonly check?: string;
	/** A sentence. */
	readonly why: string;
}

/** Files of a built site with the repairs made so far. Never writes to disk. */
export class SiteFiles {
	/** Real path. */
	readonly root: string;
	readonly target: Target;
	/** Site-wide evidence of the last audit. */
	evidence: Evidence;
	readonly #folder: FolderClient;
	readonly #patched = new Map<string, PatchedFile>();
	readonly #added = new Set<string>();
	readonly #refused = new Map<string, string>();
	readonly #open = new Map<string, Promise<SourceText | undefined>>();
	/** By file and address, most recent last. */
	readonly #pages = new Map<string, HtmlFile>();

	constructor(root: string, target: Target, evidence: Evidence, folder: FolderClient) {
		this.#folder = folder;
		this.root = root;
		this.target = target;
		this.evidence = evidence;
	}

	/** Undefined if it is missing or must not be changed. @param file real path */
	text(file: string): Promise<SourceText | undefined> {
		const known = this.#open.get(file);
		if (known) return known;
		const opened = this.#openText(file);
		this.#open.set(file, opened);
		return opened;
	}

	async page(file: string, url: string): Promise<HtmlFile | undefined> {
		if (/\.xhtml?$/i.test(file) && !/\.html?$/i.test(file)) {
			this.refuse(file, "It is XHTML, which a single wrong character would break.");
			return undefined;
		}
		const source = await this.text(file);
		if (!source) return undefined;
		const key = `${file}\0${url}`;
		const known = this.#pages.get(key);
		const page = known?.source === source ? known : new HtmlFile(source, url, contentTypeOf(file, source.bytes));
		this.#pages.delete(key);
		this.#pages.set(key, page);
		let length = [...this.#pages.values()].reduce((sum, { text }) => sum + text.length, 0);
		for (const [first, { text }] of this.#pages) {
			if (length <= KEPT_LENGTH || first === key) break;
			this.#pages.delete(first);
			length -= text.length;
		}
		return page;
	}

	/** The page at an address of the site. */
	async pageAt(url: string): Promise<{ readonly file: string; readonly page: HtmlFile } | undefined> {
		const file = await this.#folder.fileAt(url);
		const page = file === undefined ? undefined : await this.page(file, url);
		return page && file !== undefined ? { file, page } : undefined;
	}

	/** @param path in the folder, with slashes */
	async has(path: string): Promise<boolean> {
		return (await this.text(this.at(path))) !== undefined;
	}

	/** @param path in the folder, with slashes; chosen by a repair, never by a site */
	at(path: string): string {
		return join(this.root, ...path.split("/"));
	}

	nameOf(file: string): string {
		return relative(this.root, file).split(sep).join("/");
	}

	refuse(file: string, why: string): void {
		if (!this.#refused.has(file)) this.#refused.set(file, why);
	}

	get refused(): readonly Refused[] {
		return [...this.#refused].map(([file, why]) => ({ file: this.nameOf(file), why }));
	}

	/** Changed files. */
	get patched(): ReadonlyMap<string, PatchedFile> {
		return this.#patched;
	}

	isAdded(file: string): boolean {
		return this.#added.has(file);
	}

	async patchedFile(file: string): Promise<PatchedFile> {
		const known = this.#patched.get(file);
		if (known) return known;
		const bytes = await this.#read(file);
		if (!bytes) this.#added.add(file);
		return new PatchedFile(bytes ?? new Uint8Array());
	}

	/** Replaces the current state of files. */
	keep(files: ReadonlyMap<string, PatchedFile>): void {
		for (const [file, patched] of files) {
			this.#patched.set(file, patched);
			this.#open.delete(file);
		}
	}

	/** Overlay of the folder with these files. */
	changesWith(files: ReadonlyMap<string, PatchedFile>): FolderChanges {
		return new Map([...this.#patched, ...files].map(([file, patched]) => [file, () => patched.content()]));
	}

	async #openText(file: string): Promise<SourceText | undefined> {
		const bytes = this.#patched.get(file)?.content() ?? (await this.#read(file));
		if (!bytes) return undefined;
		const source = new SourceText(bytes, contentTypeOf(file, bytes));
		const why = whyUnfit(source);
		if (why === undefined) return source;
		this.refuse(file, why);
		return undefined;
	}

	async #read(file: string): Promise<Uint8Array | undefined> {
		const facts = await stat(file).catch(() => undefined);
		if (!facts) return undefined;
		if (!facts.isFile()) return this.refuse(file, "It is not a file.") as undefined;
		const real = await realpath(file);
		if (real !== this.root && !real.startsWith(this.root + sep))
			return this.refuse(file, "It is a symbolic link that points outside the folder.") as undefined;
		if (facts.size > LONGEST)
			return this.refuse(file, "It is larger than 5 MiB, so its end is not audited.") as undefined;
		if ((facts.mode & 0o222) === 0) return this.refuse(file, "It is read-only.") as undefined;
		return readFile(file);
	}
}

function whyUnfit({ isEditable, encoding, text }: SourceText): string | undefined {
	if (!isEditable) return `Its encoding is ${encoding}, which cannot be edited safely.`;
	if (text.includes("\0")) return "It is not text.";
	const comments = text.slice(0, HEAD_BYTES).match(COMMENTS) ?? [];
	if (comments.some((comment) => GENERATED.test(comment))) return "A comment at its top says that it is generated.";
	return undefined;
}
