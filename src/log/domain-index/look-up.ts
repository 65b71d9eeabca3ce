import { hash } from "node:crypto";
import { decodeStrictly } from "#core/bytes.ts";
import { Failure } from "#core/failure.ts";
import type { ReceiptLeaf } from "#core/verification.ts";
import { malformed } from "#log/tlog/canonical.ts";
import { isReceiptLeaf } from "#log/tlog/leaf.ts";
import type { ReadHash, TreeHead } from "#log/tlog/merkle.ts";
import { parseTile, TILE_BYTES, tilePath } from "#log/tlog/tiles.ts";
import type { ReadLogFile } from "../monitor/log-states.ts";
import { readNewLeaves } from "../monitor/new-leaves.ts";
import { openProvenTiles } from "../monitor/proven-tiles.ts";
import { blindDomain, coveredBy, parseIndexHead, parseShard } from "./index-files.ts";

/** What a log's index says of one domain. */
export interface IndexAnswer {
	/** Leaves that the index covers: all that the log has but the last, which binds it. */
	readonly covers: number;
	/** When it was sealed, by the log's own word: ISO 8601. */
	readonly sealedAt: string;
	/** The newest audit of the domain; undefined where the log has none that is published. */
	readonly newest: (ReceiptLeaf & { readonly index: number }) | undefined;
}

const HEAD_BYTES = 512 * 1024;
const SHARD_BYTES = 4 * 1024 * 1024;

/**
 * Looks a domain up in the index that the newest leaf of a signed state of the log binds. What is not in there is not in
 * the log: the shard with its place is whole, or it does not have the digest that was signed.
 * @returns undefined where that state ends with no index
 * @throws Failure `log-inconsistent` or `log-malformed` for files that were not signed, `not-fetched`
 */
export async function lookUpDomain(
	{ origin, ...head }: TreeHead & { readonly origin: string },
	domain: string,
	readFile: ReadLogFile,
): Promise<IndexAnswer | undefined> {
	if (head.size === 0) return undefined;
	const read = await openProvenTiles(head, async (tile) =>
		parseTile(await readFile(tilePath(tile), TILE_BYTES), tile.width),
	);
	const last = await leafAt(head.size - 1, head.size, read, readFile);
	const covers = last?.kind === "list" ? coveredBy(last.name) : undefined;
	if (last?.kind !== "list" || covers !== head.size - 1) return undefined;
	const shards = parseIndexHead(await readBound(readFile, last.name, last.digest, HEAD_BYTES), covers);
	const key = blindDomain(origin, domain);
	const [prefix, digest] = [...shards].find(([each]) => key.startsWith(each)) ?? ["", ""];
	const shard = parseShard(await readBound(readFile, `index/${digest}`, digest, SHARD_BYTES), prefix);
	const index = shard.get(key);
	const sealed = { covers, sealedAt: last.at };
	if (index === undefined) return { ...sealed, newest: undefined };
	const newest = index < covers ? await leafAt(index, head.size, read, readFile) : undefined;
	if (!newest || !isReceiptLeaf(newest) || newest.kind !== "audit")
		throw malformed("index of this log", `Leaf ${index}, which it names, is no audit that it covers.`);
	return { ...sealed, newest: { ...newest, index } };
}

async function leafAt(index: number, size: number, read: ReadHash, readFile: ReadLogFile) {
	for await (const { leaf } of readNewLeaves({ from: index, to: index + 1, size }, read, readFile)) return leaf;
	return undefined;
}

async function readBound(readFile: ReadLogFile, path: string, digest: string, most: number): Promise<string> {
	const bytes = await readFile(path, most);
	const text = hash("sha256", bytes) === digest ? decodeStrictly(bytes) : undefined;
	if (text !== undefined) return text;
	throw new Failure("log-inconsistent", {
		what: `log/${path} is not what the log has bound.`,
		why: "Its SHA-256 is another.",
		todo: "It may be half-way through an update: look again in a few minutes.",
	});
}
