import { join } from "node:path";
import { Failure } from "#core/failure.ts";
import type { LogAudit, LogAuditProgress, LogFault } from "#core/verification.ts";
import { counted } from "#core/wording.ts";
import type { VerifierKey } from "#log/note-key.ts";
import { toHex } from "#log/sha256.ts";
import { TILE_WIDTH, tilePath } from "#log/tile.ts";
import { lastCheckpointPath } from "../seal/last-checkpoint.ts";
import { logPaths } from "../seal/log-files.ts";
import { compareHeads } from "./head-comparison.ts";
import { type KeyLists, nameOf, readKeyring } from "./keyring.ts";
import { createLeafLedger } from "./leaf-ledger.ts";
import { type LogListing, listLog, readBytes } from "./log-listing.ts";
import { type EarlierCheckpoint, type PublishedHeads, readPublishedHeads } from "./published-heads.ts";
import type { Withdrawals } from "./receipt-match.ts";
import { recountReceipts } from "./recount-receipts.ts";
import type { SignedHead } from "./signed-head.ts";
import { judgeStrays } from "./stray-files.ts";
import { judgeTree, type TileFault } from "./tile-faults.ts";
import { orderTiles } from "./tile-order.ts";
import { toldAsFiles } from "./told-faults.ts";
import { scanTree } from "./tree-scan.ts";

export interface RecountOrder {
	/** The reports directory. */
	readonly reports: string;
	/** Directory of this machine's own memory of the log. */
	readonly state: string;
	/** The log's unique name. */
	readonly origin: string;
	/** Keys that the reader trusts by own knowledge; none to trust those of `vkeys`. */
	readonly given: readonly VerifierKey[];
	readonly since?: EarlierCheckpoint;
	readonly withdrawals: Withdrawals;
	readonly onProgress?: (progress: LogAuditProgress) => void;
}

/** Everything that a recomputation of the log has shown. */
export interface Recount {
	readonly audit: LogAudit;
	/** The checkpoint that the tree was measured by. */
	readonly head: SignedHead | undefined;
	/** What could be mended, and from what. */
	readonly tiles: readonly TileFault[];
	/** Paths below the log directory of files that nothing commits to, beyond any doubt. */
	readonly leftovers: readonly string[];
	readonly unarchived: PublishedHeads["unarchived"];
}

/**
 * Recomputes the log from its entries and compares it with every file that is published of it.
 * @throws Failure `input-invalid` when there is no log
 */
export async function recountLog(order: RecountOrder): Promise<Recount> {
	const directory = join(order.reports, "log");
	const listing = await listLog(directory);
	await expectLog(order, directory, listing);
	const { keyring, faults } = await readKeyring(await readKeyLists(directory), order.given, order.origin);
	const heads = await readPublishedHeads(order, listing, keyring, order.since);
	const found = [...faults, ...heads.faults];
	const { head } = heads;
	if (!head) return nothingToMeasureBy(order.origin, found);
	const lacking = Math.ceil(head.checkpoint.size / TILE_WIDTH) - listing.tiles.size;
	if (lacking > 0) found.push(mostIsMissing(head, lacking));
	if (lacking > 0) return { ...nothingToMeasureBy(order.origin, found), head };
	return recountTree(order, listing, heads, head, found);
}

async function readKeyLists(directory: string): Promise<KeyLists> {
	const { verifierKeys, retiredKeys } = logPaths(directory);
	return { vkeys: await readBytes(verifierKeys), retired: await readBytes(retiredKeys) };
}

async function recountTree(
	order: RecountOrder,
	listing: LogListing,
	heads: PublishedHeads,
	head: SignedHead,
	found: readonly LogFault[],
): Promise<Recount> {
	const { size, root } = head.checkpoint;
	const directory = join(order.reports, "log");
	const earlier = heads.others.map(({ checkpoint }) => checkpoint.size).filter((each) => each <= size);
	const tileOrder = orderTiles(listing, size, new Set(earlier));
	const ledger = createLeafLedger();
	const onLeaves = (done: number) => order.onProgress?.({ done, total: size, step: "leaves" });
	const scan = await scanTree({ directory, head: head.checkpoint, order: tileOrder, earlier, ledger, onLeaves });
	const verdict = await judgeTree(scan, ledger);
	const compared = compareHeads(head, heads.others, scan);
	const receipts = await recountReceipts(order, ledger, verdict, size);
	const strays = await judgeStrays(directory, listing, tileOrder, heads, size);
	// Where a checkpoint is in doubt, what lies beyond it may be the log's.
	const isSure = found.length === 0 && compared.faults.length === 0;
	const open = compared.open.map(({ file }) => `${file} could not be compared: entries are missing.`);
	const audit: LogAudit = {
		origin: head.checkpoint.origin,
		size,
		root: toHex(root),
		signedBy: head.signedBy.map(nameOf),
		witnesses: head.witnesses,
		earlierCheckpoints: compared.prefixes,
		receipts: receipts.matching,
		withdrawn: receipts.withdrawn,
		pending: receipts.pending,
		notes: [...heads.notes, ...open, ...receipts.notes, ...strays.notes],
		faults: [...found, ...toldAsFiles(verdict.faults), ...compared.faults, ...strays.faults, ...receipts.faults],
		repaired: [],
	};
	return {
		audit: withRootFault(audit, scan.tree.proven, head),
		head,
		// What only an unchecked checkpoint says is no reason to write anything.
		tiles: head.signedBy.length > 0 ? verdict.faults : [],
		leftovers: isSure && scan.tree.proven ? [...tileOrder.beyond, ...tileOrder.unasked].map(tilePath) : [],
		unarchived: head.signedBy.length > 0 ? heads.unarchived : undefined,
	};
}

/** Where the root is not reached, something is wrong, whether or not a file could be named. */
function withRootFault(audit: LogAudit, proven: boolean, { file }: SignedHead): LogAudit {
	if (proven) return audit;
	const says = "Its root does not follow from the entries as they are.";
	const todo = "Mend the other faults first; otherwise restore the folder log/ from git.";
	return { ...audit, faults: [...audit.faults, { file, says, todo }] };
}

async function expectLog({ reports, state }: RecountOrder, directory: string, listing: LogListing): Promise<void> {
	if (listing.checkpoints.length > 0) return;
	if (await readBytes(join(directory, "checkpoint"))) return;
	if (await readBytes(lastCheckpointPath(state))) return;
	throw new Failure("input-invalid", {
		what: `There is no log in ${reports}.`,
		why: "Nothing has been sealed there yet.",
		todo: "Run npm run seal, or set SIGHTLINE_REPORTS to where the log is.",
	});
}

/** Nothing that is signed can be read, so that nothing else can be checked. */
function nothingToMeasureBy(origin: string, faults: readonly LogFault[]): Recount {
	const notes = ["Nothing else could be checked."];
	const counts = { size: 0, earlierCheckpoints: 0, receipts: 0, withdrawn: 0, pending: 0 };
	const audit = { origin, root: "", signedBy: [], witnesses: [], ...counts, notes, faults, repaired: [] };
	return { audit, head: undefined, tiles: [], leftovers: [], unarchived: undefined };
}

/** Without this a checkpoint of 2^53 leaves would keep a reader busy for years. */
function mostIsMissing({ file, checkpoint }: SignedHead, lacking: number): LogFault {
	return {
		file: "log/tile/entries",
		says: `${file} commits to ${counted(checkpoint.size, "leaf", "leaves")}, and at least ${counted(lacking, "bundle")} of them cannot be there.`,
		todo: "Restore the folder log/ from git.",
	};
}
