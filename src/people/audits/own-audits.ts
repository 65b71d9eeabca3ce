import type { LogPlace, Series, StoredReceipt } from "#core/receipt.ts";
import { holdReceipt, readHeld, releaseReceipts } from "#receipts/live/held-receipts.ts";
import type { Database } from "#store/database.ts";
import { type OwnAuditPage, type OwnAuditQuery, ownAuditAt, ownAuditPage, ownAuditSeries } from "./own-audit-rows.ts";

/** An audit as its account sees it. */
export interface OwnAudit extends Series {
	/** Id of the receipt. */
	readonly id: string;
	/** ISO 8601: the audit that the receipt is of. */
	readonly auditedAt: string;
	/** ISO 8601: when the site was last found so for this account. */
	readonly foundAt: string;
	readonly methodology: string;
	/** 0 to 100; absent where the site could not be audited. */
	readonly score?: number;
	/** Code of the reason why not. */
	readonly failure?: string;
	readonly place: LogPlace;
	/** ISO 8601: until when the public pages of a live audit show it; absent where it has none. */
	readonly publicUntil?: string;
}

/**
 * The audits of accounts: those that they have asked for, and those that a rescan has made of what they watch. All take the
 * account's id first, see rows of that account alone, and throw Failure `store-unavailable`.
 */
export interface OwnAudits {
	/** Notes that an account has an audit, and keeps its receipt for it. Again, it changes nothing but the newest time. */
	record(account: string, audit: { readonly stored: StoredReceipt; readonly auditedAt: string }): Promise<void>;
	/** Newest first. @throws Failure `input-invalid` for a cursor that is none */
	list(account: string, query: OwnAuditQuery): Promise<OwnAuditPage>;
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

export function openOwnAudits({ sql }: Database): OwnAudits {
	return {
		async record(account, { stored, auditedAt }) {
			const { id, receipt } = stored;
			const { domain, source, mode, methodology, scores, failure } = receipt;
			const found_at = auditedAt > receipt.auditedAt ? auditedAt : receipt.auditedAt;
			const result = { methodology, score: scores?.overall ?? null, failure: failure?.code ?? null };
			await sql.transaction().execute(async (trx) => {
				await trx
					.insertInto("own_audit")
					.values({ account, receipt: id, domain, source, mode, audited_at: receipt.auditedAt, found_at, ...result })
					.onConflict((conflict) =>
						conflict
							.columns(["account", "receipt"])
							.doUpdateSet({ found_at })
							.where("own_audit.found_at", "<", found_at),
					)
					.execute();
				await holdReceipt(trx, stored);
			});
		},
		list: (account, query) => ownAuditPage(sql, account, query),
		async get(account, id) {
			const audit = await ownAuditAt(sql, account, id);
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
				await releaseReceipts(trx, [id]);
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
		async forget(account) {
			await sql.transaction().execute(async (trx) => {
				const rows = await trx.deleteFrom("own_audit").where("account", "=", account).returning("receipt").execute();
				await releaseReceipts(
					trx,
					rows.map(({ receipt }) => receipt),
				);
				await trx.deleteFrom("own_tracker").where("account", "=", account).execute();
			});
		},
		async exportOf(account) {
			const [audits, trackers] = await Promise.all([
				sql
					.selectFrom("own_audit")
					.select(["receipt", "domain", "source", "mode", "audited_at", "found_at", "methodology", "score", "failure"])
					.where("account", "=", account)
					.orderBy("found_at")
					.execute(),
				sql.selectFrom("own_tracker").select(["domain", "repository"]).where("account", "=", account).execute(),
			]);
			return { audits, trackers };
		},
	};
}
