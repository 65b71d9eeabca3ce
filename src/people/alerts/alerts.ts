import type { Settings } from "#config/environment.ts";
import { Failure } from "#core/failure.ts";
import { parseJson } from "#core/json-object.ts";
import type { Mailer } from "#mail/mailer.ts";
import type { HttpClient } from "#net/http-client.ts";
import { EvidenceRows } from "#receipts/live/evidence-table.ts";
import { EitherEvidence, openKeptEvidence } from "#receipts/watched/watched-receipts.ts";
import type { JudgeEvidence } from "#site/history/regressions.ts";
import { createSiteLinks } from "#site/page/site-links.ts";
import { judgedEvidence } from "#site/publication/judged-evidence.ts";
import type { Database } from "#store/database.ts";
import { ALERT_TABLES } from "#store/tables.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { InstallationSecret } from "../accounts/installation-secret.ts";
import type { OwnAudits } from "../audits/own-audits.ts";
import {
	type AlertSettings,
	changeSettings,
	openWebhookClient,
	postWebhook,
	readSettings,
	removeWebhook,
	setWebhook,
	webhookSecret,
} from "./alert-settings.ts";
import { type AlertFault, causesOf, costliestOfEach, readCause } from "./causes.ts";
import { type Delivered, messageId } from "./outbox.ts";

export interface AlertsOutcome extends Delivered {
	readonly watched: number;
	readonly worse: number;
	readonly recovered: number;
	readonly failed: readonly string[];
}

interface AlertsOptions {
	readonly database: Database;
	readonly settings: Settings;
	readonly accounts: Pick<Accounts, "find">;
	readonly audits: Pick<OwnAudits, "series">;
	readonly mailer: Pick<Mailer, "send">;
	readonly secret: InstallationSecret;
	readonly client?: Pick<HttpClient, "get"> | undefined;
	readonly retriesMs?: readonly number[] | undefined;
}

export class Alerts {
	readonly #options: AlertsOptions;
	readonly #sql: Database["sql"];

	constructor(options: AlertsOptions) {
		this.#options = options;
		this.#sql = options.database.sql;
	}

	async settings(account: string, domain: string): Promise<AlertSettings> {
		const { nonce: _, ...settings } = await readSettings(this.#sql, account, domain);
		return settings;
	}

	change(account: string, domain: string, to: Pick<AlertSettings, "mail" | "least">): Promise<void> {
		return changeSettings(this.#sql, account, domain, to);
	}

	/** @returns a new signing secret, shown only once @throws Failure `input-invalid`, `target-invalid` */
	async setWebhook(account: string, domain: string, url: string): Promise<string> {
		const nonce = await setWebhook(this.#sql, account, domain, url);
		return webhookSecret(await this.#options.secret(), account, domain, nonce);
	}

	removeWebhook(account: string, domain: string): Promise<void> {
		return removeWebhook(this.#sql, account, domain);
	}

	/** Sends a `site.test`. @throws Failure `input-invalid` without a webhook; `webhook-refused` and network failures */
	async sendTest(account: string, domain: string): Promise<void> {
		const { webhook, nonce } = await readSettings(this.#sql, account, domain);
		if (!webhook || nonce === undefined)
			throw new Failure("input-invalid", {
				what: "There is no webhook for this site.",
				todo: "Set its address first.",
			});
		const key = webhookSecret(await this.#options.secret(), account, domain, nonce);
		const content = { type: "site.test", timestamp: new Date().toISOString(), data: { domain } };
		const message = { id: messageId(), payload: JSON.stringify(content) };
		await this.#withClient((client) => postWebhook(client, webhook.url, message, key));
	}

	async current(account: string, domain: string): Promise<readonly AlertFault[]> {
		const rows = await causesOf(this.#sql, account, domain).where("stage", "in", ["reported", "mending"]).execute();
		return costliestOfEach(rows.flatMap(readCause).map(({ fault }) => fault));
	}

	/**
	 * A failing site does not block others. Run in one process at a time.
	 * @throws Failure `store-unavailable`; at the end AggregateError for bugs
	 */
	async run(now: number): Promise<AlertsOutcome> {
		// Lazy: a server that only shows settings does not need it.
		const { runAlerts } = await import("./run-alerts.ts");
		const options = this.#options;
		// Without webhooks no secret is needed.
		const hook = this.#sql.selectFrom("alert_setting").select("account").where("webhook", "is not", null).limit(1);
		const secret = (await hook.executeTakeFirst()) ? await options.secret() : "";
		const links = createSiteLinks(options.settings.baseUrl);
		const judge = await judgeOf(options);
		return this.#withClient((client) =>
			runAlerts({ ...options, ...options.database, client, secret, links, judge }, now),
		);
	}

	async forget(account: string): Promise<void> {
		await this.#sql.transaction().execute(async (trx) => {
			for (const table of ALERT_TABLES) await trx.deleteFrom(table).where("account", "=", account).execute();
		});
	}

	async exportOf(account: string): Promise<unknown> {
		const settings = this.#sql
			.selectFrom("alert_setting")
			.select(["domain", "mail", "least", "webhook", "failed_at", "failed_says"])
			.where("account", "=", account);
		const causes = this.#sql
			.selectFrom("alert_cause")
			.select(["domain", "source", "mode", "check_id", "stage", "look", "fault"])
			.where("account", "=", account);
		const messages = this.#sql
			.selectFrom("alert_message")
			.select(["domain", "channel", "created_ms", "content"])
			.where("account", "=", account);
		return {
			settings: await settings.execute(),
			causes: (await causes.execute()).map((cause) => ({ ...cause, fault: parseJson(cause.fault) })),
			waiting: (await messages.execute()).map((message) => ({ ...message, content: parseJson(message.content) })),
		};
	}

	async #withClient<T>(work: (client: Pick<HttpClient, "get">) => Promise<T>): Promise<T> {
		const { client, settings } = this.#options;
		if (client) return work(client);
		const own = openWebhookClient(settings.baseUrl);
		try {
			return await work(own);
		} finally {
			await own.close();
		}
	}
}

/** Evidence of live audits is in the live store, that of rescans in the rescan's store. */
async function judgeOf({ database, settings }: AlertsOptions): Promise<JudgeEvidence> {
	const archive = new EitherEvidence(new EvidenceRows(database), await openKeptEvidence(settings));
	return (before, after) => judgedEvidence(before, after, archive);
}
