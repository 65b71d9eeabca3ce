import type { WallEntry } from "#core/wall-page.ts";
import { FieldFailure } from "../api/field-failure.ts";

/** Where an entry stands on the wall. */
export type WallPlace = Pick<WallEntry, "auditedAt" | "domain">;

const PLACE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([a-z0-9.-]{1,253})$/;

/** Newest first; sites audited at the same time by name. Negative where `a` stands before `b`. */
export function wallOrder(a: WallPlace, b: WallPlace): number {
	if (a.auditedAt !== b.auditedAt) return a.auditedAt > b.auditedAt ? -1 : 1;
	return a.domain === b.domain ? 0 : a.domain < b.domain ? -1 : 1;
}

/** An opaque word for "after this entry". It names a place in the order, so entries that come and go do not shift it. */
export function writeCursor({ auditedAt, domain }: WallPlace): string {
	return Buffer.from(`${auditedAt} ${domain}`).toString("base64url");
}

/** @throws FieldFailure `input-invalid` for a word that `writeCursor` does not write */
export function readCursor(cursor: string): WallPlace {
	const [, auditedAt, domain] = PLACE.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
	const place = auditedAt === undefined || domain === undefined ? undefined : { auditedAt, domain };
	if (place && writeCursor(place) === cursor) return place;
	throw new FieldFailure("input-invalid", [
		{ detail: "The cursor is not the nextCursor of a page of the wall. Begin without one.", pointer: "#/cursor" },
	]);
}
