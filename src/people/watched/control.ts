import { createHmac } from "node:crypto";
import * as z from "zod";
import type { FailureCode } from "#core/failure.ts";
import type { RequestPlace } from "#core/notice.ts";
import {
	type OwnersPlaces,
	ownersPlacesOf,
	readOwnersFile,
	readOwnersRecords,
} from "#receipts/removal/owners-places.ts";
import type { Database } from "#store/database.ts";
import type { Tables } from "#store/tables.ts";
import { isoTime } from "../accounts/account.ts";
import type { WatchedDomain } from "./watched-domains.ts";

/** Of no use to another account, nor at another domain. */
export function controlToken(secret: string, account: string, domain: string): string {
	return createHmac("sha256", secret).update(`control ${account} ${domain}`).digest("base64url").slice(0, 32);
}

/** A TXT record at `record` with `text`, or the JSON `member` at `file`. */
export function controlPlaces(domain: string, token: string) {
	const member = JSON.stringify({ control: token });
	return { ...ownersPlacesOf(domain), text: `sightline-control=${token}`, member };
}

interface ControlLook {
	readonly looked: readonly RequestPlace[];
	readonly place?: RequestPlace["place"];
	/** The name system knows no such domain: it may have ended, or our own resolver was cut off. */
	readonly isNameUnknown: boolean;
}

/** Other accounts' tokens may stand beside it. */
export async function lookForControl(domain: string, token: string, places: OwnersPlaces): Promise<ControlLook> {
	const both = await Promise.all([lookInDns(domain, token, places), lookInFile(domain, token, places)]);
	const found = both.find(({ isThere }) => isThere);
	const isNameUnknown = both.some((each) => each.reason === "name-not-found");
	return { looked: both.map(({ place }) => place), isNameUnknown, ...(found ? { place: found.place.place } : {}) };
}

type Looked = { readonly place: RequestPlace; readonly isThere: boolean; readonly reason?: FailureCode };

async function lookInDns(domain: string, token: string, places: OwnersPlaces): Promise<Looked> {
	const { found: records, ...place } = await readOwnersRecords(domain, places);
	if (!records) return { place, isThere: false };
	const isThere = records.includes(controlPlaces(domain, token).text);
	const others = records.some((record) => record.startsWith("sightline-control="));
	const missing = others
		? "The TXT record there holds another token than yours."
		: "No TXT record there holds your token.";
	return { place: { ...place, says: isThere ? "The TXT record holds your token." : missing }, isThere };
}

const fileSchema = z.object({ control: z.union([z.string(), z.array(z.string()).max(100)]).optional() });

async function lookInFile(domain: string, token: string, places: OwnersPlaces): Promise<Looked> {
	const { found: file, reason, ...place } = await readOwnersFile(domain, places);
	if (!file) return { place, isThere: false, ...(reason ? { reason } : {}) };
	const parsed = fileSchema.safeParse(file.value);
	const control = parsed.data?.control ?? [];
	const isThere = [control].flat().includes(token);
	return {
		place: { ...place, says: isThere ? "The file holds your token." : whyNot(parsed.success, control) },
		isThere,
	};
}

function whyNot(isReadable: boolean, control: string | readonly string[]): string {
	if (!isReadable) return 'It is not JSON whose "control" is a token or a list of tokens.';
	return control.length === 0 ? 'It has no member "control".' : 'Its member "control" is another token than yours.';
}

/**
 * A proof ends when its place answers without the token. Silence proves nothing, nor does an unknown domain: a resolver
 * that is cut off would end every proof in one night.
 * @returns where the token stands now, and what each place said
 */
export async function lookAtControl(
	sql: WatchedSql,
	row: WatchedRow,
	places: OwnersPlaces,
	now: number,
): Promise<Pick<ControlLook, "place" | "looked">> {
	const { account, domain, token } = row;
	const { looked, place, isNameUnknown } = await lookForControl(domain, token, places);
	const isGone = !isNameUnknown && looked.some((each) => each.place === row.place && each.answered);
	const proved =
		place !== undefined ? { proved_ms: row.proved_ms ?? now, place } : isGone && { proved_ms: null, place: null };
	// One sentence a place: answers may have lines of their own.
	const says = looked.map(({ at, says }) => `${at}: ${says.replaceAll(/\s+/g, " ")}`).join("\n");
	await sql
		.updateTable("watched_domain")
		.set({ ...proved, looked_ms: now, looked_says: says })
		.where("account", "=", account)
		.where("domain", "=", domain)
		.execute();
	return { looked, ...(place === undefined ? {} : { place }) };
}

const AT_ONCE = 8;

/** @param now milliseconds since 1970, asked for each */
export async function lookAgain(sql: WatchedSql, places: OwnersPlaces, now: () => number): Promise<void> {
	const rows = await sql.selectFrom("watched_domain").selectAll().where("proved_ms", "is not", null).execute();
	const left = rows.values();
	const looking = Array.from({ length: AT_ONCE }, async () => {
		for (const row of left) await lookAtControl(sql, row, places, now());
	});
	await Promise.all(looking);
}

export type WatchedRow = Tables["watched_domain"];
export type WatchedSql = Database["sql"];

export const NOTHING_KNOWN = {
	proved_ms: null,
	place: null,
	looked_ms: null,
	looked_says: null,
	rescan: null,
	rescan_says: null,
} as const satisfies Partial<WatchedRow>;

export function watchedOf(row: WatchedRow): WatchedDomain {
	const { domain, mode, rescan, rescan_says } = row;
	return {
		domain,
		mode,
		addedAt: isoTime(row.added_ms),
		control: controlOf(row),
		...(rescan === null ? {} : { lastRescan: { at: rescan, ...(rescan_says === null ? {} : { says: rescan_says }) } }),
	};
}

function controlOf({ domain, token, proved_ms, place, looked_ms, looked_says }: WatchedRow): WatchedDomain["control"] {
	return {
		...controlPlaces(domain, token),
		...(proved_ms === null ? {} : { since: isoTime(proved_ms) }),
		...(place === null ? {} : { place }),
		...(looked_ms === null ? {} : { lookedAt: isoTime(looked_ms) }),
		says: looked_says?.split("\n") ?? [],
	};
}

export function rowOf(sql: WatchedSql, account: string, domain: string): Promise<WatchedRow | undefined> {
	const own = sql.selectFrom("watched_domain").selectAll().where("account", "=", account);
	return own.where("domain", "=", domain).executeTakeFirst();
}
