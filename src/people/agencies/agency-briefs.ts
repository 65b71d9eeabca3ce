import { Failure } from "#core/failure.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import { gone, putPage } from "#receipts/live/live-pages.ts";
import { lockSeries } from "#receipts/live/locks.ts";
import { LIVE_LIFETIME_MS, openSqlReceipts, prolong } from "#receipts/live/receipt-table.ts";
import type { Database } from "#store/database.ts";
import { isoTime } from "../accounts/account.ts";
import { cutPage, type PageQuery, readCursor } from "../page-cursor.ts";

/** One audit of a client's site, in an agency's name. */
export interface AgencyBrief extends BriefKey {
	readonly domain: string;
	/** ISO 8601: when the site was last found so. */
	readonly auditedAt: string;
	readonly state: BriefState;
	/** `<domain>~<agency slug>`: where its page is once it is approved. */
	readonly slug: string;
	readonly madeMs: number;
	/** Absent while it waits. */
	readonly approvedMs?: number;
	/** When it was last sent to somebody. */
	readonly sentMs?: number;
	/** When it ends, with its page, unless the site is found so again. */
	readonly expiresMs: number;
}

interface NewBrief {
	/** The agency's slug. */
	readonly agency: string;
	readonly stored: StoredReceipt;
	readonly auditedAt: string;
	/** Account that asks for it; absent where a rescan has found something new. */
	readonly account?: string;
}

/** What an account did with a brief; times are ISO 8601, and absent where somebody else did it. */
interface OwnBriefWork {
	/** `<domain>~<agency slug>` */
	readonly slug: string;
	/** Id of the receipt. */
	readonly receipt: string;
	readonly madeAt?: string;
	readonly approvedAt?: string;
}

/**
 * Briefs in the name of agencies. Who may do what is the caller's to check (`mayDo`). Those whose receipt has ended or was
 * taken down are none.
 */
export interface AgencyBriefs {
	/**
	 * Keeps a brief that waits for approval, in place of an older one that waits; one that was approved stays so.
	 * @throws Failure `input-invalid` for a site that could not be audited, `receipt-invalid` where the receipt is kept here no more
	 */
	make(brief: NewBrief): Promise<AgencyBrief>;
	/**
	 * Opens the page at `<domain>~<agency slug>`, in place of the brief that it showed before.
	 * @param name the agency's
	 * @throws Failure `input-invalid` where there is no such brief
	 */
	approve(key: BriefKey, by: { readonly account: string; readonly name: string }): Promise<AgencyBrief>;
	/** Undoes an approval: the page is gone, the brief waits again. Undefined where there is no such brief. */
	withdraw(key: BriefKey): Promise<AgencyBrief | undefined>;
	/** Notes that an approved brief was sent. @throws Failure `input-invalid` where it is not approved */
	noteSent(key: BriefKey): Promise<AgencyBrief>;
	/** Drops a brief, and its page where it has one. */
	drop(key: BriefKey): Promise<void>;
	get(key: BriefKey): Promise<AgencyBrief | undefined>;
	/** The receipt of a brief, for a member's preview. */
	stored(key: BriefKey): Promise<StoredReceipt | undefined>;
	/** Newest first. @throws Failure `input-invalid` for a cursor that is none */
	list(
		agency: string,
		query: BriefQuery,
	): Promise<{ readonly briefs: readonly AgencyBrief[]; readonly nextCursor?: string }>;
	/** Drops all of an agency, with their pages. */
	removeAgency(agency: string): Promise<void>;
	/** Drops those whose receipt has ended. */
	sweep(now: number): Promise<void>;
	/** Forgets who made or approved a brief; the brief is the agency's. */
	forget(account: string): Promise<void>;
	/** Which briefs the account made or approved, and when; what others did of it is not said. */
	exportOf(account: string): Promise<readonly OwnBriefWork[]>;
}

type Sql = Database["sql"];

