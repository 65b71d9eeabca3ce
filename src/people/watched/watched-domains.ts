import { createHmac } from "node:crypto";
import * as z from "zod";
import type { Settings } from "#config/environment.ts";
import { Failure, type FailureCode } from "#core/failure.ts";
import { type Removal, type RequestPlace, removalOf } from "#core/notice.ts";
import type { AuditMode } from "#core/preset.ts";
import { parseTarget } from "#core/target.ts";
import { lockAccount } from "#receipts/live/locks.ts";
import { carryOutOrders, type OwnerOrder, OwnerOrders } from "#receipts/removal/owner-orders.ts";
import {
	type OwnersPlaces,
	openOwnersPlaces,
	ownersPlacesOf,
	readOwnersFile,
	readOwnersRecords,
} from "#receipts/removal/owners-places.ts";
import { noticesPath, plainParagraph, requireTakenBack } from "#receipts/removal/removal.ts";
import { isIn, receiptsOf } from "#receipts/removal/removal-files.ts";
import { readNotices } from "#receipts/store/notices-file.ts";
import type { PublishedFacts } from "#site/publication/embedded-publication.ts";
import type { Database } from "#store/database.ts";
import type { Tables } from "#store/tables.ts";
import { isoTime, lockExistingAccount } from "../accounts/account.ts";

/** Per account; each adds an audit per night. */
export const WATCHED_MAX = 100;

export interface Control {
	/** A TXT record at `record` with `text`, or `file` with the JSON `member`. */
	readonly record: string;
	readonly text: string;
	readonly file: string;
	readonly member: string;
	readonly since?: string;
	readonly place?: RequestPlace["place"];
	/** ISO 8601: time of the last check of both places; `says` has a sentence for each. */
	readonly lookedAt?: string;
	readonly says: readonly string[];
}

export interface WatchedDomain {
	readonly domain: string;
	readonly mode: AuditMode;
	readonly addedAt: string;
	readonly control: Control;
	/** ISO 8601: when its owner published it. */
	readonly publishedAt?: string;
	readonly lastRescan?: { readonly at: string; readonly says?: string };
}

/** As currently known to this installation. */
interface OwnersOrders {
	readonly takenDownAt?: string;
	/** In force, to be carried out by the next job that can write the reports. Newest first. */
	readonly waiting: readonly { readonly kind: OwnerOrder["kind"]; readonly at: string }[];
	/** Failed in whole or in part, with the reason. Newest first. */
	readonly failed: readonly { readonly kind: OwnerOrder["kind"]; readonly at: string; readonly says: string }[];
}

interface WatchedOptions {
	readonly database: Database;
	readonly settings: Settings;
	readonly secret: () => Promise<string>;
	readonly places?: OwnersPlaces;
	readonly facts?: () => Promise<Pick<PublishedFacts, "embedded">>;
	readonly now?: () => number;
}

/** Uses only the account's rows. Methods throw Failure `store-unavailable`. A rescan audits each domain once. */
export class WatchedDomains {
	readonly #options: WatchedOptions;
	readonly #sql: WatchedSql;
	readonly #orders: OwnerOrders;
	readonly #now: () => number;

	constructor(options: WatchedOptions) {
		this.#options = options;
		this.#sql = options.database.sql;
		this.#orders = new OwnerOrders(options.database);
		this.#now = options.now ?? Date.now;
	}

	async list(
		account: string,
		{ after = "", limit = WATCHED_MAX }: { readonly after?: string; readonly limit?: number } = {},
	): Promise<readonly WatchedDomain[]> {
		const own = this.#sql.selectFrom("watched_domain").selectAll().where("account", "=", account);
		const rows = await own.where("domain", ">", after).orderBy("domain").limit(limit).execute();
		return rows.map(watchedOf);
	}

