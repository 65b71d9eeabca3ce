import type { Edit } from "./source-text.ts";

/** A range of the original file, or bytes that a repair inserted. */
type Piece = { readonly from: number; readonly to: number } | Added;
interface Added {
	readonly bytes: Uint8Array;
	readonly check: string;
}

/** A range of the original file and its replacement. */
export interface Change {
	readonly start: number;
	readonly end: number;
	readonly bytes: Uint8Array;
	readonly checks: readonly string[];
}

/** A file with layered edits: untouched parts stay identical to the original, byte for byte. */
export class PatchedFile {
	readonly #original: Uint8Array;
	readonly #pieces: readonly Piece[];
	/** Checks with changes at a position of the original; a deletion leaves no piece. */
	readonly #removals: readonly { readonly at: number; readonly check: string }[];

	constructor(
		original: Uint8Array,
		pieces: readonly Piece[] = [{ from: 0, to: original.length }],
		removals: readonly { readonly at: number; readonly check: string }[] = [],
	) {
		this.#original = original;
		this.#pieces = pieces;
		this.#removals = removals;
	}

	/** @param edits of `content()`, not overlapping */
	with(edits: readonly Edit[]): PatchedFile {
		const pieces: Piece[] = [];
		const removals = [...this.#removals];
		let rest = [...this.#pieces];
		let at = 0;
		/** Copies or drops pieces up to an offset of the content. */
		const pass = (to: number, isKept: boolean, check: string) => {
			while (at < to) {
				const [first] = rest;
				if (!first) return;
				const length = lengthOf(first);
				const taken = Math.min(length, to - at);
				if (isKept) pieces.push(partOf(first, 0, taken));
				else if ("from" in first) removals.push({ at: first.from, check });
				rest = taken < length ? [partOf(first, taken, length), ...rest.slice(1)] : rest.slice(1);
				at += taken;
			}
		};
		for (const { start, end, bytes, check } of inOrder(edits)) {
			pass(start, true, check);
			if (bytes.length > 0) pieces.push({ bytes, check });
			pass(end, false, check);
		}
		return new PatchedFile(this.#original, [...pieces, ...rest], removals);
	}

	content(): Uint8Array {
		return Buffer.concat(
			this.#pieces.map((piece) => ("bytes" in piece ? piece.bytes : this.#original.subarray(piece.from, piece.to))),
		);
	}

	get original(): Uint8Array {
		return this.#original;
	}

	/** In file order; adjacent changes are merged. */
	changes(): readonly Change[] {
		const found: Change[] = [];
		let at = 0;
		let added: Added[] = [];
		const close = (to: number) => {
			if (to === at && added.length === 0) return;
			const removed = this.#removals.filter((each) => each.at >= at && each.at < to).map(({ check }) => check);
			const checks = [...new Set([...added.map(({ check }) => check), ...removed])];
			found.push({ start: at, end: to, bytes: Buffer.concat(added.map(({ bytes }) => bytes)), checks });
		};
		for (const piece of this.#pieces) {
			if ("bytes" in piece) {
				added.push(piece);
				continue;
			}
			if (piece.from === piece.to) continue;
			close(piece.from);
			added = [];
			at = piece.to;
		}
		close(this.#original.length);
		return found;
	}
}

function lengthOf(piece: Piece): number {
	return "bytes" in piece ? piece.bytes.length : piece.to - piece.from;
}

function partOf(piece: Piece, from: number, to: number): Piece {
	if ("bytes" in piece) return { ...piece, bytes: piece.bytes.subarray(from, to) };
	return { from: piece.from + from, to: piece.from + to };
}

/** Stable for edits at the same offset. */
function inOrder(edits: readonly Edit[]): readonly Edit[] {
	return edits.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/** Insertions at the same offset do not overlap unless they are equal; an insertion inside a replaced range does. */
export function overlap(a: Edit, b: Edit): boolean {
	if (a.start === a.end && b.start === b.end) return a.start === b.start && Buffer.compare(a.bytes, b.bytes) === 0;
	if (a.start === a.end) return a.start > b.start && a.start < b.end;
	if (b.start === b.end) return b.start > a.start && b.start < a.end;
	return a.start < b.end && b.start < a.end;
}
