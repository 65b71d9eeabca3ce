import type { Leaf } from "#log/leaf.ts";
import type { Disk } from "../store/disk.ts";
import { writeAll } from "../store/write-all.ts";
import { growTree } from "./grow-tree.ts";
import { keepLastCheckpoint } from "./last-checkpoint.ts";
import type { CheckpointFile } from "./log-files.ts";
import type { OpenLog } from "./open-log.ts";
import { proofread } from "./proofread.ts";
import { type Publication, publishCheckpoint, publishKeys, signCheckpoint } from "./publish.ts";
import type { LogHome, SealOrder } from "./seal-order.ts";
import { keepUnlisted } from "./unlisted-leaves.ts";

export interface Appending {
	readonly directory: string;
	readonly home: LogHome;
	readonly log: OpenLog;
	readonly disk: Disk;
	readonly onProgress: SealOrder["onProgress"];
}

/**
 * Publishes the tree with these leaves behind those it has: entries and tiles first, durable, then the checkpoint that
 * commits to them. Dying between any two steps leaves the log as it was or as it is to be. Without leaves, the tree is
 * signed anew: by keys that have not signed it.
 * @param unlisted receipts of live audits
 * @throws Failure `log-inconsistent`, `log-changed`
 */
export async function appendLeaves(
	{ directory, home, log, disk, onProgress }: Appending,
	leaves: readonly Leaf[],
	unlisted: ReadonlySet<string>,
): Promise<CheckpointFile> {
	const before = log.before?.checkpoint;
	const growth = await growTree(directory, before?.size ?? 0, leaves);
	await proofread(directory, before, growth);
	const total = growth.tiles.length;
	const onWritten = (done: number) => onProgress?.({ done, total, step: "tiles written" });
	await writeAll(directory, growth.tiles, { disk, onWritten });
	const first = before?.size ?? 0;
	const ofLive = leaves.flatMap((leaf, at) =>
		leaf.kind === "audit" && unlisted.has(leaf.receipt) ? [first + at] : [],
	);
	await keepUnlisted(directory, first, ofLive, disk);
	const { size, root } = growth;
	const signed = await signCheckpoint({ origin: home.origin, size, root }, log, log.before);
	const publication: Publication = { directory, disk, before: log.before?.text };
	await publishKeys(publication, [...log.keys, ...log.givenUp]);
	await publishCheckpoint(publication, signed.text);
	await keepLastCheckpoint(home.state, signed.text, disk);
	return signed;
}
