import { Failure, isInputFailure } from "#core/failure.ts";

export interface PageQuery {
	readonly limit: number;
	readonly cursor?: string | undefined;
}

/** The next page begins after this row, so that changes do not shift it. @param place parts without spaces */
export function writeCursor(...place: readonly (string | number)[]): string {
	return Buffer.from(place.join(" ")).toString("base64url");
}

/** @param shape of the space-separated parts, one group each @throws Failure `input-invalid` for a bad cursor */
export function readCursor(cursor: string, shape: RegExp): readonly string[] {
	const [, ...place] = shape.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
	if (place.length > 0 && writeCursor(...place) === cursor) return place;
	throw new Failure("input-invalid", {
		what: "The cursor is not the nextCursor of a page of this list.",
		todo: "Begin without one.",
	});
}

/** @param rows one more than the page size, if there is another page */
export function cutPage<Row>(
	rows: readonly Row[],
	limit: number,
	placeOf: (row: Row) => readonly (string | number)[],
): { readonly rows: readonly Row[]; readonly nextCursor?: string } {
	const last = rows.length > limit ? rows[limit - 1] : undefined;
	return { rows: rows.slice(0, limit), ...(last && { nextCursor: writeCursor(...placeOf(last)) }) };
}

/** Falls back to the first page for an invalid cursor, as in an old address. */
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
