import { Failure, isInputFailure } from "#core/failure.ts";

export interface PageQuery {
	readonly limit: number;
	readonly cursor?: string | undefined;
}

/**
 * An opaque cursor: the place in the list's order that its next page begins after. Entries that come and go do not shift it.
 * @param place what the list is ordered by; no part holds a space
 */
export function writeCursor(...place: readonly (string | number)[]): string {
	return Buffer.from(place.join(" ")).toString("base64url");
}

/**
 * The place that a cursor names.
 * @param shape of the place's parts, joined by spaces; its groups are the parts
 * @throws Failure `input-invalid` for a text that `writeCursor` does not write for such a list
 */
export function readCursor(cursor: string, shape: RegExp): readonly string[] {
	const [, ...place] = shape.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
	if (place.length > 0 && writeCursor(...place) === cursor) return place;
	throw new Failure("input-invalid", {
		what: "The cursor is not the nextCursor of a page of this list.",
		todo: "Begin without one.",
	});
}

/**
 * One page of rows that were read in the list's order, one more than it holds: where that one is there, another page follows.
 * @param placeOf the place of a row, as `writeCursor` takes it
 */
export function cutPage<Row>(
	rows: readonly Row[],
	limit: number,
	placeOf: (row: Row) => readonly (string | number)[],
): { readonly rows: readonly Row[]; readonly nextCursor?: string } {
	const last = rows.length > limit ? rows[limit - 1] : undefined;
	return { rows: rows.slice(0, limit), ...(last && { nextCursor: writeCursor(...placeOf(last)) }) };
}

/** One page of a list for people, who may come with an old address: a cursor that is none leads to the first page. */
export async function pageFrom<Page>(
	cursor: string | null,
	read: (cursor: string | undefined) => Promise<Page>,
): Promise<Page & { readonly isFirst: boolean }> {
	if (cursor === null) return { ...(await read(undefined)), isFirst: true };
	try {
		return { ...(await read(cursor)), isFirst: false };
	} catch (error) {
		if (!isInputFailure(error)) throw error;
		return { ...(await read(undefined)), isFirst: true };
	}
}
