import { gunzipSync, gzipSync } from "node:zlib";
import { type AccessChange, type AccessReport, accessReportSchema } from "#core/access/access-report.ts";
import { Failure } from "#core/failure.ts";
import { parseJson } from "#core/json-object.ts";
import { lockAccount } from "#receipts/live/locks.ts";
import type { Words } from "#site/brief/languages.ts";
import { createSiteLinks } from "#site/page/site-links.ts";
import type { Database } from "#store/database.ts";
import { lockExistingAccount, wordsFor } from "../accounts/account.ts";
import { accessMail } from "../alerts/alert-mails.ts";
import { readSettings } from "../alerts/alert-settings.ts";
import { addMessages } from "../alerts/outbox.ts";

/** Counts from an owner's logs; no lines are stored. */
export interface AccessResult {
	readonly report: AccessReport;
	/** Counts as JSON, merged with those of the next log. */
	readonly state: string;
}

/** Digests of logs to remember, to detect duplicates. */
const MOST_DIGESTS = 500;

interface Watch {
	readonly account: string;
	readonly domain: string;
}

interface AccessOptions {
	readonly database: Database;
	readonly baseUrl: string;
	readonly now?: () => number;
}

/** Counts of logs by account and domain. Methods throw Failure `store-unavailable`. */
export class AccessResults {
	readonly #options: AccessOptions;
	readonly #sql: Database["sql"];

	constructor(options: AccessOptions) {
		this.#options = options;
		this.#sql = options.database.sql;
	}

	async get(account: string, domain: string): Promise<(AccessResult & { readonly updatedAt: string }) | undefined> {
		const row = await rowOf(this.#sql, account, domain);
		const read = accessReportSchema.safeParse(row && parseJson(row.report));
		if (!row || !read.success) return undefined;
		const state = gunzipSync(row.state).toString("utf8");
		return { report: read.data, state, updatedAt: new Date(row.updated_ms).toISOString() };
	}

	/**
	 * Serializes concurrent uploads. Sends new changes like the domain's alerts.
	 * @param digest SHA-256 of the log as sent; undefined if duplicates are allowed
	 * @throws Failure `input-invalid` for a log that was added before
	 */
	async add(
		account: string,
		domain: string,
		digest: string | undefined,
		merge: (before: AccessResult | undefined) => AccessResult,
	): Promise<AccessReport> {
		const { database, now = Date.now } = this.#options;
		const words = await wordsFor(this.#sql, "id", account);
		return database.sql.transaction().execute(async (trx) => {
			await lockAccount(trx, database.kind, account);
			if (!(await lockExistingAccount(trx, database.kind, account)))
				throw new Failure("input-invalid", { what: "There is no such account any more." });
			const row = await rowOf(trx, account, domain);
			const digests = (row ? parseJson(row.digests) : []) as string[];
			if (digest !== undefined && digests.includes(digest))
				throw new Failure("input-invalid", {
					what: "This log was added before.",
					why: "Added again, each of its requests would count twice.",
				});
			const read = accessReportSchema.safeParse(row && parseJson(row.report));
			const before =
				row && read.success ? { report: read.data, state: gunzipSync(row.state).toString("utf8") } : undefined;
			const { report, state } = merge(before);
			const values = {
				report: JSON.stringify(report),
				state: gzipSync(state),
				digests: JSON.stringify([...digests, ...(digest === undefined ? [] : [digest])].slice(-MOST_DIGESTS)),
				updated_ms: now(),
			};
			await trx
				.insertInto("access_result")
				.values({ account, domain, ...values })
				.onConflict((conflict) => conflict.columns(["account", "domain"]).doUpdateSet(values))
				.execute();
			await this.#tell(trx, { account, domain }, newChanges(before?.report, report), words);
			return report;
		});
	}

	async #tell(trx: Database["sql"], about: Watch, changes: readonly AccessChange[], words: Words): Promise<void> {
		if (changes.length === 0) return;
		const { baseUrl, now = Date.now } = this.#options;
		const links = createSiteLinks(baseUrl);
		const { account, domain } = about;
		const { mail, webhook } = await readSettings(trx, account, domain);
		const { domain: _, ...mailed } = accessMail(domain, changes, links, words);
		const data = { domain, changes, page: `${links.absolute(links.ownDomain(domain))}#bots` };
		const hooked = { type: "site.access-changed", timestamp: new Date(now()).toISOString(), data };
		await addMessages(
			trx,
			[
				...(mail ? [{ ...about, channel: "mail" as const, content: JSON.stringify(mailed) }] : []),
				...(webhook ? [{ ...about, channel: "webhook" as const, content: JSON.stringify(hooked) }] : []),
			],
			now(),
		);
	}

	async remove(account: string, domain: string): Promise<void> {
		const own = this.#sql.deleteFrom("access_result").where("account", "=", account);
		await own.where("domain", "=", domain).execute();
	}

	async forget(account: string): Promise<void> {
		await this.#sql.deleteFrom("access_result").where("account", "=", account).execute();
	}

	async exportOf(account: string): Promise<unknown> {
		const own = this.#sql.selectFrom("access_result").select(["domain", "report"]).where("account", "=", account);
		return (await own.execute()).map(({ domain, report }) => ({ domain, report: parseJson(report) }));
	}
}

function rowOf(sql: Database["sql"], account: string, domain: string) {
	const own = sql.selectFrom("access_result").selectAll().where("account", "=", account);
	return own.where("domain", "=", domain).executeTakeFirst();
}

/** The first day of a known change may move as older logs arrive. */
function newChanges(before: AccessReport | undefined, now: AccessReport): AccessChange[] {
	const known = new Set(before?.changes.map(({ kind, token }) => `${kind} ${token}`));
	return now.changes.filter(({ kind, token }) => !known.has(`${kind} ${token}`));
}
