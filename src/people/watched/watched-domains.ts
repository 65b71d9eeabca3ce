import type { Settings } from "#config/environment.ts";
import { Failure } from "#core/failure.ts";
import { type Removal, type RequestPlace, removalOf } from "#core/notice.ts";
import type { AuditMode } from "#core/preset.ts";
import { parseTarget } from "#core/target.ts";
import { lockAccount } from "#receipts/live/locks.ts";
import { isIn } from "#receipts/live/remove-live.ts";
import { carryOutOrders } from "#receipts/removal/carry-out-orders.ts";
import { controlPlaces, controlToken } from "#receipts/removal/control-token.ts";
import { plainParagraph } from "#receipts/removal/correction.ts";
import { type OwnerOrder, openOwnerOrders } from "#receipts/removal/owner-orders.ts";
import { type OwnersPlaces, openOwnersPlaces } from "#receipts/removal/owners-places.ts";
import { noticesPath, requireTakenBack } from "#receipts/removal/removal.ts";
import { receiptsOf } from "#receipts/removal/removal-files.ts";
import { readNotices } from "#receipts/store/notices-file.ts";
import type { PublishedFacts } from "#site/publication/embedded-publication.ts";
import type { Database } from "#store/database.ts";
import { holdAccount } from "../accounts/account.ts";
import { lookAtControl, NOTHING_KNOWN, rowOf, type WatchedSql, watchedOf } from "./control.ts";

/** Domains that one account watches. Each adds an audit a night. */
export const WATCHED_MAX = 100;

/** Whether an account has shown that a domain is its own. */
export interface Control {
	/** What to publish: a TXT record at `record` that says `text`, or `file` with the JSON `member`. */
	readonly record: string;
	readonly text: string;
	readonly file: string;
	readonly member: string;
	/** ISO 8601: since when it is proved; undefined while it is not. */
	readonly since?: string;
	readonly place?: RequestPlace["place"];
	/** ISO 8601: when both places were looked at last, and what was found there, a sentence for each. */
	readonly lookedAt?: string;
	readonly says: readonly string[];
}

export interface WatchedDomain {
	/** ASCII host. */
	readonly domain: string;
	readonly mode: AuditMode;
	/** ISO 8601. */
	readonly addedAt: string;
	readonly control: Control;
	/** The newest rescan that has ended with the domain; `says` tells why it came to no score. */
	readonly lastRescan?: { readonly at: string; readonly says?: string };
}

/** What an owner has had done to the domain's audits, as far as this installation knows it now. */
interface OwnersOrders {
	/** ISO 8601: since when everything of the domain is taken down; undefined where it is not. */
	readonly takenDownAt?: string;
	/** Orders that hold already, and that the next job which can write the reports carries out; the newest first. */
	readonly waiting: readonly { readonly kind: OwnerOrder["kind"]; readonly at: string }[];
	/** Orders that came to nothing, or not to all that they named, and why; the newest first. */
	readonly failed: readonly { readonly kind: OwnerOrder["kind"]; readonly at: string; readonly says: string }[];
}

/**
 * The watchlist of accounts. A rescan audits each domain once, however many accounts watch it.
 * All take the account's id first and touch rows of that account alone; all throw Failure `store-unavailable`.
 */
export interface WatchedDomains {
	/** In the order of their names; `after` is the last domain of the page before. */
	list(account: string, page?: { readonly after?: string; readonly limit?: number }): Promise<readonly WatchedDomain[]>;
	/** @param domain ASCII host; undefined where the account does not watch it */
	get(account: string, domain: string): Promise<WatchedDomain | undefined>;
	/**
	 * Begins to watch, or changes the mode; again, it changes nothing.
	 * @param input host name or URL, as people write it
	 * @throws Failure `target-invalid`, `target-blocked`; `input-invalid` at the cap
	 */
	watch(account: string, input: string, mode: AuditMode): Promise<WatchedDomain>;
	/** Ends it, and with it the proof of control. @returns whether the account had watched it */
	unwatch(account: string, domain: string): Promise<boolean>;
	/**
	 * Looks at both places for the account's token. Found, control is proved; gone, it is not any more; a place that does not
	 * answer changes nothing.
	 * @throws Failure `input-invalid` where the account does not watch the domain
	 */
	prove(account: string, domain: string): Promise<WatchedDomain>;
	orders(domain: string): Promise<OwnersOrders>;
	/**
	 * Takes down receipts and pages of a domain, all or those named.
	 * @throws Failure `input-invalid` where the token is not found at the domain now, or a receipt is not one of the domain
	 */
	takeDown(account: string, domain: string, receipts: Removal["receipts"]): Promise<OwnersOrders>;
	/** Lets audits of the domain be kept and shown again. @throws Failure `input-invalid` as above, or where nothing is down */
	withdraw(account: string, domain: string): Promise<OwnersOrders>;
	/**
	 * Sets the owner's sentence beside a receipt, in place of an earlier one; an empty one takes it back.
	 * @throws Failure `input-invalid` as above, or for what is not one plain paragraph of at most 2,000 characters
	 */
	correct(account: string, domain: string, receipt: string, says: string): Promise<OwnersOrders>;
	/** Ends everything of an account. */
	forget(account: string): Promise<void>;
	/** The account's own data, as JSON. */
	exportOf(account: string): Promise<unknown>;
}

