import type { LogFault } from "#core/verification.ts";
import { TILE_WIDTH, tilePath } from "#log/tile.ts";
import { createEarlierRoots } from "./resolved-tree.ts";
import type { SignedHead } from "./signed-head.ts";
import { sameDigests } from "./tile-reading.ts";
import type { TreeScan } from "./tree-scan.ts";

/** How other checkpoints go together with the tree. */
export interface HeadComparison {
	/** How many trees of before were shown to be prefixes. */
	readonly prefixes: number;
	/** Those that the files of the log leave open. */
	readonly open: readonly SignedHead[];
	readonly faults: readonly LogFault[];
}

/** Whether each of these is the root of the tree's first leaves. */
export function compareHeads(head: SignedHead, others: readonly SignedHead[], scan: TreeScan): HeadComparison {
	const rootAt = createEarlierRoots(scan.tree, scan.groups);
	const [prefixes, open, unlike] = [[] as SignedHead[], [] as SignedHead[], [] as SignedHead[]];
	const larger = others.filter(({ checkpoint }) => checkpoint.size > head.checkpoint.size);
	for (const other of others) {
		const { size, root } = other.checkpoint;
		if (size > head.checkpoint.size) continue;
		// The signed root speaks for its own size, whatever the files say.
		const expected = size === head.checkpoint.size ? head.checkpoint.root : rootAt(size);
		if (!expected) open.push(other);
		else if (sameDigests(expected, root)) prefixes.push(other);
		else unlike.push(other);
	}
	const { proven, root } = scan.tree;
	const split = proven ? unlike.map((other) => rewritten(head, other)) : [];
	const changed = proven || !root ? [] : changedLeaves(head, prefixes, unlike, scan.size);
	return {
		prefixes: new Set(prefixes.map(sizeOf).filter((size) => size < head.checkpoint.size)).size,
		open,
		faults: [...larger.map((other) => wentBack(head, other)), ...split, ...changed],
	};
}

function sizeOf({ checkpoint }: SignedHead): number {
	return checkpoint.size;
}

function wentBack({ file, checkpoint }: SignedHead, other: SignedHead): LogFault {
	return {
		file,
		says: `It commits to ${checkpoint.size} leaves, but ${other.file} was signed for ${other.checkpoint.size}: the log went back.`,
		todo: "Restore the folder log/ from git.",
	};
}

const EXPLAIN = "Do not trust this log before its operator has explained it; restore the folder log/ from git.";

function rewritten({ file, checkpoint }: SignedHead, other: SignedHead): LogFault {
	const { size } = other.checkpoint;
	if (!other.file.startsWith("log/"))
		return {
			file,
			says: `Its first ${size} leaves are not those of ${other.file}: the log was rewritten.`,
			todo: EXPLAIN,
		};
	const says = `Its root is not that of the first ${size} leaves of the ${checkpoint.size} in the log: two histories were signed.`;
	return { file: other.file, says, todo: EXPLAIN };
}

/** More bundles than these are not worth naming one by one. */
const MOST_NAMED = 4;

/** All files fit each other and give another root than the signed one: earlier checkpoints narrow down where. */
function changedLeaves(
	head: SignedHead,
	prefixes: readonly SignedHead[],
	unlike: readonly SignedHead[],
	size: number,
): LogFault[] {
	const from = Math.max(0, ...prefixes.map(sizeOf).filter((each) => each < size));
	const first = unlike.toSorted((a, b) => sizeOf(a) - sizeOf(b))[0] ?? head;
	const to = first.checkpoint.size;
	const where = `leaves ${from} to ${to - 1}`;
	const todo = "Restore the folder log/ from git.";
	const bundles: LogFault[] = [];
	for (let index = Math.floor(from / TILE_WIDTH); index * TILE_WIDTH < to; index++) {
		const width = Math.min(TILE_WIDTH, size - index * TILE_WIDTH);
		const file = `log/${tilePath({ level: "entries", index, width })}`;
		bundles.push({ file, says: `One of the ${where} is not what ${first.file} was signed for.`, todo });
	}
	if (bundles.length > 0 && bundles.length <= MOST_NAMED) return bundles;
	return [
		{ file: head.file, says: `Its root is not that of its leaves; somewhere in ${where} the log was changed.`, todo },
	];
}