	async get(account: string, domain: string): Promise<WatchedDomain | undefined> {
		const row = await rowOf(this.#sql, account, domain);
		return row && watchedOf(row);
	}

	/** Idempotent. @throws Failure `target-invalid`, `target-blocked`; `input-invalid` at the cap */
	async watch(account: string, input: string, mode: AuditMode): Promise<WatchedDomain> {
		const { database, secret } = this.#options;
		const domain = parseTarget(input).host;
		if (await rowOf(this.#sql, account, domain)) {
			const own = this.#sql.updateTable("watched_domain").set({ mode }).where("account", "=", account);
			await own.where("domain", "=", domain).execute();
		} else {
			const token = controlToken(await secret(), account, domain);
			await add(database, { account, domain, mode, token }, this.#now());
		}
		return this.#expect(account, domain);
	}

	/** Also deletes the proof of control and the domain's log counts. @returns whether the account watched it */
	async unwatch(account: string, domain: string): Promise<boolean> {
		const counts = this.#sql.deleteFrom("access_result").where("account", "=", account);
		await counts.where("domain", "=", domain).execute();
		const own = this.#sql.deleteFrom("watched_domain").where("account", "=", account);
		const { numDeletedRows } = await own.where("domain", "=", domain).executeTakeFirstOrThrow();
		return Number(numDeletedRows) > 0;
	}

	/** Ignores an unreachable place. @throws Failure `input-invalid` if the account does not watch the domain */
	async prove(account: string, domain: string): Promise<WatchedDomain> {
		const row = (await rowOf(this.#sql, account, domain)) ?? notWatched(domain);
		await this.#withPlaces((places) => checkControl(this.#sql, row, places, this.#now()));
		return this.#expect(account, domain);
	}

	/** @throws Failure `input-invalid` without proof of control */
	async publish(account: string, domain: string, isPublic: boolean): Promise<WatchedDomain> {
		const row = await rowOf(this.#sql, account, domain);
		if (!row || row.proved_ms === null) throw notProved(domain);
		const published = isPublic ? (row.published_ms ?? this.#now()) : null;
		const own = this.#sql.updateTable("watched_domain").set({ published_ms: published }).where("account", "=", account);
		await own.where("domain", "=", domain).execute();
		return this.#expect(account, domain);
	}

	async orders(domain: string): Promise<OwnersOrders> {
		const [given, hidden, notices] = await Promise.all([
			this.#orders.ofDomain(domain),
			this.#orders.hidden(),
			readNotices(noticesPath(this.#options.settings)),
		]);
		const ordered = hidden.get(domain) === "all" ? given.find(isRemovalOfAll)?.at : undefined;
		// A withdrawn notice stays until the job that writes the reports runs.
		const isEnding =
			given.find(({ kind, receipts }) => kind !== "correction" && receipts === "all")?.kind === "withdrawal";
		const noticed = isEnding ? undefined : removalOf(notices, domain)?.at;
		const takenDownAt = ordered ?? noticed;
		return {
			...(takenDownAt === undefined ? {} : { takenDownAt }),
			waiting: given.filter(({ isDone }) => !isDone).map(({ kind, at }) => ({ kind, at })),
			failed: given.flatMap(({ kind, at, outcome }) => (outcome === undefined ? [] : { kind, at, says: outcome })),
		};
	}

	/** @throws Failure `input-invalid` if the token is missing now, or a receipt is not the domain's */
	async deleteReceiptsOf(account: string, domain: string, receipts: Removal["receipts"]): Promise<OwnersOrders> {
		const proof = await this.#proofOf(account, domain);
		if (receipts !== "all") await this.#expectReceipts(domain, receipts);
		const scope = (await this.#orders.hidden()).get(domain);
		const isDown =
			receipts === "all" ? scope === "all" : receipts.every((id) => scope !== undefined && isIn(scope, id));
		return isDown ? this.orders(domain) : this.#give({ kind: "removal", domain, receipts, says: "", proof });
	}

	/** @throws Failure `input-invalid` if the token is missing now, or nothing was taken down */
	async withdraw(account: string, domain: string): Promise<OwnersOrders> {
		const proof = await this.#proofOf(account, domain);
		if ((await this.orders(domain)).takenDownAt === undefined)
			throw new Failure("input-invalid", {
				what: `${domain} is not taken down as a whole.`,
				why: "Receipts that were taken down are deleted for good.",
			});
		await this.#withPlaces((places) => requireTakenBack(domain, proof.place, places));
		return this.#give({ kind: "withdrawal", domain, receipts: "all", says: "", proof });
	}

	/** `""` withdraws it. @throws Failure `input-invalid`: as above, or not one paragraph of at most 2,000 characters */
	async correct(account: string, domain: string, receipt: string, given: string): Promise<OwnersOrders> {
		const says = plainParagraph(given);
		const proof = await this.#proofOf(account, domain);
		await this.#expectReceipts(domain, [receipt]);
		return this.#give({ kind: "correction", domain, receipts: [receipt], says, proof });
	}

	async forget(account: string): Promise<void> {
		await this.#sql.deleteFrom("watched_domain").where("account", "=", account).execute();
	}

	async #expect(account: string, domain: string): Promise<WatchedDomain> {
		return (await this.get(account, domain)) ?? notWatched(domain);
	}

	async #withPlaces<T>(work: (places: OwnersPlaces) => Promise<T>): Promise<T> {
		if (this.#options.places) return work(this.#options.places);
		const { places, close } = openOwnersPlaces(this.#options.settings);
		return work(places).finally(close);
	}

	/** A single machine has the reports here; in a fleet, the job with the reports carries out the order. */
	async #give(order: Omit<OwnerOrder, "at">): Promise<OwnersOrders> {
		const { database, settings } = this.#options;
		const ids = await this.#orders.give(order);
		if (settings.databaseUrl === undefined)
			await carryOutOrders(database, settings, order.domain).catch(ignoreUnwritable);
		const given = await this.#orders.ofDomain(order.domain);
		const outcome = given.find(({ id, outcome }) => outcome !== undefined && ids.includes(id))?.outcome;
		if (outcome !== undefined) throw new Failure("input-invalid", { what: outcome });
		return this.orders(order.domain);
	}

	/** Orders are final and owners change, so the token must be found now. An unreachable place is not enough. */
	async #proofOf(account: string, domain: string): Promise<OwnerOrder["proof"]> {
		const row = await rowOf(this.#sql, account, domain);
		if (!row || row.proved_ms === null) throw notProved(domain);
		const { place, looked } = await this.#withPlaces((places) => checkControl(this.#sql, row, places, this.#now()));
		if (place) return { place, found: controlPlaces(domain, row.token).text };
		const silent = looked.find((each) => each.place === row.place && !each.answered);
		if (!silent) throw notProved(domain);
		const todo = "Try again later, or publish your token at the other place and check there.";
		throw new Failure("input-invalid", { what: `${silent.at} could not be checked.`, why: silent.says, todo });
	}

	/** @throws Failure `input-invalid` for receipts not known as the domain's */
	async #expectReceipts(domain: string, receipts: readonly string[]): Promise<void> {
		const { database, settings, facts = async () => ({ embedded: () => undefined }) } = this.#options;
		const [{ all }, notices, { embedded }] = await Promise.all([
			receiptsOf(domain, settings, database),
			readNotices(noticesPath(settings)),
			facts(),
		]);
		const isKnown = (id: string) =>
			all.includes(id) || removalOf(notices, domain, id) !== undefined || embedded({ receiptId: id })?.slug === domain;
		const unknown = receipts.filter((id) => !isKnown(id));
		if (unknown.length > 0)
			throw new Failure("input-invalid", { what: `No receipt of ${domain} here: ${unknown.join(", ")}.` });
	}
}

const UNWRITABLE: ReadonlySet<string | undefined> = new Set(["EACCES", "EPERM", "EROFS"]);

/** The order is already in force; a job with write access will carry it out. */
function ignoreUnwritable(error: NodeJS.ErrnoException): void {
	if (!UNWRITABLE.has(error.code)) throw error;
}

function isRemovalOfAll({ kind, receipts }: OwnerOrder): boolean {
	return kind === "removal" && receipts === "all";
}

interface Watch {
	readonly account: string;
	readonly domain: string;
	readonly mode: AuditMode;
	readonly token: string;
}

/** Serializes concurrent requests of one account, to enforce the cap. */
async function add({ sql, kind }: Database, watch: Watch, now: number): Promise<void> {
	await sql.transaction().execute(async (trx) => {
		await lockAccount(trx, kind, watch.account);
		if (!(await lockExistingAccount(trx, kind, watch.account))) return;
		const own = trx.selectFrom("watched_domain").where("account", "=", watch.account);
		const { count } = await own.select(({ fn }) => fn.countAll().as("count")).executeTakeFirstOrThrow();
		if (Number(count) >= WATCHED_MAX)
			throw new Failure("input-invalid", {
				what: `You already watch ${WATCHED_MAX} domains.`,
				why: `An account can watch ${WATCHED_MAX} domains, because each is audited every night.`,
				todo: "Stop watching one of them first.",
			});
		await trx
			.insertInto("watched_domain")
			.values({ ...watch, ...NOTHING_KNOWN, added_ms: now })
			.onConflict((conflict) => conflict.columns(["account", "domain"]).doUpdateSet({ mode: watch.mode }))
			.execute();
	});
}

function notProved(domain: string): Failure {
	return new Failure("input-invalid", {
		what: `You have not proved that you own ${domain}.`,
		why: "Only its owner can publish it, have its audits taken down or correct them.",
		todo: "Publish your token, then prove control.",
	});
}

function notWatched(domain: string): never {
	throw new Failure("input-invalid", {
		what: `You do not watch ${domain}.`,
		todo: "Add it on your dashboard first.",
	});
}

/** Valid only for this account and domain. */
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
	/** NXDOMAIN: the domain may have expired, or our resolver is broken. */
	readonly isNameUnknown: boolean;
}

/** Allows tokens of other accounts beside it. */
export async function findControl(domain: string, token: string, places: OwnersPlaces): Promise<ControlLook> {
	const both = await Promise.all([findInDns(domain, token, places), findInFile(domain, token, places)]);
	const found = both.find(({ isThere }) => isThere);
	const isNameUnknown = both.some((each) => each.reason === "name-not-found");
	return { looked: both.map(({ place }) => place), isNameUnknown, ...(found ? { place: found.place.place } : {}) };
}

type Looked = { readonly place: RequestPlace; readonly isThere: boolean; readonly reason?: FailureCode };

async function findInDns(domain: string, token: string, places: OwnersPlaces): Promise<Looked> {
	const { found: records, ...place } = await readOwnersRecords(domain, places);
	if (!records) return { place, isThere: false };
	const isThere = records.includes(controlPlaces(domain, token).text);
	const others = records.some((record) => record.startsWith("sightline-control="));
	const missing = others ? "The TXT record has another token, not yours." : "No TXT record has your token.";
	return { place: { ...place, says: isThere ? "The TXT record has your token." : missing }, isThere };
}

const fileSchema = z.object({ control: z.union([z.string(), z.array(z.string()).max(100)]).optional() });

async function findInFile(domain: string, token: string, places: OwnersPlaces): Promise<Looked> {
	const { found: file, reason, ...place } = await readOwnersFile(domain, places);
	if (!file) return { place, isThere: false, ...(reason ? { reason } : {}) };
	const parsed = fileSchema.safeParse(file.value);
	const control = parsed.data?.control ?? [];
	const isThere = [control].flat().includes(token);
	return {
		place: { ...place, says: isThere ? "The file has your token." : whyNot(parsed.success, control) },
		isThere,
	};
}

function whyNot(isReadable: boolean, control: string | readonly string[]): string {
	if (!isReadable) return 'It is not JSON whose "control" is a token or a list of tokens.';
	return control.length === 0 ? 'It has no "control" member.' : 'Its "control" member is another token, not yours.';
}

/**
 * A proof ends when its place responds without the token. An unreachable place or unknown domain does not end it: a
 * broken resolver would end every proof in one night.
 * @returns where the token was found, and the result for each place
 */
async function checkControl(
	sql: WatchedSql,
	row: WatchedRow,
	places: OwnersPlaces,
	now: number,
): Promise<Pick<ControlLook, "place" | "looked">> {
	const { account, domain, token } = row;
	const { looked, place, isNameUnknown } = await findControl(domain, token, places);
	const isGone = !isNameUnknown && looked.some((each) => each.place === row.place && each.answered);
	const proved =
		place !== undefined
			? { proved_ms: row.proved_ms ?? now, place }
			: isGone && { proved_ms: null, place: null, published_ms: null };
	// One line per place: join lines of the responses.
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

/** @param now returns milliseconds since 1970; called for each domain */
export async function recheckControl(sql: WatchedSql, places: OwnersPlaces, now: () => number): Promise<void> {
	const rows = await sql.selectFrom("watched_domain").selectAll().where("proved_ms", "is not", null).execute();
	const left = rows.values();
	const looking = Array.from({ length: AT_ONCE }, async () => {
		for (const row of left) await checkControl(sql, row, places, now());
	});
	await Promise.all(looking);
}

export type WatchedRow = Tables["watched_domain"];
type WatchedSql = Database["sql"];

export const NOTHING_KNOWN = {
	proved_ms: null,
	place: null,
	published_ms: null,
	looked_ms: null,
	looked_says: null,
	rescan: null,
	rescan_says: null,
} as const satisfies Partial<WatchedRow>;

function watchedOf(row: WatchedRow): WatchedDomain {
	const { domain, mode, published_ms, rescan, rescan_says } = row;
	return {
		domain,
		mode,
		addedAt: isoTime(row.added_ms),
		control: controlOf(row),
		...(published_ms === null ? {} : { publishedAt: isoTime(published_ms) }),
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

function rowOf(sql: WatchedSql, account: string, domain: string): Promise<WatchedRow | undefined> {
	const own = sql.selectFrom("watched_domain").selectAll().where("account", "=", account);
	return own.where("domain", "=", domain).executeTakeFirst();
}
