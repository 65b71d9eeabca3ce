import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sha256Hex } from "#core/bytes.ts";
import { isFailure } from "#core/failure.ts";
import { runLineSchema } from "#core/run-line.ts";
import type { ReceiptLeaf } from "#core/verification.ts";
import { formatLeaf, parseLeaf } from "#log/tlog/leaf.ts";
import { namesIn } from "#receipts/store/if-there.ts";
import { type RunDigest, runDigests } from "#receipts/store/run-digest.ts";
import { type FoundLeaves, stampOf } from "./audit-leaves.ts";
import type { LeafIndex, SealedFile } from "./leaf-index.ts";

/**
 * The lines of the run files that say `unchanged` and that the log does not have, as `recheck` leaves.
 * @param directory `<SIGHTLINE_REPORTS>/runs`
 * @param isAudited whether a receipt has an audit leaf, in the log or among those that are about to be added
 */
export async function findRechecks(
	directory: string,
	index: LeafIndex,
	isAudited: (receipt: string) => boolean,
	onRead: (done: number, total: number) => void,
): Promise<FoundRechecks> {
	const found = { leaves: new Map<string, ReceiptLeaf>(), files: new Map<string, SealedFile>(), notes: [] as string[] };
	const runs: RunDigest[] = [];
	let faulty = false;
	const names = (await namesIn(directory)).filter((name) => name.endsWith(".jsonl"));
	for (const [at, name] of names.entries()) {
		onRead(at, names.length);
		const key = keyOf(name);
		const stamp = stampOf(join(directory, name));
		const known = index.file(key);
		if (stamp === undefined || known?.stamp === stamp) continue;
		const text = await readFile(join(directory, name), "utf8");
		const digest = await sha256Hex(text);
		const lines = known?.digest === digest ? NOTHING : readRunFile(text, isAudited);
		for (const leaf of lines.leaves)
			if (index.position(leaf) === undefined) found.leaves.set(`${leaf.receipt} ${leaf.auditedAt}`, leaf);
		// A run with a line that cannot be read is not what it was.
		if (lines.unreadable.length === 0) runs.push(...runDigests(name.slice(0, -".jsonl".length), text));
		found.notes.push(...tell(key, lines));
		faulty ||= lines.unreadable.length > 0;
		if (lines.unreadable.length + lines.orphans.length === 0) found.files.set(key, { stamp, digest });
	}
	return { ...found, leaves: [...found.leaves.values()], names: names.map(keyOf), runs, faulty };
}

export interface FoundRechecks extends FoundLeaves {
	/** Every run of the files that were read. */
	readonly runs: readonly RunDigest[];
}

interface RunFileLines {
	readonly leaves: readonly ReceiptLeaf[];
	/** Numbers of the lines that cannot be read. */
	readonly unreadable: readonly number[];
	/** Numbers of the lines whose receipt has no audit leaf. */
	readonly orphans: readonly number[];
}

const NOTHING: RunFileLines = { leaves: [], unreadable: [], orphans: [] };

function readRunFile(text: string, isAudited: (receipt: string) => boolean): RunFileLines {
	const lines = { leaves: [] as ReceiptLeaf[], unreadable: [] as number[], orphans: [] as number[] };
	let number = 0;
	for (let start = 0; start < text.length; ) {
		const end = text.indexOf("\n", start);
		const line = text.slice(start, end < 0 ? text.length : end);
		start += line.length + 1;
		number++;
		const leaf = line === "" ? undefined : readLine(line);
		if (leaf === "unreadable") lines.unreadable.push(number);
		else if (leaf && isAudited(leaf.receipt)) lines.leaves.push(leaf);
		else if (leaf) lines.orphans.push(number);
	}
	return lines;
}

/** The leaf of a line; undefined for a line that has none. */
function readLine(line: string): ReceiptLeaf | "unreadable" | undefined {
	try {
		const parsed = runLineSchema.safeParse(JSON.parse(line));
		if (!parsed.success) return "unreadable";
		const { status, receipt, auditedAt } = parsed.data;
		if (status !== "unchanged") return undefined;
		if (!receipt?.isWellFormed() || !auditedAt?.isWellFormed()) return "unreadable";
		const leaf: ReceiptLeaf = { kind: "recheck", receipt, auditedAt };
		parseLeaf(formatLeaf(leaf));
		return leaf;
	} catch (error) {
		if (error instanceof SyntaxError || isFailure(error)) return "unreadable";
		throw error;
	}
}

function tell(name: string, { unreadable, orphans }: RunFileLines): string[] {
	const of = (lines: readonly number[]) =>
		`${lines.length === 1 ? "line" : `${lines.length} lines, the first being line`} ${lines[0]}`;
	return [
		...(unreadable.length > 0
			? [`Left out of ${name}: ${of(unreadable)}, which cannot be read. Restore the file from git.`]
			: []),
		...(orphans.length > 0 ? [`Left out of ${name}: ${of(orphans)}, because no such receipt is in the log.`] : []),
	];
}

function keyOf(name: string): string {
	return `runs/${name}`;
}
