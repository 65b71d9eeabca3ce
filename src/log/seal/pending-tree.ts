import { join } from "node:path";
import * as z from "zod";
import { toHex } from "#core/bytes.ts";
import { canonicalJson } from "#core/canonical-json.ts";
import { Failure, isFailure } from "#core/failure.ts";
import { parseJson } from "#core/json-object.ts";
import { formatLeaf, type Leaf, parseLeaf } from "#log/tlog/leaf.ts";
import type { NoteSignature } from "#log/tlog/note.ts";
import { formatNote, formatVerifierKey, parseNote, type VerifierKey } from "#log/tlog/note.ts";
import { type Disk, replaceFile } from "#receipts/store/durable-file.ts";
import { readIfThere } from "#receipts/store/if-there.ts";
import type { FileToWrite } from "#receipts/store/write-all.ts";

/**
 * A tree that too few witnesses have cosigned to be published. Kept in `log/pending`, which is committed with the reports, so that
 * another machine goes on with it; it bears no signature of the log, so that it is no checkpoint.
 */
export interface PendingTree {
	/** Leaves of the published tree that it goes on from. */
	readonly before: number;
	readonly size: number;
	/** Hex. */
	readonly root: string;
	/** Keys that are to be in use, and to be given up, with it; as texts. */
	readonly keys: readonly string[];
	readonly retired: readonly string[];
	/** Those behind the published tree. */
	readonly leaves: readonly Leaf[];
	/** Files that are bound by leaves among them. */
	readonly lists: readonly FileToWrite[];
	readonly cosignatures: readonly NoteSignature[];
}

export function pendingPath(directory: string): string {
	return join(directory, "pending");
}

const hex = z.string().regex(/^[0-9a-f]{64}$/);
const pendingSchema = z.strictObject({
	v: z.literal(1),
	before: z.int().nonnegative(),
	size: z.int().positive(),
	root: hex,
	keys: z.array(z.string()),
	retired: z.array(z.string()),
	leaves: z.array(z.string()),
	lists: z.array(
		z.strictObject({ path: z.string().regex(/^(?:[a-z-]+|index\/(?:\d+|[0-9a-f]{64}))$/), text: z.string() }),
	),
	cosignatures: z.array(z.string()),
});

/** @returns undefined where nothing waits @throws Failure `log-malformed` */
export async function readPendingTree(directory: string): Promise<PendingTree | undefined> {
	const text = await readIfThere(pendingPath(directory));
	if (text === undefined) return undefined;
	const refuse = (why: string) =>
		new Failure("log-malformed", {
			what: "log/pending is damaged, so nothing was signed.",
			why,
			todo: "Restore it from git. Without it the next seal signs another tree, which witnesses that have cosigned this one refuse.",
		});
	const read = pendingSchema.safeParse(parseJson(text));
	if (!read.success) throw refuse("It is no tree that waits for its witnesses.");
	const { v: _, leaves, lists, cosignatures, ...facts } = read.data;
	try {
		return {
			...facts,
			leaves: leaves.map((leaf) => parseLeaf(new TextEncoder().encode(leaf))),
			lists: lists.map((list) => ({ path: list.path, data: new TextEncoder().encode(list.text) })),
			cosignatures: cosignatures.flatMap((line) => parseNote(`x\n\n${line}\n`).signatures),
		};
	} catch (error) {
		throw isFailure(error) ? refuse(error.message) : error;
	}
}

export async function writePendingTree(directory: string, tree: PendingTree, disk: Disk): Promise<void> {
	const { leaves, lists, cosignatures, ...facts } = tree;
	const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
	const text = canonicalJson({
		v: 1,
		...facts,
		leaves: leaves.map((leaf) => decode(formatLeaf(leaf))),
		lists: lists.map(({ path, data }) => ({ path, text: decode(data) })),
		cosignatures: cosignatures.map((each) => formatNote({ text: "", signatures: [each] }).trim()),
	});
	if ((await readIfThere(pendingPath(directory))) !== text) await replaceFile(pendingPath(directory), text, disk);
}

/** Who would sign: the same keys have to be given until it is published. */
export function keysOf({
	keys,
	retired,
}: {
	readonly keys: readonly VerifierKey[];
	readonly retired: readonly VerifierKey[];
}) {
	return { keys: keys.map(formatVerifierKey), retired: retired.map(formatVerifierKey) };
}

export function isTreeOf(
	{ size, root }: PendingTree,
	other: { readonly size: number; readonly root: Uint8Array },
): boolean {
	return size === other.size && root === toHex(other.root);
}
