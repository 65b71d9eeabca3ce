import { machineFault } from "#config/named-file.ts";
import { sameBytes } from "#core/bytes.ts";
import { Failure, isFailure } from "#core/failure.ts";
import type { VerificationStep } from "#core/verification.ts";
import { counted, shortDigest } from "#core/wording.ts";
import { type Checkpoint, logSigners, parseCheckpoint } from "#log/tlog/checkpoint.ts";
import { consistencyProof, verifyConsistency } from "#log/tlog/merkle.ts";
import type { VerifierKey } from "#log/tlog/note.ts";
import { openNote } from "#log/tlog/note.ts";
import { parseTile, readFromTiles, TILE_BYTES, tilePath } from "#log/tlog/tiles.ts";
import { lookUpDomain } from "../domain-index/look-up.ts";
import { compareStates, type ReadLogFile } from "../monitor/log-states.ts";
import { type SeenStates, VERIFIED } from "../monitor/seen-states.ts";
import { CHECKPOINT_BYTES } from "./file-bounds.ts";
import type { ReaderOfSite } from "./site-reader.ts";

interface NamedReceipt {
	readonly domain: string;
	/** Hex SHA-256. */
	readonly id: string;
}

/**
 * Whether a receipt is the newest of its domain, by the index that the log itself binds.
 * @param today a state of the log whose signature is right
 * @returns undefined where that state has no index, so that only the site's word is left
 */
async function newestInIndex(
	today: Checkpoint,
	{ domain, id }: NamedReceipt,
	readFile: ReadLogFile,
): Promise<VerificationStep | undefined> {
	try {
		const answer = await lookUpDomain(today, domain, readFile);
		if (!answer) return undefined;
		const { newest, covers } = answer;
		const leaves = counted(covers, "leaf", "leaves");
		if (newest?.receipt === id) {
			const says = `It is the domain's newest receipt: so says the index that the log binds, of its ${leaves}.`;
			return { id: "newest-receipt", state: "proved", says };
		}
		const says = newest
			? `There is a newer receipt of the domain: leaf ${newest.index}, of ${newest.auditedAt.slice(0, 10)}, ${shortDigest(newest.receipt)}, by the index that the log binds.`
			: `The log's index of its ${leaves} has no receipt of the domain: what there was has been taken down.`;
		return { id: "newest-receipt", state: "open", says };
	} catch (error) {
		if (!isFailure(error)) throw error;
		const says = `Whether there is a newer receipt could not be seen from the log's index. ${error.message}`;
		return { id: "newest-receipt", state: "open", says };
	}
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
