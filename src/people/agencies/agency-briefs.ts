import { HISTORY_LENGTH } from "#core/brief-document.ts";
import { Failure } from "#core/failure.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import { gone, putPage } from "#receipts/live/live-pages.ts";
import { lockSeries } from "#receipts/live/locks.ts";
import { LIVE_LIFETIME_MS, openSqlReceipts, prolong } from "#receipts/live/receipt-table.ts";
import type { Database } from "#store/database.ts";
import { isoTime } from "../accounts/account.ts";
import { cutPage, type PageQuery, readCursor } from "../page-cursor.ts";

type BriefState = "waiting" | "approved" | "sent" | "replaced";

export interface BriefKey {
	readonly agency: string;
	readonly receipt: string;
}

interface BriefQuery extends PageQuery {
	readonly state?: BriefState | undefined;
	readonly domain?: string | undefined;
}

export interface AgencyBrief extends BriefKey {
	readonly domain: string;
	readonly auditedAt: string;
	readonly state: BriefState;
	/** `<domain>~<agency slug>`: address of its page after approval. */
	readonly slug: string;
	readonly madeMs: number;
	readonly approvedMs?: number;
	readonly sentMs?: number;
	/** Expiry, also of its page, unless a later audit has the same result. */
	readonly expiresMs: number;
}

interface NewBrief {
	readonly agency: string;
	readonly stored: StoredReceipt;
	readonly auditedAt: string;
	readonly account?: string;
}

/** Times are ISO 8601, and undefined if another account did it. */
interface OwnBriefWork {
	readonly slug: string;
	readonly receipt: string;
	readonly madeAt?: string;
	readonly approvedAt?: string;
}

const PLACE = /^(\d{1,15}) ([0-9a-f]{64}) (\S{1,300})$/;

type Sql = Database["sql"];

/** Callers must check permissions (`mayDo`). Ignores briefs with an expired or removed receipt. */
export class AgencyBriefs {
	readonly #database: Database;
	readonly #sql: Sql;
	readonly #clock: () => number;

	constructor(database: Database, clock: () => number = Date.now) {
		this.#database = database;
		this.#sql = database.sql;
		this.#clock = clock;
	}

	async get(key: BriefKey): Promise<AgencyBrief | undefined> {
		return this.#find(this.#sql, key);
	}

	/** @throws Failure `input-invalid` if the site could not be audited, `receipt-invalid` without its receipt */
	make(brief: NewBrief): Promise<AgencyBrief> {
		return this.#sql.transaction().execute(async (trx) => {
			await lockSeries(trx, this.#database.kind, brief.stored.receipt);
			await insert(trx, brief, this.#clock());
			return this.#known(trx, { agency: brief.agency, receipt: brief.stored.id });
		});
	}