export function openAgencyBriefs(database: Database, clock: () => number = Date.now): AgencyBriefs {
	const { sql, kind } = database;
	const receipts = openSqlReceipts(database, { now: clock });
	const get = async (from: Sql, key: BriefKey) => {
		const row = await findBrief(from, key, clock());
		return row && briefOf(row);
	};
	const known = async (from: Sql, key: BriefKey) => (await get(from, key)) ?? unknown();
	return {
		get: (key) => get(sql, key),
		make: (brief) =>
			sql.transaction().execute(async (trx) => {
				await lockSeries(trx, kind, brief.stored.receipt);
				await insert(trx, brief, clock());
				return known(trx, { agency: brief.agency, receipt: brief.stored.id });
			}),
		approve: (key, by) =>
			sql.transaction().execute(async (trx) => {
				await openPage(trx, kind, await known(trx, key), { ...by, now: clock() });
				return known(trx, key);
			}),
		withdraw: (key) =>
			sql.transaction().execute(async (trx) => {
				await closePage(trx, key);
				const waiting = { approved_by: null, approved_ms: null, sent_ms: null };
				await rowOf(trx.updateTable("agency_brief"), key).set(waiting).execute();
				return get(trx, key);
			}),
		async noteSent(key) {
			const sent = rowOf(sql.updateTable("agency_brief"), key).where("approved_ms", "is not", null);
			await sent.set({ sent_ms: clock() }).execute();
			const brief = await known(sql, key);
			return brief.state === "sent" ? brief : unknown();
		},
		drop: (key) =>
			sql.transaction().execute(async (trx) => {
				await closePage(trx, key);
				await rowOf(trx.deleteFrom("agency_brief"), key).execute();
			}),
		async stored(key) {
			const brief = await get(sql, key);
			const kept = brief && (await receipts.get(key.receipt));
			return kept && { id: kept.id, receipt: kept.receipt };
		},
		async list(agency, query) {
			const { rows, ...next } = await briefPage(sql, agency, query, clock());
			return { briefs: rows.map(briefOf), ...next };
		},
		removeAgency: (agency) =>
			sql.transaction().execute(async (trx) => {
				await trx.deleteFrom("page").where("agency", "=", agency).execute();
				await trx.deleteFrom("agency_brief").where("agency", "=", agency).execute();
			}),
		async sweep(now) {
			const lasting = sql.selectFrom("receipt").select("id").where("expires_ms", ">", now);
			await sql.deleteFrom("agency_brief").where("receipt", "not in", lasting).execute();
		},
		async forget(account) {
			await sql.updateTable("agency_brief").set({ made_by: "" }).where("made_by", "=", account).execute();
			await sql.updateTable("agency_brief").set({ approved_by: "" }).where("approved_by", "=", account).execute();
		},
		exportOf: (account) => workOf(sql, account),
	};
}

async function workOf(sql: Sql, account: string): Promise<OwnBriefWork[]> {
	const rows = await sql
		.selectFrom("agency_brief")
		.select(["slug", "receipt", "made_by", "made_ms", "approved_by", "approved_ms"])
		.where((row) => row.or([row("made_by", "=", account), row("approved_by", "=", account)]))
		.orderBy("made_ms")
		.execute();
	return rows.map(({ slug, receipt, ...row }) => ({
		slug,
		receipt,
		...(row.made_by === account && { madeAt: isoTime(row.made_ms) }),
		...(row.approved_by === account && row.approved_ms !== null && { approvedAt: isoTime(row.approved_ms) }),
	}));
}

/** A newer brief that waits takes the place of an older one, so that nobody approves what is out of date. */
async function insert(trx: Sql, { agency, stored, auditedAt, account = "" }: NewBrief, now: number): Promise<void> {
	const { id: receipt, receipt: audited } = stored;
	if (!audited.scores || audited.mode !== "light" || audited.source !== "network") throw noBrief();
	if (!(await prolong(trx, receipt, now + LIVE_LIFETIME_MS, auditedAt))) throw gone(receipt);
	const { domain } = audited;
	const slug = `${domain}~${agency}`;
	const older = trx.deleteFrom("agency_brief").where("slug", "=", slug).where("receipt", "<>", receipt);
	await older.where("approved_ms", "is", null).execute();
	await trx
		.insertInto("agency_brief")
		.values({ slug, receipt, agency, domain, audited_at: auditedAt, made_by: account, made_ms: now })
		.onConflict((conflict) => conflict.columns(["slug", "receipt"]).doUpdateSet({ audited_at: auditedAt }))
		.execute();
}

/** In place of the brief that the address showed before. */
async function openPage(
	trx: Sql,
	kind: Database["kind"],
	{ slug, domain, auditedAt, agency, receipt }: AgencyBrief,
	{ account, name, now }: { readonly account: string; readonly name: string; readonly now: number },
): Promise<void> {
	await lockSeries(trx, kind, { domain, source: "network", mode: "light" });
	const expiresMs = now + LIVE_LIFETIME_MS;
	if (!(await prolong(trx, receipt, expiresMs, auditedAt))) throw gone(receipt);
	await putPage(trx, { slug, mode: "light", domain, agencyName: name, agency, receipt, auditedAt, expiresMs });
	const others = trx.deleteFrom("agency_brief").where("slug", "=", slug).where("receipt", "<>", receipt);
	await others.where("approved_ms", "is not", null).execute();
	const approved = trx.updateTable("agency_brief").set({ approved_by: account, approved_ms: now });
	await approved.where("slug", "=", slug).where("receipt", "=", receipt).execute();
}

