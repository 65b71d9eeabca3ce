import { mkdir, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import { sameBytes } from "#core/bytes.ts";
import { inconsistent, type PublishedLog, readPublishedLog } from "#log/published-log.ts";
import { hashEntries, rootOver } from "#log/seal/grow-tree.ts";
import { formatLeaf } from "#log/tlog/leaf.ts";
import { HASH_BYTES } from "#log/tlog/merkle.ts";
import {
	formatEntries,
	leavesUnder,
	newTiles,
	parseTilePath,
	TILE_WIDTH,
	type Tile,
	tilePath,
} from "#log/tlog/tiles.ts";
import type { SiteLinks } from "../page/site-links.ts";
import { publicLogFiles, readLogFile } from "./log-files.ts";

export interface LogFilesOptions {
	/** `<SIGHTLINE_REPORTS>/log`. */
	readonly directory: string;
	readonly links: SiteLinks;
}

/** Byte for byte: a tile that the entries do not give stops the build. GitHub Pages must leave the output as it is. */
export function logFilesIntegration({ directory, links }: LogFilesOptions): AstroIntegration {
	const address = links.absolute(links.log);
	const read = (path: string) => readLogFile(directory, path, address);
	const handle = createHandler((path) =>
		path.startsWith(links.log) ? read(path.slice(links.log.length)) : readProof(directory, links, path),
	);
	const plugin = {
		name: "sightline-log-files",
		enforce: "post" as const,
		// Before Astro's own, which refuses every address without a slash or an ending that it knows.
		configureServer:
			({ middlewares }: WithMiddlewares) =>
			() =>
				middlewares.stack.unshift({ route: "", handle }),
	};
	return {
		name: "sightline-log-files",
		hooks: {
			"astro:config:setup": ({ updateConfig }) => {
				updateConfig({ vite: { plugins: [plugin] } });
			},
			"astro:build:done": async ({ dir }) => {
				const output = fileURLToPath(dir);
				await writeFile(join(output, ".nojekyll"), "");
				const log = await readPublishedLog(directory);
				if (!log) return;
				const paths = await publicLogFiles(directory);
				const tiles = publishedTiles(log);
				tiles.checkAll(paths);
				for (const path of [...paths, "vkey", "policy.txt", "checkpoints.txt"]) {
					const bytes = await read(path);
					if (!bytes) throw new Error(`${path} of the log was taken away during the build.`);
					tiles.check(path, bytes);
					await mkdir(dirname(join(output, "log", path)), { recursive: true });
					await writeFile(join(output, "log", path), bytes);
				}
			},
		},
	};
}

/** For the dev server, such as `/receipts/<id>.tlog-proof`. */
async function readProof(directory: string, links: SiteLinks, path: string): Promise<Uint8Array | undefined> {
	const id = /\/([0-9a-f]{64})\.tlog-proof$/.exec(path)?.[1];
	if (id === undefined || path !== links.receiptFile(id, "tlog-proof")) return undefined;
	const log = await readPublishedLog(directory);
	const index = log?.position(id);
	return log && index !== undefined ? new TextEncoder().encode(await log.inclusionFile(index)) : undefined;
}

interface WithMiddlewares {
	readonly middlewares: { readonly stack: { route: string; handle: Handler }[] };
}

type Handler = (request: IncomingMessage, response: ServerResponse, next: Next) => void;
type Next = (error?: unknown) => void;

function createHandler(read: (path: string) => Promise<Uint8Array | undefined>): Handler {
	return (request, response, next) => {
		const { pathname } = new URL(request.url ?? "/", "http://localhost");
		read(pathname).then((bytes) => {
			if (!bytes) return next();
			const type = pathname.includes("/tile/") ? "application/octet-stream" : "text/plain; charset=utf-8";
			response.writeHead(200, { "Content-Type": type, "Content-Length": bytes.length });
			response.end(bytes);
		}, next);
	};
}

export interface PublishedTiles {
	/**
	 * Accepts anything that is not a tile of a published tree. @param path relative to the log
	 * @throws Failure `log-inconsistent` for a tile or bundle that differs from the entries
	 */
	check(path: string, bytes: Uint8Array): void;
	/** @throws Failure `log-inconsistent` if a tile of the published tree is missing */
	checkAll(paths: readonly string[]): void;
}

/** Hashes every leaf and node once: a fraction of a second for 100,000 leaves. */
export function publishedTiles({ leaves, size }: Pick<PublishedLog, "leaves" | "size">): PublishedTiles {
	const entries = leaves.map(formatLeaf);
	const levels = hashLevels(entries);
	const bytesOf = ({ level, index, width }: Tile): Uint8Array => {
		const from = index * TILE_WIDTH;
		if (level === "entries") return formatEntries(entries.slice(from, from + width));
		return levels[level]?.subarray(from * HASH_BYTES, (from + width) * HASH_BYTES) ?? new Uint8Array();
	};
	return {
		check(path, bytes) {
			const tile = parseTilePath(path);
			if (!tile || leavesUnder(tile) > size || sameBytes(bytes, bytesOf(tile))) return;
			throw inconsistent(`${path} is not what the entries give.`);
		},
		checkAll(paths) {
			const there = new Set(paths);
			for (const tile of newTiles(0, size))
				if (!there.has(tilePath(tile))) throw inconsistent(`${tilePath(tile)} is missing.`);
		},
	};
}

/** Concatenated hashes of each tile level, which are the roots of full tiles one level below. */
function hashLevels(entries: readonly Uint8Array[]): Uint8Array[] {
	const levels: Uint8Array[] = [];
	const tileBytes = TILE_WIDTH * HASH_BYTES;
	for (let level = hashEntries(entries); level.length > 0; ) {
		levels.push(level);
		const above = new Uint8Array(Math.floor(level.length / tileBytes) * HASH_BYTES);
		for (let at = 0; at * HASH_BYTES < above.length; at++)
			above.set(rootOver(level.subarray(at * tileBytes, (at + 1) * tileBytes)), at * HASH_BYTES);
		level = above;
	}
	return levels;
}