	/**
	 * Replaces the page's brief. Keeps the replaced receipt as long as the page, which shows what was fixed since.
	 * @param by `name` is the agency's @throws Failure `input-invalid` for an unknown brief
	 */
	approve(key: BriefKey, by: { readonly account: string; readonly name: string }): Promise<AgencyBrief> {
		return this.#sql.transaction().execute(async (trx) => {
			const brief = await this.#known(trx, key);
			await openPage(trx, this.#database.kind, brief, { ...by, now: this.#clock() });
			return this.#known(trx, key);
		});
	}

	withdraw(key: BriefKey): Promise<AgencyBrief | undefined> {
		return this.#sql.transaction().execute(async (trx) => {
			await closePage(trx, key);
			await rowOf(trx.updateTable("agency_brief"), key).set(WAITING).execute();
			return this.#find(trx, key);
		});
	}

	/** @throws Failure `input-invalid` if it is not approved */
	async noteSent(key: BriefKey): Promise<AgencyBrief> {
		const sent = rowOf(this.#sql.updateTable("agency_brief"), key)
			.where("approved_ms", "is not", null)
			.where("replaced_ms", "is", null);
		await sent.set({ sent_ms: this.#clock() }).execute();
		const brief = await this.#known(this.#sql, key);
		return brief.state === "sent" ? brief : unknown();
	}

	async drop(key: BriefKey): Promise<void> {
		await this.#sql.transaction().execute(async (trx) => {
			await closePage(trx, key);
			await rowOf(trx.deleteFrom("agency_brief"), key).execute();
		});
	}

	/** Receipts of the page's earlier briefs, newest audit first. */
	async replaced(slug: string, limit: number): Promise<readonly string[]> {
		const found = await this.#sql
			.selectFrom("agency_brief")
			.innerJoin("receipt", "receipt.id", "agency_brief.receipt")
			.where("agency_brief.slug", "=", slug)
			.where("agency_brief.replaced_ms", "is not", null)
			.where("receipt.expires_ms", ">", this.#clock())
			.select("agency_brief.receipt")
			.orderBy("agency_brief.audited_at", "desc")
			.limit(limit)
			.execute();
		return found.map(({ receipt }) => receipt);
	}

	async stored(key: BriefKey): Promise<StoredReceipt | undefined> {
		const brief = await this.get(key);
		const receipts = openSqlReceipts(this.#database, { now: this.#clock });
		const kept = brief && (await receipts.get(key.receipt));
		return kept && { id: kept.id, receipt: kept.receipt };
	}

	/** Newest first, read by index. @throws Failure `input-invalid` for an invalid cursor */
	async list(
		agency: string,
		{ state, domain, limit, cursor }: BriefQuery,
	): Promise<{ readonly briefs: readonly AgencyBrief[]; readonly nextCursor?: string }> {
		const [madeMs, receipt = "", slug = ""] = cursor === undefined ? [] : readCursor(cursor, PLACE);
		const rows = await lasting(this.#sql, agency, this.#clock())
			.$if(domain !== undefined, (each) => each.where("agency_brief.domain", "=", domain ?? ""))
			.$if(state !== undefined, (each) =>
				each.where("agency_brief.approved_ms", state === "waiting" ? "is" : "is not", null),
			)
			.$if(state === "approved" || state === "sent", (each) =>
				each
					.where("agency_brief.sent_ms", state === "sent" ? "is not" : "is", null)
					.where("agency_brief.replaced_ms", "is", null),
			)
			.$if(state === "replaced", (each) => each.where("agency_brief.replaced_ms", "is not", null))
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
		const { rows: shown, ...next } = cutPage(rows, limit, (row) => [row.madeMs, row.receipt, row.slug]);
		return { briefs: shown.map(briefOf), ...next };
	}

	async removeAgency(agency: string): Promise<void> {
		await this.#sql.transaction().execute(async (trx) => {
			for (const table of ["page", "agency_brief"] as const)
				await trx.deleteFrom(table).where("agency", "=", agency).execute();
		});
	}

	async sweep(now: number): Promise<void> {
		const lasting = this.#sql.selectFrom("receipt").select("id").where("expires_ms", ">", now);
		await this.#sql.deleteFrom("agency_brief").where("receipt", "not in", lasting).execute();
	}

	/** Keeps the brief, which belongs to the agency. */
	async forget(account: string): Promise<void> {
		const all = this.#sql.updateTable("agency_brief");
		await all.set({ made_by: "" }).where("made_by", "=", account).execute();
		await all.set({ approved_by: "" }).where("approved_by", "=", account).execute();
	}

	/** Omits other accounts' actions. */
	async exportOf(account: string): Promise<readonly OwnBriefWork[]> {
		const rows = await this.#sql
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

	async #find(from: Sql, { agency, receipt }: BriefKey): Promise<AgencyBrief | undefined> {
		const brief = lasting(from, agency, this.#clock()).where("agency_brief.receipt", "=", receipt);
		const row = await brief.executeTakeFirst();
		return row && briefOf(row);
	}

	async #known(from: Sql, key: BriefKey): Promise<AgencyBrief> {
		return (await this.#find(from, key)) ?? unknown();
	}
}

const WAITING = { approved_by: null, approved_ms: null, sent_ms: null, replaced_ms: null };

/** Replaces an older pending brief, so that no outdated one is approved. Keeps approved ones. */
async function insert(trx: Sql, { agency, stored, auditedAt, account = "" }: NewBrief, now: number): Promise<void> {
	const { id: receipt, receipt: audited } = stored;
	if (!audited.scores || audited.mode !== "light" || audited.source !== "network") throw noBrief();
	if (!(await prolong(trx, receipt, now + LIVE_LIFETIME_MS, auditedAt))) throw gone(receipt);
	const { domain } = audited;
	const slug = `${domain}~${agency}`;
	const older = trx.deleteFrom("agency_brief").where("slug", "=", slug).where("receipt", "<>", receipt);
	await older.where("approved_ms", "is", null).execute();
	// The site may have returned to an earlier state.
	const before = trx.updateTable("agency_brief").set(WAITING).where("slug", "=", slug).where("receipt", "=", receipt);
	await before.where("replaced_ms", "is not", null).execute();
	await trx
		.insertInto("agency_brief")
		.values({ slug, receipt, agency, domain, audited_at: auditedAt, made_by: account, made_ms: now })
		.onConflict((conflict) => conflict.columns(["slug", "receipt"]).doUpdateSet({ audited_at: auditedAt }))
		.execute();
}

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
	const others = trx.updateTable("agency_brief").set({ replaced_ms: now }).where("slug", "=", slug);
	await others
		.where("receipt", "<>", receipt)
		.where("approved_ms", "is not", null)
		.where("replaced_ms", "is", null)
		.execute();
	await prolongReplaced(trx, slug, expiresMs);
	const approved = trx.updateTable("agency_brief").set({ approved_by: account, approved_ms: now, replaced_ms: null });
	await approved.where("slug", "=", slug).where("receipt", "=", receipt).execute();
}

/** Extends as many receipts as a page's history shows. */
async function prolongReplaced(trx: Sql, slug: string, expiresMs: number): Promise<void> {
	const replaced = trx.selectFrom("agency_brief").where("slug", "=", slug).where("replaced_ms", "is not", null);
	const newest = await replaced
		.select(["receipt", "audited_at"])
		.orderBy("audited_at", "desc")
		.limit(HISTORY_LENGTH)
		.execute();
	for (const { receipt, audited_at } of newest) await prolong(trx, receipt, expiresMs, audited_at);
}

function stateOf({ approvedMs, sentMs, replacedMs }: BriefRow): BriefState {
	if (approvedMs === null) return "waiting";
	if (replacedMs !== null) return "replaced";
	return sentMs === null ? "approved" : "sent";
}

function briefOf(row: BriefRow): AgencyBrief {
	const { approvedMs, sentMs, replacedMs: _, ...brief } = row;
	return {
		...brief,
		state: stateOf(row),
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
		what: "This brief does not exist.",
		why: "It has expired, was replaced by a newer one, or was taken down at the site owner's request.",
		todo: "Create the brief again.",
	});
}

function noBrief(): Failure {
	return new Failure("input-invalid", {
		what: "No brief was created.",
		why: "A brief needs a light audit of a public site, with a score.",
		todo: "Audit the site again.",
	});
}

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
			"agency_brief.replaced_ms as replacedMs",
			"receipt.expires_ms as expiresMs",
		]);
}

export type BriefRow = Awaited<ReturnType<ReturnType<typeof lasting>["executeTakeFirstOrThrow"]>>;