/** Does something with the places where owners speak. */
type WithPlaces = <T>(work: (places: OwnersPlaces) => Promise<T>) => Promise<T>;

interface Parts {
	readonly database: Database;
	readonly settings: Settings;
	readonly withPlaces: WithPlaces;
	/** What the site was built from. */
	readonly facts: () => Promise<Pick<PublishedFacts, "embedded">>;
	readonly now: () => number;
}

/** What an account may have done to the audits of a domain whose control it has proved. */
function openOwnersRights(parts: Parts) {
	const { database, settings, withPlaces } = parts;
	const orders = openOwnerOrders(database);

	async function ordersOf(domain: string): Promise<OwnersOrders> {
		const [given, hidden, notices] = await Promise.all([
			orders.ofDomain(domain),
			orders.hidden(),
			readNotices(noticesPath(settings)),
		]);
		const ordered = hidden.get(domain) === "all" ? given.find(isRemovalOfAll)?.at : undefined;
		// While a withdrawal waits for whoever writes the reports, their notice still stands.
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

	/** With one machine its reports are here; of several, the job that has them carries the order out. */
	async function give(order: Omit<OwnerOrder, "at">): Promise<OwnersOrders> {
		const ids = await orders.give(order);
		if (settings.databaseUrl === undefined)
			await carryOutOrders(database, settings, order.domain).catch(ignoreUnwritable);
		const outcome = (await orders.ofDomain(order.domain)).find(
			({ id, outcome }) => outcome !== undefined && ids.includes(id),
		)?.outcome;
		if (outcome !== undefined) throw new Failure("input-invalid", { what: outcome });
		return ordersOf(order.domain);
	}

	return {
		orders: ordersOf,
		async takeDown(account, domain, receipts) {
			const proof = await proofOf(parts, account, domain);
			if (receipts !== "all") await expectReceipts(parts, domain, receipts);
			const scope = (await orders.hidden()).get(domain);
			const isDown =
				receipts === "all" ? scope === "all" : receipts.every((id) => scope !== undefined && isIn(scope, id));
			return isDown ? ordersOf(domain) : give({ kind: "removal", domain, receipts, says: "", proof });
		},
		async withdraw(account, domain) {
			const proof = await proofOf(parts, account, domain);
			if ((await ordersOf(domain)).takenDownAt === undefined) throw nothingDown(domain);
			await withPlaces((places) => requireTakenBack(domain, proof.place, places));
			return give({ kind: "withdrawal", domain, receipts: "all", says: "", proof });
		},
		async correct(account, domain, receipt, given) {
			const says = plainParagraph(given);
			const proof = await proofOf(parts, account, domain);
			await expectReceipts(parts, domain, [receipt]);
			return give({ kind: "correction", domain, receipts: [receipt], says, proof });
		},
	} satisfies Partial<WatchedDomains>;
}

/**
 * An order cannot be undone, and the domain may have another owner since the last rescan: it needs a token that stands there
 * now. A place that does not answer ends no proof, but gives no order either.
 */
async function proofOf(
	{ database, withPlaces, now }: Parts,
	account: string,
	domain: string,
): Promise<OwnerOrder["proof"]> {
	const row = await rowOf(database.sql, account, domain);
	if (!row || row.proved_ms === null) throw notProved(domain);
	const { place, looked } = await withPlaces((places) => lookAtControl(database.sql, row, places, now()));
	if (place) return { place, found: controlPlaces(domain, row.token).text };
	const silent = looked.find((each) => each.place === row.place && !each.answered);
	if (!silent) throw notProved(domain);
	const todo = "Try again later, or publish your token at the other place and look there.";
	throw new Failure("input-invalid", { what: `${silent.at} could not be looked at.`, why: silent.says, todo });
}

/** @throws Failure `input-invalid` for receipts that nobody here knows as ones of the domain */
async function expectReceipts(
	{ database, settings, facts }: Parts,
	domain: string,
	receipts: readonly string[],
): Promise<void> {
	const [{ all }, notices, { embedded }] = await Promise.all([
		receiptsOf(domain, settings, database),
		readNotices(noticesPath(settings)),
		facts(),
	]);
	const isKnown = (id: string) =>
		all.includes(id) || removalOf(notices, domain, id) !== undefined || embedded({ receiptId: id })?.slug === domain;
	const unknown = receipts.filter((id) => !isKnown(id));
	if (unknown.length > 0)
		throw new Failure("input-invalid", { what: `Not a receipt of ${domain} here: ${unknown.join(", ")}.` });
}

const UNWRITABLE: ReadonlySet<string | undefined> = new Set(["EACCES", "EPERM", "EROFS"]);

/** The order holds already, and waits for a job that may write there. */
function ignoreUnwritable(error: NodeJS.ErrnoException): void {
	if (!UNWRITABLE.has(error.code)) throw error;
}

function isRemovalOfAll({ kind, receipts }: OwnerOrder): boolean {
	return kind === "removal" && receipts === "all";
}

function notProved(domain: string): Failure {
	return new Failure("input-invalid", {
		what: `You have not proved that ${domain} is yours.`,
		why: "Only its owner can have its audits taken down or say a word beside them.",
		todo: "Publish your token, then prove control.",
	});
}

function nothingDown(domain: string): Failure {
	return new Failure("input-invalid", {
		what: `Nothing is taken down of ${domain} as a whole.`,
		why: "Single receipts that were taken down are deleted and do not come back.",
	});
}

interface WatchedOptions {
	readonly database: Database;
	readonly settings: Settings;
	/** That of the installation: tokens are made with it. */
	readonly secret: () => Promise<string>;
	/** The public DNS and web by default, opened for each look. */
	readonly places?: OwnersPlaces;
	/** What the site was built from; by default from nothing. */
	readonly facts?: () => Promise<Pick<PublishedFacts, "embedded">>;
	readonly now?: () => number;
}

export function openWatchedDomains(options: WatchedOptions): WatchedDomains {
	const { database, settings, secret, now = Date.now } = options;
	const { sql } = database;
	const withPlaces: WithPlaces = async (work) => {
		if (options.places) return work(options.places);
		const { places, close } = openOwnersPlaces(settings);
		return work(places).finally(close);
	};
	const { facts = async () => ({ embedded: () => undefined }) } = options;
	const rights = openOwnersRights({ database, settings, withPlaces, facts, now });
	const get: WatchedDomains["get"] = async (account, domain) => {
		const row = await rowOf(sql, account, domain);
		return row && watchedOf(row);
	};
	const expect = async (account: string, domain: string) => (await get(account, domain)) ?? notWatched(domain);
	return {
		async list(account, { after = "", limit = WATCHED_MAX } = {}) {
			const own = sql.selectFrom("watched_domain").selectAll().where("account", "=", account);
			const rows = await own.where("domain", ">", after).orderBy("domain").limit(limit).execute();
			return rows.map(watchedOf);
		},
		get,
		async watch(account, input, mode) {
			const domain = parseTarget(input).host;
			const row = await rowOf(sql, account, domain);
			if (row) await changeMode(sql, account, domain, mode);
			else await add(database, { account, domain, mode, token: controlToken(await secret(), account, domain) }, now());
			return expect(account, domain);
		},
		async unwatch(account, domain) {
			const own = sql.deleteFrom("watched_domain").where("account", "=", account);
			const { numDeletedRows } = await own.where("domain", "=", domain).executeTakeFirstOrThrow();
			return Number(numDeletedRows) > 0;
		},
		async prove(account, domain) {
			const row = (await rowOf(sql, account, domain)) ?? notWatched(domain);
			await withPlaces((places) => lookAtControl(sql, row, places, now()));
			return expect(account, domain);
		},
		...rights,
		async forget(account) {
			await sql.deleteFrom("watched_domain").where("account", "=", account).execute();
		},
		async exportOf(account) {
			const rows = await sql.selectFrom("watched_domain").selectAll().where("account", "=", account).execute();
			return rows.map(watchedOf).toSorted((a, b) => (a.domain < b.domain ? -1 : 1));
		},
	};
}

async function countOf(sql: WatchedSql, account: string): Promise<number> {
	const own = sql.selectFrom("watched_domain").where("account", "=", account);
	const { count } = await own.select(({ fn }) => fn.countAll().as("count")).executeTakeFirstOrThrow();
	return Number(count);
}

interface Watch {
	readonly account: string;
	readonly domain: string;
	readonly mode: AuditMode;
	readonly token: string;
}

/** Requests of one account that come at once are counted one after the other. */
async function add({ sql, kind }: Database, watch: Watch, now: number): Promise<void> {
	await sql.transaction().execute(async (trx) => {
		await lockAccount(trx, kind, watch.account);
		if (!(await holdAccount(trx, kind, watch.account))) return;
		if ((await countOf(trx, watch.account)) >= WATCHED_MAX) throw tooMany();
		await trx
			.insertInto("watched_domain")
			.values({ ...watch, ...NOTHING_KNOWN, added_ms: now })
			.onConflict((conflict) => conflict.columns(["account", "domain"]).doUpdateSet({ mode: watch.mode }))
			.execute();
	});
}

async function changeMode(sql: WatchedSql, account: string, domain: string, mode: AuditMode): Promise<void> {
	const own = sql.updateTable("watched_domain").set({ mode }).where("account", "=", account);
	await own.where("domain", "=", domain).execute();
}

function notWatched(domain: string): never {
	throw new Failure("input-invalid", {
		what: `You do not watch ${domain}.`,
		todo: "Add it on your dashboard first.",
	});
}

function tooMany(): Failure {
	return new Failure("input-invalid", {
		what: `You watch ${WATCHED_MAX} domains already.`,
		why: `An account watches at most ${WATCHED_MAX}, since each is audited every night.`,
		todo: "Stop watching one of them first.",
	});
}
