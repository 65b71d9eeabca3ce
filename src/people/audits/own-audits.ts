import type { OwnAudit } from "#core/own-audit.ts";
import type { Series, StoredReceipt } from "#core/receipt.ts";
import { holdReceipt, readHeld, releaseReceipts } from "#receipts/live/held-receipts.ts";
import type { Database } from "#store/database.ts";
import { holdAccount } from "../accounts/account.ts";
import {
	newestOfWatched,
	type OwnAuditPage,
	type OwnAuditQuery,
	type OwnAuditSource,
	ownAuditAt,
	ownAuditPage,
	ownAuditSeries,
} from "./own-audit-rows.ts";

/**
 * The audits of accounts: those that they have asked for, and those that a rescan has made of what they watch. All take the
 * account's id first, see rows of that account alone, and throw Failure `store-unavailable`.
 */
export interface OwnAudits {
	/**
	 * Notes that an account has an audit, and keeps its receipt for it. Again, it changes nothing but the newest time. For an
	 * account that has been deleted meanwhile nothing is kept.
	 */
	record(account: string, audit: FoundAudit): Promise<void>;
	/** Newest first. @throws Failure `input-invalid` for a cursor that is none */
	list(account: string, query: OwnAuditQuery): Promise<OwnAuditPage>;
	/** The newest audit of each domain that the account watches, as far as there is one. */
	newestOfWatched(account: string): Promise<readonly OwnAudit[]>;
	/** @throws Failure `receipt-invalid` where the receipt was changed */
	get(account: string, id: string): Promise<OwnReceipt | undefined>;
	/** At most so many receipts of a series, newest first, each with when it was last found so. */
	series(account: string, series: Series, most: number): Promise<readonly FoundReceipt[]>;
	/** Forgets one. @returns whether the account had it */
	remove(account: string, id: string): Promise<boolean>;
	/** Address of the repository in which the account reports faults of a site; `""` where it has named none. */
	tracker(account: string, domain: string): Promise<string>;
	setTracker(account: string, domain: string, repository: string): Promise<void>;
	/** Forgets all of an account. */
	forget(account: string): Promise<void>;
	/** The account's own data, as JSON. */
	exportOf(account: string): Promise<unknown>;
}

export interface FoundAudit {
	readonly stored: StoredReceipt;
	/** ISO 8601: when the site was found so. */
	readonly auditedAt: string;
}

export interface OwnReceipt {
	readonly audit: OwnAudit;
	readonly stored: StoredReceipt;
	/** The canonical JSON whose SHA-256 is the id. */
	readonly text: string;
}

export interface FoundReceipt extends StoredReceipt {
	/** ISO 8601. */
	readonly foundAt: string;
}

type Sql = Database["sql"];

/** @param facts what the site was built from; by default from nothing */
export function openOwnAudits(
	{ sql, kind }: Database,
	facts: OwnAuditSource["facts"] = async () => ({ embedded: () => undefined, lastRun: null }),
): OwnAudits {
	const source = { sql, facts };
	return {
		record: (account, audit) =>
			sql.transaction().execute(async (trx) => {
				await recordOwn(trx, kind, account, audit);
			}),
		list: (account, query) => ownAuditPage(source, account, query),
		newestOfWatched: (account) => newestOfWatched(source, account),
		async get(account, id) {
			const audit = await ownAuditAt(source, account, id);
			const held = audit && (await readHeld(sql, id));
			if (!audit || !held) return undefined;
			const { text, ...stored } = held;
			return { audit, stored, text };
		},
		series: (account, series, most) => ownAuditSeries(sql, account, series, most),
		remove: (account, id) =>
			sql.transaction().execute(async (trx) => {
				const row = trx.deleteFrom("own_audit").where("account", "=", account).where("receipt", "=", id);
				const { numDeletedRows } = await row.executeTakeFirstOrThrow();
				await releaseReceipts(trx, kind, [id]);
				return Number(numDeletedRows) > 0;
			}),
		async tracker(account, domain) {
			const row = sql.selectFrom("own_tracker").select("repository").where("account", "=", account);
			return (await row.where("domain", "=", domain).executeTakeFirst())?.repository ?? "";
		},
		async setTracker(account, domain, repository) {
			await sql
				.insertInto("own_tracker")
				.values({ account, domain, repository })
				.onConflict((conflict) => conflict.columns(["account", "domain"]).doUpdateSet({ repository }))
				.execute();
		},
		forget: (account) => sql.transaction().execute((trx) => forgetOwn(trx, kind, account)),
		exportOf: (account) => exportOwn(sql, account),
	};
}

/** `OwnAudits.record` in a transaction. @returns whether the account is there */
export async function recordOwn(
	trx: Sql,
	kind: Database["kind"],
	account: string,
	{ stored, auditedAt }: FoundAudit,
): Promise<boolean> {
	if (!(await holdAccount(trx, kind, account))) return false;
	const { id, receipt } = stored;
	const { domain, source, mode, methodology, scores, failure } = receipt;
	const found_at = auditedAt > receipt.auditedAt ? auditedAt : receipt.auditedAt;
	const { structure = null, accessibility = null } = scores?.axes ?? {};
	const score = { score: scores?.overall ?? null, structure, accessibility };
	const series = { domain, source, mode, audited_at: receipt.auditedAt };
	await trx
		.insertInto("own_audit")
		.values({ account, receipt: id, ...series, found_at, methodology, ...score, failure: failure?.code ?? null })
		.onConflict((conflict) =>
			conflict.columns(["account", "receipt"]).doUpdateSet({ found_at }).where("own_audit.found_at", "<", found_at),
		)
		.execute();
	await holdReceipt(trx, stored);
	return true;
}

async function forgetOwn(trx: Sql, kind: Database["kind"], account: string): Promise<void> {
	const rows = await trx.deleteFrom("own_audit").where("account", "=", account).returning("receipt").execute();
	await releaseReceipts(
		trx,
		kind,
		rows.map(({ receipt }) => receipt),
	);
	await trx.deleteFrom("own_tracker").where("account", "=", account).execute();
}

async function exportOwn(sql: Sql, account: string) {
	const [audits, trackers] = await Promise.all([
		sql
			.selectFrom("own_audit")
			.select(["receipt", "domain", "source", "mode", "audited_at", "found_at", "methodology"])
			.select(["score", "structure", "accessibility", "failure"])
			.where("account", "=", account)
			.orderBy("found_at")
			.execute(),
		sql.selectFrom("own_tracker").select(["domain", "repository"]).where("account", "=", account).execute(),
	]);
	return { audits, trackers };
}
