import { sameBytes } from "#core/bytes.ts";
import { isFailure } from "#core/failure.ts";
import type { LogContradiction } from "#core/verification.ts";
import { counted } from "#core/wording.ts";
import type { Checkpoint } from "#log/tlog/checkpoint.ts";
import { type ReadHash, treeRoot } from "#log/tlog/merkle.ts";
import { parseTile, TILE_BYTES, tilePath } from "#log/tlog/tiles.ts";
import { openProvenTiles } from "./proven-tiles.ts";

/** Reads a file of the site, below `log/`. */
export type ReadLogFile = (path: string, maxBytes: number) => Promise<Uint8Array>;

/** How two signed states of a log fit each other; where they do, what gives the proven hashes of the newer one. */
export type Comparison =
	| { readonly openTree: () => Promise<ReadHash>; readonly contradiction?: undefined }
	| { readonly contradiction: LogContradiction };

const WARNING = "Whoever runs the site has to explain it; do not trust the log before that.";

/**
 * Compares the state that a site shows with one that was seen before. Both are signed; only where the log has grown are
 * tiles read, those of both right edges.
 * @param seen undefined the first time, where the tiles are held against the signed root alone
 * @throws Failure `not-fetched`
 */
export async function compareStates(
	seen: Checkpoint | undefined,
	today: Checkpoint,
	readFile: ReadLogFile,
): Promise<Comparison> {
	const plain = seen && plainContradiction(seen, today);
	if (plain) return { contradiction: { ...plain, says: `${plain.says} ${WARNING}` } };
	const openTree = () =>
		openProvenTiles(today, async (tile) => parseTile(await readFile(tilePath(tile), TILE_BYTES), tile.width));
	if (seen?.size === today.size) return { openTree };
	try {
		const read = await openTree();
		if (!seen || sameBytes(await treeRoot(seen.size, read), seen.root)) return { openTree: async () => read };
		const leaves = counted(seen.size, "leaf", "leaves");
		const says = `The log was rewritten: the first ${leaves} of the ${today.size} that the site shows are not those that it showed before. ${WARNING}`;
		return { contradiction: { kind: "rewritten", says } };
	} catch (error) {
		if (!isFailure(error) || error.code === "not-fetched") throw error;
		return { contradiction: { kind: "damaged", says: error.message } };
	}
}

/** What two checkpoints show without a look at the tree. */
function plainContradiction(seen: Checkpoint, today: Checkpoint): LogContradiction | undefined {
	if (today.origin !== seen.origin)
		return { kind: "other-log", says: `It is the log ${today.origin}, and ${seen.origin} was there before.` };
	if (today.size < seen.size) {
		const says = `The log went back: it had ${counted(seen.size, "leaf", "leaves")} before, and the site shows a state of ${today.size}.`;
		return { kind: "went-back", says };
	}
	if (today.size > seen.size || sameBytes(today.root, seen.root)) return undefined;
	const says = `The log has two histories: two states of ${counted(seen.size, "leaf", "leaves")} with different roots are signed.`;
	return { kind: "two-histories", says };
}
