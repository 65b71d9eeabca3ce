import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { machineFault } from "#config/named-file.ts";
import { Failure, isFailure } from "#core/failure.ts";
import type { VerificationStep } from "#core/verification.ts";
import { counted, shortDigest } from "#core/wording.ts";
import { type Checkpoint, formatCheckpoint, logSigners, parseCheckpoint } from "#log/checkpoint.ts";
import { decodeStrictly, sameBytes } from "#log/encoding.ts";
import { verifyConsistency } from "#log/merkle-proof.ts";
import { consistencyProof, HASH_BYTES } from "#log/merkle-tree.ts";
import { openNote, parseNote } from "#log/note.ts";
import type { VerifierKey } from "#log/note-key.ts";
import { sha256 } from "#log/sha256.ts";
import { parseTile, TILE_WIDTH, tilePath } from "#log/tile.ts";
import { readFromTiles } from "#log/tree-storage.ts";
import { stampFault } from "../log-audit/time-stamps.ts";
import { compareStates, type ReadLogFile } from "../monitor/log-states.ts";
import { type SeenStates, VERIFIED } from "../monitor/seen-states.ts";
import { ifThere } from "../store/if-there.ts";
import type { Material } from "./material.ts";
import { newestInIndex } from "./newest-in-index.ts";
import type { ReaderOfSite } from "./site-reader.ts";

interface NamedReceipt {
	readonly domain: string;
	/** Hex SHA-256. */
	readonly id: string;
}

/** Whether the site has a newer receipt of the domain; only its own word, so nothing is proved or disproved by it. */
async function newestByWord(site: ReaderOfSite, { domain, id }: NamedReceipt): Promise<VerificationStep> {
	return asOpen("newest-receipt", "Whether there is a newer receipt could not be seen", async () => {
		const newest = await site.newestReceipt(domain);
		const says =
			newest === id
				? "It is the domain's newest receipt in the log, by the site's own word."
				: `The site has a newer receipt of the domain in its log: ${shortDigest(newest)}.`;
		return { id: "newest-receipt", state: "open", says };
	});
}

const CHECKPOINT_BYTES = 32 * 1024;
const TILE_BYTES = TILE_WIDTH * HASH_BYTES;

/**
 * Whether the log that the site shows today goes on from the state that the proof is about, and from the one that this
 * machine saw there last; and whether the receipt is its domain's newest, by the log's index or else by the site's word.
 * @param seen what is remembered of the site; undefined to remember nothing
 */
export async function newestLogState(
	site: ReaderOfSite,
	proved: Checkpoint,
	keys: readonly VerifierKey[],
	{ seen, receipt }: { readonly seen: SeenStates | undefined; readonly receipt: NamedReceipt | undefined },
): Promise<VerificationStep[]> {
	let newest: VerificationStep | undefined;
	const steps: VerificationStep[] = [];
	const readFile = readOnce(site);
	const state = await asOpen("log-state", "Whether the log of today goes on from there could not be seen", async () => {
		const text = new TextDecoder().decode(await site.read("log", "log/checkpoint", CHECKPOINT_BYTES));
		// A witness sees many logs; only the log's own key says that this is its state.
		const logKeys = logSigners({ signedBy: keys }, proved.origin);
		const today = parseCheckpoint((await openNote(text, logKeys)).text);
		if (today.origin !== proved.origin) throw new Failure("log-malformed", { what: `It is the log ${today.origin}.` });
		if (seen) steps.push(...(await compareWithSeen(readFile, text, today, seen)));
		if (today.size < proved.size) {
			const says = `The site shows an older state of the log, of ${today.size} leaves.`;
			return { id: "log-state", state: "open", says };
		}
		newest = receipt && (await newestInIndex(today, receipt, readFile));
		return compare(readFile, proved, today);
	});
	newest ??= receipt && (await newestByWord(site, receipt));
	return [...(newest ? [newest] : []), state, ...steps];
}

/** Files of the site's log, each fetched once: both comparisons begin at the right edge of the tree. */
function readOnce(site: ReaderOfSite): ReadLogFile {
	const files = new Map<string, Promise<Uint8Array>>();
	return (path, most) => {
		const file = files.get(path) ?? site.read("log", `log/${path}`, most);
		files.set(path, file);
		return file;
	};
}

/**
 * Compares a signed state with the newest that this machine saw there, and keeps it where it goes on from that.
 * @returns nothing the first time, when there is nothing to compare with
 */
