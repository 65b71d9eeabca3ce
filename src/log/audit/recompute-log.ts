import { join } from "node:path";
import { toHex } from "#core/bytes.ts";
import { Failure } from "#core/failure.ts";
import type { LogAudit, LogProgress } from "#core/verification.ts";
import { counted } from "#core/wording.ts";
import type { VerifierKey } from "#log/tlog/note.ts";
import { TILE_WIDTH, tilePath } from "#log/tlog/tiles.ts";
import type { FileToWrite } from "#receipts/store/durable-file.ts";
import { lastCheckpointPath } from "../seal/last-checkpoint.ts";
import {
	compareCheckpoints,
	compareKeys,
	comparePolicy,
	type LogKeys,
	nameOf,
	notePolicy,
	type PublishedCheckpoints,
	readLogKeys,
	readPolicy,
	readPublishedCheckpoints,
	type SignedCheckpoint,
	withWitnesses,
} from "./compare-checkpoints.ts";
import { collectLeaves, compareReceipts } from "./compare-receipts.ts";
import { checkUnexpected, compareTiles, recomputeTree, sortTiles } from "./compare-tiles.ts";
import { Findings, type LogListing, listLog, RESTORE_LOG, readBytes } from "./findings.ts";

export interface AuditOptions {
	readonly reports: string;
	readonly state: string;
	readonly origin: string;
	/** Keys that the reader trusts by own knowledge; none to trust those of `vkeys`. */
	readonly given: readonly VerifierKey[];
	/** An earlier checkpoint, for example from git. Its path is relative to the reports directory. */
	readonly since?: { readonly file: string; readonly bytes: Uint8Array };
	/** Receipts that were taken down: their leaves stay, their files must be gone. */
	readonly withdrawals?: {
		readonly ids: ReadonlySet<string>;
		/** Domains that stay down as a whole. */
		readonly active: ReadonlySet<string>;
	};
	/** Whether the directory was fetched from a site: run files are not published. */
	readonly isOutside?: boolean;
	readonly onProgress?: (progress: LogProgress) => void;
}

export interface RecomputedLog {
	readonly audit: LogAudit;
	readonly current: SignedCheckpoint | undefined;
	/** Files below the log directory that the signed root proves. */
	readonly repairs: readonly FileToWrite[];
	/** Paths below the log directory of files that certainly no checkpoint commits to. */
	readonly leftovers: readonly string[];
}

/** @throws Failure `input-invalid` when there is no log */
export async function recomputeLog(options: AuditOptions): Promise<RecomputedLog> {
	const { reports, origin, given } = options;
	const listing = await listLog(join(reports, "log"));
	await expectLog(options, listing);
	const findings = new Findings();
	const policy = await readPolicy(reports, findings);
	const keys = withWitnesses(await readLogKeys(reports, given, origin, findings), policy);
	const published = await readPublishedCheckpoints(options, listing, keys, findings);
	const { current } = published;
	await notePolicy(reports, current, policy, findings);
	const lacking = current ? Math.ceil(current.checkpoint.size / TILE_WIDTH) - listing.tiles.size : 0;
	if (current && lacking <= 0) return compareLog(options, listing, { ...published, current, keys }, findings);
	// Without this a checkpoint of 2^53 leaves would keep a reader busy for years.
	if (current) {
		const leaves = counted(current.checkpoint.size, "leaf", "leaves");
		const says = `${current.file} commits to ${leaves}, and at least ${counted(lacking, "bundle")} of them cannot be there.`;
		findings.fault("log/tile/entries", says, RESTORE_LOG);
	}
	const counts = { size: 0, earlierCheckpoints: 0, receipts: 0, withdrawn: 0, pending: 0 };
	const facts = { origin, root: "", signedBy: [], witnesses: [], ...counts, repaired: [] };
	const audit = { ...facts, notes: ["Nothing else could be checked."], faults: findings.firstOfEachKind() };
	return { audit, current, repairs: [], leftovers: [] };
}

async function compareLog(
	options: AuditOptions,
	listing: LogListing,
	published: PublishedCheckpoints & { readonly current: SignedCheckpoint; readonly keys: LogKeys },
	findings: Findings,
): Promise<RecomputedLog> {
	const { current, others: earlier, unarchived } = published;
	const { origin, size, root } = current.checkpoint;
	const directory = join(options.reports, "log");
	const tree = await recomputeTree(directory, current.checkpoint);
	const earlierCheckpoints = await compareCheckpoints(current, earlier, tree, findings);
	// Where a checkpoint is in doubt, what lies beyond it may be the log's.
	const isSure = findings.faults.length === 0 && tree.proven;
	const others = sortTiles(listing, size, earlier);
	const leaves = collectLeaves();
	const { onProgress } = options;
	const repairs = await compareTiles({ directory, size, tree, others, leaves, onProgress }, findings);
	const counts = await compareReceipts(options, leaves, size, findings);
	await comparePolicy(options, leaves, findings);
	await compareKeys(directory, leaves, published.keys, published, findings);
	checkUnexpected(listing, others, published, findings);
	const says = "Its root does not follow from the entries as they are.";
	const todo = "Correct the other faults first; otherwise restore the folder log/ from git.";
	if (!tree.proven) findings.fault(current.file, says, todo);
	const audit: LogAudit = {
		origin,
		size,
		root: toHex(root),
		signedBy: current.signedBy.map(nameOf),
		witnesses: current.witnesses,
		earlierCheckpoints,
		...counts,
		notes: findings.notes,
		faults: findings.firstOfEachKind(),
		repaired: [],
	};
	return {
		audit,
		current,
		// An unchecked checkpoint is no reason to write anything.
		repairs: current.signedBy.length > 0 ? [...repairs, ...(unarchived ? [unarchived] : [])] : [],
		leftovers: isSure ? [...others.beyond, ...others.unasked].map(tilePath) : [],
	};
}

async function expectLog({ reports, state }: AuditOptions, { checkpoints }: LogListing): Promise<void> {
	if (checkpoints.length > 0 || (await readBytes(join(reports, "log", "checkpoint")))) return;
	if (await readBytes(lastCheckpointPath(state))) return;
	throw new Failure("input-invalid", {
		what: `There is no log in ${reports}.`,
		why: "Nothing has been sealed there yet.",
		todo: "Run npm run seal, or set SIGHTLINE_REPORTS to where the log is.",
	});
}
