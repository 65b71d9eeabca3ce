import { readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import PQueue from "p-queue";
import { CODINGS, COMPRESSION_FLOOR_BYTES, type ContentCoding, compressAside } from "../api/negotiation.ts";

/** Text files and their types; pictures and fonts are already compressed. */
export const TEXT_TYPES: Readonly<Record<string, string>> = {
	".html": "text/html; charset=utf-8",
	".css": "text/css; charset=utf-8",
	".js": "text/javascript; charset=utf-8",
	".json": "application/json; charset=utf-8",
	".svg": "image/svg+xml",
	".xml": "application/xml; charset=utf-8",
	".txt": "text/plain; charset=utf-8",
	".md": "text/markdown; charset=utf-8",
};

export const CODING_ENDINGS: Readonly<Record<ContentCoding, string>> = { br: ".br", gzip: ".gz" };

/** Higher levels take fifteen times as long; only the last is smaller. */
const BROTLI_QUALITY = 6;
/** More than zlib has threads, so that none waits for a read. */
const FILES_AT_ONCE = 8;

/** Skips log files, which others compare byte for byte. Must run after everything that writes files. */
export function compressedFilesIntegration(): AstroIntegration {
	return {
		name: "sightline-compressed-files",
		hooks: { "astro:build:done": ({ dir }) => compressFiles(fileURLToPath(dir)) },
	};
}

export async function compressFiles(directory: string): Promise<void> {
	const queue = new PQueue({ concurrency: FILES_AT_ONCE });
	const log = join(directory, "log");
	for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
		const isText = entry.isFile() && Object.hasOwn(TEXT_TYPES, extname(entry.name));
		const isPage = entry.name.endsWith(".html");
		if (!isText || (entry.parentPath.startsWith(log) && !isPage)) continue;
		void queue.add(() => compressFile(join(entry.parentPath, entry.name)));
	}
	await Promise.race([queue.onIdle(), queue.onError()]);
}

async function compressFile(path: string): Promise<void> {
	const bytes = await readFile(path);
	if (bytes.byteLength < COMPRESSION_FLOOR_BYTES) return;
	for (const coding of CODINGS) {
		const coded = await compressAside(bytes, coding, BROTLI_QUALITY);
		if (coded.byteLength < bytes.byteLength) await writeFile(path + CODING_ENDINGS[coding], coded);
	}
}