function briefOf(row: BriefRow): AgencyBrief {
	const { approvedMs, sentMs, ...brief } = row;
	return {
		...brief,
		state: approvedMs === null ? "waiting" : sentMs === null ? "approved" : "sent",
		...(approvedMs !== null && { approvedMs }),
		...(sentMs !== null && { sentMs }),
	};
}

interface Narrowed<Query> {
	where(column: "agency" | "receipt", operator: "=", value: string): Query;
}

function rowOf<Query extends Narrowed<Query>>(query: Query, { agency, receipt }: BriefKey): Query {
	return query.where("agency", "=", agency).where("receipt", "=", receipt);
}

async function closePage(trx: Sql, { agency, receipt }: BriefKey): Promise<void> {
	await trx.deleteFrom("page").where("agency", "=", agency).where("receipt", "=", receipt).execute();
}

function unknown(): never {
	throw new Failure("input-invalid", {
		what: "There is no such brief.",
		why: "It has ended, was replaced by a newer one, or was taken down at the request of the site's owner.",
		todo: "Make the brief again.",
	});
}

function noBrief(): Failure {
	return new Failure("input-invalid", {
		what: "No brief was made.",
		why: "A brief shows a light audit of a site on the network that has a score.",
		todo: "Audit the site again.",
	});
}

/** Where a brief in an agency's name stands: seen by its members alone until one who may has approved it. */
type BriefState = "waiting" | "approved" | "sent";

/** Names one brief. */
export interface BriefKey {
	/** The agency's slug. */
	readonly agency: string;
	/** Id of the receipt that it shows. */
	readonly receipt: string;
}

interface BriefQuery extends PageQuery {
	readonly state?: BriefState | undefined;
	/** Of one site alone. */
	readonly domain?: string | undefined;
}

type BriefRow = NonNullable<Awaited<ReturnType<typeof findBrief>>>;

/** Briefs whose receipts last, with when they end: a receipt that was taken down is not there. */
function lasting(sql: Sql, agency: string, now: number) {
	return sql
		.selectFrom("agency_brief")
		.innerJoin("receipt", "receipt.id", "agency_brief.receipt")
		.where("agency_brief.agency", "=", agency)
		.where("receipt.expires_ms", ">", now)
		.select([
			"agency_brief.agency",
			"agency_brief.receipt",
			"agency_brief.domain",
			"agency_brief.audited_at as auditedAt",
			"agency_brief.slug",
			"agency_brief.made_ms as madeMs",
			"agency_brief.approved_ms as approvedMs",
			"agency_brief.sent_ms as sentMs",
			"receipt.expires_ms as expiresMs",
		]);
}

export function findBrief(sql: Sql, { agency, receipt }: BriefKey, now: number) {
	return lasting(sql, agency, now).where("agency_brief.receipt", "=", receipt).executeTakeFirst();
}

/** One page of a list, newest first; read by index, whatever lies before it. */
async function briefPage(sql: Sql, agency: string, query: BriefQuery, now: number) {
	const { state, domain, limit, cursor } = query;
	const [madeMs, receipt = "", slug = ""] = cursor === undefined ? [] : readCursor(cursor, PLACE);
	const rows = await lasting(sql, agency, now)
		.$if(domain !== undefined, (each) => each.where("agency_brief.domain", "=", domain ?? ""))
		.$if(state !== undefined, (each) =>
			each.where("agency_brief.approved_ms", state === "waiting" ? "is" : "is not", null),
		)
		.$if(state === "approved" || state === "sent", (each) =>
			each.where("agency_brief.sent_ms", state === "sent" ? "is not" : "is", null),
		)
		.$if(madeMs !== undefined, (each) =>
			each.where(({ eb, refTuple, tuple }) =>
				eb(
					refTuple("agency_brief.made_ms", "agency_brief.slug", "agency_brief.receipt"),
					"<",
					tuple(Number(madeMs), slug, receipt),
				),
			),
		)
		.orderBy("agency_brief.made_ms", "desc")
		.orderBy("agency_brief.slug", "desc")
		.orderBy("agency_brief.receipt", "desc")
		.limit(limit + 1)
		.execute();
	return cutPage(rows, limit, (row) => [row.madeMs, row.receipt, row.slug]);
}

const PLACE = /^(\d{1,15}) ([0-9a-f]{64}) (\S{1,300})$/;
