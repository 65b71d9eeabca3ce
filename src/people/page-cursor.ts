import { Failure, isInputFailure } from "#core/failure.ts";

export interface PageQuery {
	readonly limit: number;
	readonly cursor?: string | undefined;
}

/** The next page begins after this place, so that changes do not shift it. @param place parts without spaces */
export function writeCursor(...place: readonly (string | number)[]): string {
	return Buffer.from(place.join(" ")).toString("base64url");
}

/** @param shape of the parts, joined by spaces: one group each @throws Failure `input-invalid` for an invalid cursor */
export function readCursor(cursor: string, shape: RegExp): readonly string[] {
	const [, ...place] = shape.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
	if (place.length > 0 && writeCursor(...place) === cursor) return place;
	throw new Failure("input-invalid", {
		what: "The cursor is not the nextCursor of a page of this list.",
		todo: "Begin without one.",
	});
}

/** Takes one row more than a page holds: where it is there, another page follows. */
export function cutPage<Row>(
	rows: readonly Row[],
	limit: number,
	placeOf: (row: Row) => readonly (string | number)[],
): { readonly rows: readonly Row[]; readonly nextCursor?: string } {
	const last = rows.length > limit ? rows[limit - 1] : undefined;
	return { rows: rows.slice(0, limit), ...(last && { nextCursor: writeCursor(...placeOf(last)) }) };
}

/** People may come with an old address: an invalid cursor leads to the first page. */
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
