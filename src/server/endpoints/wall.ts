import { REFUSAL } from "#core/brand.ts";
import { type WallEntry, type WallPage, type WallQuery, wallPageSchema, wallQuerySchema } from "#core/wall-page.ts";
import { defineEndpoint } from "../api/endpoint.ts";
import { WALL_EXAMPLES } from "./examples/wall-examples.ts";
import { publicJson } from "./public-json.ts";
import { readCursor, wallOrder, writeCursor } from "./wall-cursor.ts";

export const publicWall = defineEndpoint({
	operationId: "publicWall",
	revalidates: true,
	method: "GET",
	path: "/api/v1/public/wall",
	tag: "Wall",
	summary: "Read the public wall",
	description: `The sites of the watchlist, each by its newest light audit, newest first. Sites that strangers audit are not on it.

Pages are linked by \`nextCursor\`, which stays good when audits are added. A page is at most a minute behind the published
wall.`,
	input: wallQuerySchema,
	output: wallPageSchema,
	examples: WALL_EXAMPLES,
	handle: async (query, { app }) => publicJson(pageOf(inOrder(await app.wall()), query)),
});

const ordered = new WeakMap<readonly WallEntry[], readonly WallEntry[]>();

/** Whatever order entries of the same time come in, pages need one that is total. */
function inOrder(wall: readonly WallEntry[]): readonly WallEntry[] {
	const known = ordered.get(wall);
	if (known) return known;
	const entries = wall.toSorted(wallOrder);
	ordered.set(wall, entries);
	return entries;
}

/** @throws FieldFailure `input-invalid` for a cursor that is none */
function pageOf(wall: readonly WallEntry[], { limit, cursor }: WallQuery): WallPage {
	const start = cursor === undefined ? 0 : firstAfter(wall, cursor);
	const entries = wall.slice(start, start + limit);
	const last = entries.at(-1);
	return {
		ok: true,
		total: wall.length,
		entries,
		...(last && start + entries.length < wall.length ? { nextCursor: writeCursor(last) } : {}),
		refusal: REFUSAL,
	};
}

/** Index of the first entry that stands after the cursor's place. */
function firstAfter(wall: readonly WallEntry[], cursor: string): number {
	const place = readCursor(cursor);
	let [low, high] = [0, wall.length];
	while (low < high) {
		const middle = (low + high) >>> 1;
		const entry = wall[middle];
		if (entry && wallOrder(entry, place) <= 0) low = middle + 1;
		else high = middle;
	}
	return low;
}
