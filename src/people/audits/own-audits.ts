import { isFailure } from "#core/failure.ts";
import type { OwnAudit } from "#core/own-audit.ts";
import { type LogPlace, logPlace, type Series, type StoredReceipt } from "#core/receipt.ts";
import { EvidenceRows } from "#receipts/live/evidence-table.ts";
import { pinReceipt, readHeld, releaseReceipts } from "#receipts/live/held-receipts.ts";
import { readRowText } from "#receipts/live/receipt-table.ts";
import type { PublishedFacts } from "#site/publication/embedded-publication.ts";
import type { Database } from "#store/database.ts";
import { lockExistingAccount } from "../accounts/account.ts";
import { cutPage, type PageQuery, readCursor } from "../page-cursor.ts";

export interface FoundAudit {
	readonly stored: StoredReceipt;
	readonly auditedAt: string;
}

export interface FoundReceipt extends StoredReceipt {
	readonly foundAt: string;
}

type Sql = Database["sql"];

type Facts = () => Promise<Pick<PublishedFacts, "embedded" | "lastRun">>;

interface OwnAuditQuery extends PageQuery {
	readonly domain?: string | undefined;
}

export interface OwnAuditPage {
	readonly audits: readonly OwnAudit[];
	readonly nextCursor?: string;
}

const PLACE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f]{64})$/;

/** Audits by the account or by rescans. Uses only the account's rows. Methods throw Failure `store-unavailable`. */
export class OwnAudits {
	readonly #sql: Sql;
	readonly #kind: Database["kind"];
	readonly #facts: Facts;

	/** @param facts of the build, with the leaves of receipts in files; empty by default */
	constructor({ sql, kind }: Database, facts: Facts = async () => ({ embedded: () => undefined, lastRun: null })) {
		this.#sql = sql;
		this.#kind = kind;
		this.#facts = facts;
	}

	/** Also stores the receipt. A repeat only updates the time. No-op for a deleted account. */
	async record(account: string, audit: FoundAudit): Promise<void> {
		await this.#sql.transaction().execute((trx) => recordOwn(trx, this.#kind, account, audit));
	}