export async function compareWithSeen(
	readFile: ReadLogFile,
	text: string,
	today: Checkpoint,
	seen: SeenStates,
): Promise<VerificationStep[]> {
	const unknown = "Whether the log goes on from what this machine saw of it last could not be seen";
	const step = await asOpen("log-memory", unknown, async () => {
		const last = await seen.newest();
		if (!last) return undefined;
		const { contradiction } = await compareStates(last.checkpoint, today, readFile);
		if (!contradiction) {
			const says = `It goes on from the state of ${counted(last.checkpoint.size, "leaf", "leaves")} that this machine saw there last.`;
			const unkept = today.size > last.checkpoint.size ? await keepState(seen, text) : [];
			return { id: "log-memory", state: "proved", says: [says, ...unkept.map((each) => each.says)].join(" ") };
		}
		const { kind, says } = contradiction;
		if (kind === "damaged") return { id: "log-memory", state: "open", says };
		const folder = await seen.keepEvidence({ shown: text, seen: last.text, says });
		return { id: "log-memory", state: "disproved", says: `${says} Kept as evidence: ${folder}` };
	});
	return step ? [step] : keepState(seen, text);
}

async function compare(readFile: ReadLogFile, proved: Checkpoint, today: Checkpoint): Promise<VerificationStep> {
	if (today.size === proved.size && !sameBytes(today.root, proved.root)) {
		const says =
			"The log shows two histories: the site's state of the same size has another root, signed by the same key.";
		return { id: "log-state", state: "disproved", says };
	}
	const read = readFromTiles(today.size, async (tile) =>
		parseTile(await readFile(tilePath(tile), TILE_BYTES), tile.width),
	);
	const proof = today.size === proved.size ? [] : await consistencyProof(proved.size, today.size, read);
	if (await verifyConsistency(proved, today, proof)) {
		const grown = today.size === proved.size ? "is still this one" : `of ${today.size} leaves goes on from it`;
		return { id: "log-state", state: "proved", says: `The log's state on the site today ${grown}.` };
	}
	const says = `The site's log of ${today.size} leaves does not go on from this state: its tiles are damaged, or its history was rewritten.`;
	return { id: "log-state", state: "disproved", says };
}

/** Where the data folder cannot be written to, a step says so; the receipt is no less proved. */
async function keepState(seen: SeenStates, text: string): Promise<VerificationStep[]> {
	try {
		await seen.keep(VERIFIED, text);
		return [];
	} catch (error) {
		const why = machineFault(error);
		if (why === undefined) throw error;
		return [
			{ id: "log-memory", state: "open", says: `The state of the log was not kept in ${seen.directory}. ${why}` },
		];
	}
}

/** What the site does not give, or gives spoilt, leaves the question open. */
async function asOpen<T extends VerificationStep | undefined>(
	id: VerificationStep["id"],
	unknown: string,
	look: () => Promise<T>,
): Promise<T | VerificationStep> {
	try {
		return await look();
	} catch (error) {
		if (!isFailure(error)) throw error;
		return { id, state: "open", says: `${unknown}. ${error.message}` };
	}
}

const STAMP_BYTES = 64 * 1024;
const KEPT_CHECKPOINT_BYTES = 32 * 1024;

/**
 * Where a time stamp (RFC 3161) of a state of the log is kept; undefined where there is none to be had. It must name the
 * kept checkpoint of that state; the authority's signature is not checked.
 */
export async function findTimeStamp({ site, log }: Pick<Material, "site" | "log">, proved: Checkpoint) {
	const path = `checkpoints/${proved.size}`;
	const read = site ? readerOfSite(site) : readerOfFolder(log);
	const stamp = await read(`${path}.tsr`, STAMP_BYTES);
	const kept = stamp && (await read(path, KEPT_CHECKPOINT_BYTES));
	if (!kept || !isOf(proved, kept) || (await stampFault(stamp, await sha256(kept))) !== undefined) return undefined;
	return site ? new URL(`log/${path}.tsr`, site.base).href : join(log ?? "", `${path}.tsr`);
}

type Read = (path: string, maxBytes: number) => Promise<Uint8Array | undefined>;

/** Most logs have no stamp; nothing is claimed without it. */
function readerOfSite(site: ReaderOfSite): Read {
	return (path, maxBytes) =>
		site.read("log", `log/${path}`, maxBytes).catch((error: unknown) => {
			if (!isFailure(error)) throw error;
			return undefined;
		});
}

function readerOfFolder(log: string | undefined): Read {
	return async (path) => (log === undefined ? undefined : ifThere(readFile(join(log, path))));
}

/** Whether the kept checkpoint is of the state that was proved: signatures may differ. */
function isOf(proved: Checkpoint, kept: Uint8Array): boolean {
	const text = decodeStrictly(kept);
	try {
		return text !== undefined && parseNote(text).text === formatCheckpoint(proved);
	} catch (error) {
		if (!isFailure(error)) throw error;
		return false;
	}
}
