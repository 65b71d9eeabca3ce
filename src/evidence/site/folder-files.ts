import { constants } from "node:fs";
import { open, realpath, stat } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { Failure } from "#core/failure.ts";

/** What stands at a path of the folder. */
export type Found = { readonly kind: "file"; readonly file: string } | { readonly kind: "directory" };

export interface FileBytes {
	readonly bytes: Uint8Array;
	/** True when the file is longer than what was asked for. */
	readonly longer: boolean;
}

/** Files of one folder, and nothing that lies outside it or is hidden in it. */
export class FolderFiles {
	readonly #root: string;

	/** @param root real path of the folder */
	constructor(root: string) {
		this.#root = root;
	}

	/** @throws Failure `folder-unreadable` when there is no such folder */
	static async open(folder: string): Promise<FolderFiles> {
		const root = await realpath(folder).catch((error: unknown) => notThere(error));
		if (root === undefined || !(await stat(root)).isDirectory())
			throw unreadable(`"${folder}" is not a folder that can be read.`);
		return new FolderFiles(root);
	}

	/** Looks up decoded segments of a path; links are followed as long as they stay inside. */
	async find(segments: readonly string[]): Promise<Found | undefined> {
		if (!segments.every(isPlainName) || isHidden(segments)) return undefined;
		const real = await realpath(join(this.#root, ...segments)).catch((error: unknown) => notThere(error));
		if (real === undefined || !this.#shows(real)) return undefined;
		const facts = await stat(real);
		if (facts.isDirectory()) return { kind: "directory" };
		return facts.isFile() ? { kind: "file", file: real } : undefined;
	}

	/**
	 * At most `max` bytes of a file that `find` gave.
	 * @throws Failure `folder-unreadable`
	 */
	async read(file: string, max: number): Promise<FileBytes> {
		const unread = () => unreadable(`"${relative(this.#root, file)}" cannot be read.`);
		// A pipe that has taken the file's place since is not waited for.
		const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
		const handle = await open(file, flags).catch((error: unknown) => notThere(error));
		if (!handle) throw unread();
		try {
			const facts = await handle.stat();
			if (!facts.isFile()) throw unread();
			const buffer = Buffer.alloc(Math.min(facts.size, max) + 1);
			let length = 0;
			for (let read = -1; read !== 0 && length < buffer.length; length += read) {
				({ bytesRead: read } = await handle.read(buffer, length, buffer.length - length, length));
			}
			return { bytes: new Uint8Array(buffer.subarray(0, Math.min(length, max))), longer: length > max };
		} finally {
			await handle.close();
		}
	}

	/** A file of settings at the top, such as `_headers`; empty when there is none. */
	async readSettings(name: string, max: number): Promise<string> {
		const found = await this.find([name]);
		if (found?.kind !== "file") return "";
		return Buffer.from((await this.read(found.file, max)).bytes).toString("utf8");
	}

	/** A link may lead to a hidden file, or out of the folder. */
	#shows(real: string): boolean {
		if (real === this.#root) return true;
		if (!real.startsWith(this.#root.endsWith(sep) ? this.#root : this.#root + sep)) return false;
		return !isHidden(relative(this.#root, real).split(sep));
	}
}

function unreadable(what: string): Failure {
	return new Failure("folder-unreadable", {
		what,
		todo: "Give the folder that the site's build writes, with an index.html in it, and leave to read its files.",
	});
}

/** One name of a file, not a way to another place. */
function isPlainName(segment: string): boolean {
	return segment !== "" && segment !== "." && segment !== ".." && !/[\0/\\]/.test(segment);
}

/** Dot-files are no part of a site, with the one exception of RFC 8615. */
function isHidden(segments: readonly string[]): boolean {
	return segments.some((segment, depth) => segment.startsWith(".") && !(depth === 0 && segment === ".well-known"));
}

const NOT_THERE: ReadonlySet<string> = new Set([
	"ENOENT",
	"ENOTDIR",
	"ELOOP",
	"ENAMETOOLONG",
	"EACCES",
	"EPERM",
	"ENXIO",
]);

function notThere(error: unknown): undefined {
	if (error instanceof Error && "code" in error && NOT_THERE.has(String(error.code))) return undefined;
	throw error;
}

/** Content types as static hosts send them, by extension (IANA media types). */
const TYPES = new Map([
	...typesIn(`
		.atom application/atom+xml | .css text/css | .csv text/csv | .htm text/html | .html text/html |
		.js text/javascript | .json application/json | .jsonld application/ld+json | .md text/markdown |
		.mjs text/javascript | .rss application/rss+xml | .txt text/plain | .webmanifest application/manifest+json |
		.xhtml application/xhtml+xml | .xml application/xml | .yaml application/yaml | .yml application/yaml
	`).map(([extension, type]) => [extension, `${type}; charset=utf-8`] as const),
	...typesIn(`
		.avif image/avif | .gif image/gif | .gz application/gzip | .ico image/vnd.microsoft.icon | .jpeg image/jpeg |
		.jpg image/jpeg | .mp4 video/mp4 | .pdf application/pdf | .png image/png | .svg image/svg+xml |
		.wasm application/wasm | .webp image/webp | .woff font/woff | .woff2 font/woff2
	`),
]);

function typesIn(text: string) {
	return text.split("|").map((each) => each.trim().split(" ") as [extension: string, type: string]);
}

/** Content-Type of a file; bytes without a known extension are just bytes. */
export function contentTypeOf(path: string): string {
	return TYPES.get(extname(path).toLowerCase()) ?? "application/octet-stream";
}