	/** Newest first, without removed receipts. @throws Failure `input-invalid` for a bad cursor */
	async list(account: string, { limit, cursor, domain }: OwnAuditQuery): Promise<OwnAuditPage> {
		const [foundAt, id = ""] = cursor === undefined ? [] : readCursor(cursor, PLACE);
		const rows = await rowsOf(this.#sql, account)
			.$if(domain !== undefined, (query) => query.where("own_audit.domain", "=", domain ?? ""))
			.$if(foundAt !== undefined, (query) =>
				query.where(({ eb, refTuple, tuple }) =>
					eb(refTuple("own_audit.found_at", "own_audit.receipt"), "<", tuple(foundAt ?? "", id)),
				),
			)
			.orderBy("own_audit.found_at", "desc")
			.orderBy("own_audit.receipt", "desc")
			.limit(limit + 1)
			.execute();
		const { rows: shown, ...next } = cutPage(rows, limit, (row) => [row.found_at, row.receipt]);
		return { audits: await this.#auditsOf(shown), ...next };
	}

	/** One index lookup per domain. */
	async newestOfWatched(account: string): Promise<readonly OwnAudit[]> {
		const rows = await rowsOf(this.#sql, account)
			.where("own_audit.receipt", "in", ({ selectFrom }) =>
				selectFrom("watched_domain")
					.select(({ selectFrom: from }) =>
						from("own_audit as newest")
							.select("newest.receipt")
							.whereRef("newest.account", "=", "watched_domain.account")
							.whereRef("newest.domain", "=", "watched_domain.domain")
							.orderBy("newest.found_at", "desc")
							.orderBy("newest.receipt", "desc")
							.limit(1)
							.as("receipt"),
					)
					.where("watched_domain.account", "=", account),
			)
			.orderBy("own_audit.domain")
			.execute();
		return this.#auditsOf(rows);
	}

	/** `text` is canonical JSON with the id as SHA-256. @throws Failure `receipt-invalid` if it was changed */
	async get(
		account: string,
		id: string,
	): Promise<{ readonly audit: OwnAudit; readonly stored: StoredReceipt; readonly text: string } | undefined> {
		const row = await rowsOf(this.#sql, account).where("own_audit.receipt", "=", id).executeTakeFirst();
		const [audit] = row ? await this.#auditsOf([row]) : [];
		const held = audit && (await readHeld(this.#sql, id));
		if (!audit || !held) return undefined;
		const { text, ...stored } = held;
		return { audit, stored, text };
	}

	/** Evidence of the receipt; undefined if it was deleted. */
	async evidence({ evidenceDigest }: Pick<StoredReceipt["receipt"], "evidenceDigest">): Promise<unknown> {
		return new EvidenceRows({ sql: this.#sql }).get(evidenceDigest).catch((error: unknown) => {
			if (isFailure(error) && error.code === "evidence-missing") return undefined;
			throw error;
		});
	}

	/** Newest first, with the last audit of that result. @throws Failure `receipt-invalid` if one was changed */
	async series(account: string, { domain, source, mode }: Series, most: number): Promise<readonly FoundReceipt[]> {
		const rows = await this.#sql
			.selectFrom("own_audit")
			.innerJoin("receipt", "receipt.id", "own_audit.receipt")
			.select(["receipt.id", "receipt.text", "own_audit.found_at"])
			.where("own_audit.account", "=", account)
			.where("own_audit.domain", "=", domain)
			.where("own_audit.source", "=", source)
			.where("own_audit.mode", "=", mode)
			.orderBy("own_audit.found_at", "desc")
			.orderBy("own_audit.receipt", "desc")
			.limit(most)
			.execute();
		return Promise.all(rows.map(async (row) => ({ ...(await readRowText(row)), foundAt: row.found_at })));
	}

	remove(account: string, id: string): Promise<boolean> {
		return this.#sql.transaction().execute(async (trx) => {
			const row = trx.deleteFrom("own_audit").where("account", "=", account).where("receipt", "=", id);
			const { numDeletedRows } = await row.executeTakeFirstOrThrow();
			await releaseReceipts(trx, this.#kind, [id]);
			return Number(numDeletedRows) > 0;
		});
	}

	/** Repository URL for faults of the site; `""` if there is none. */
	async tracker(account: string, domain: string): Promise<string> {
		const row = this.#sql.selectFrom("own_tracker").select("repository").where("account", "=", account);
		return (await row.where("domain", "=", domain).executeTakeFirst())?.repository ?? "";
	}

	async setTracker(account: string, domain: string, repository: string): Promise<void> {
		await this.#sql
			.insertInto("own_tracker")
			.values({ account, domain, repository })
			.onConflict((conflict) => conflict.columns(["account", "domain"]).doUpdateSet({ repository }))
			.execute();
	}

	async forget(account: string): Promise<void> {
		await this.#sql.transaction().execute(async (trx) => {
			const rows = await trx.deleteFrom("own_audit").where("account", "=", account).returning("receipt").execute();
			const ids = rows.map(({ receipt }) => receipt);
			await releaseReceipts(trx, this.#kind, ids);
			await trx.deleteFrom("own_tracker").where("account", "=", account).execute();
		});
	}

	async exportOf(account: string): Promise<unknown> {
		const audits = this.#sql
			.selectFrom("own_audit")
			.select(["receipt", "domain", "source", "mode", "audited_at", "found_at", "methodology"])
			.select(["score", "structure", "accessibility", "failure"])
			.where("account", "=", account)
			.orderBy("found_at");
		const trackers = this.#sql
			.selectFrom("own_tracker")
			.select(["domain", "repository"])
			.where("account", "=", account);
		return { audits: await audits.execute(), trackers: await trackers.execute() };
	}

	async #auditsOf(rows: readonly Row[]): Promise<OwnAudit[]> {
		const published = await this.#facts();
		return rows.map((row) => auditOf(row, placeOf(row, published)));
	}
}

/** @returns whether the account exists */
export async function recordOwn(
	trx: Sql,
	kind: Database["kind"],
	account: string,
	{ stored, auditedAt }: FoundAudit,
): Promise<boolean> {
	if (!(await lockExistingAccount(trx, kind, account))) return false;
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
	await pinReceipt(trx, stored);
	return true;
}

function rowsOf(sql: Sql, account: string) {
	return sql
		.selectFrom("own_audit")
		.innerJoin("receipt", "receipt.id", "own_audit.receipt")
		.leftJoin("submission", (join) =>
			join.onRef("submission.receipt", "=", "own_audit.receipt").on("submission.kind", "=", "audit"),
		)
		.leftJoin("watched_receipt", "watched_receipt.id", "own_audit.receipt")
		.selectAll("own_audit")
		.select(["receipt.expires_ms", "submission.leaf_index", "watched_receipt.leaf_index as watched_index"])
		.select(["submission.receipt as submitted", "watched_receipt.id as watched"])
		.where("own_audit.account", "=", account);
}

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>["executeTakeFirstOrThrow"]>>;

/** For receipts in files, the build knows the leaf, because its newest run is fully sealed. */
function placeOf(
	{ receipt, audited_at, leaf_index, watched_index, submitted, watched }: Row,
	{ embedded, lastRun }: Pick<PublishedFacts, "embedded" | "lastRun">,
): LogPlace {
	const index = leaf_index ?? watched_index;
	if (index !== null) return logPlace(index);
	const known = embedded({ receiptId: receipt });
	if (known || submitted !== null || watched !== null) return logPlace(known?.logIndex);
	return lastRun !== null && audited_at < lastRun ? { state: "logged" } : { state: "pending" };
}

function auditOf(row: Row, place: LogPlace): OwnAudit {
	const { score, structure, accessibility } = row;
	const isPublic = row.expires_ms > Date.now();
	return {
		id: row.receipt,
		domain: row.domain,
		source: row.source,
		mode: row.mode,
		auditedAt: row.audited_at,
		foundAt: row.found_at,
		methodology: row.methodology,
		...(score === null || structure === null || accessibility === null
			? {}
			: { scores: { overall: score, axes: { structure, accessibility } } }),
		...(row.failure === null ? {} : { failure: row.failure }),
		place,
		...(isPublic ? { publicUntil: new Date(row.expires_ms).toISOString() } : {}),
	};
}
