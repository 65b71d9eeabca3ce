import type { Settings } from "#config/environment.ts";
import { Failure, isFailure } from "#core/failure.ts";
import { parseJson } from "#core/json-object.ts";
import type { Mailer } from "#mail/mailer.ts";
import type { HttpClient } from "#net/http-client.ts";
import { openSqlEvidence } from "#receipts/live/evidence-table.ts";
import { openKeptEvidence } from "#receipts/watched/kept-evidence.ts";
import type { JudgeEvidence } from "#site/history/regressions.ts";
import { createSiteLinks } from "#site/page/site-links.ts";
import { judgedEvidence } from "#site/publication/judged-evidence.ts";
import { ALERT_TABLES } from "#store/tables.ts";
import type { Database } from "#store/database.ts";
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
import { type AlertFault, costliestOfEach } from "./causes.ts";
import { type Delivered, messageId } from "./outbox.ts";
import { causesOf, readCause } from "./run-alerts.ts";

/** Messages to accounts when a domain that they watch gets worse. Takes the account's id first. */
export interface Alerts {
	settings(account: string, domain: string): Promise<AlertSettings>;
	change(account: string, domain: string, to: Pick<AlertSettings, "mail" | "least">): Promise<void>;
	/**
	 * Sets the address that messages are posted to. @returns the secret that they are signed with: it is shown this once, and
	 * another one is made the next time
	 * @throws Failure `input-invalid`, `target-invalid` for an address that cannot be one
	 */
	setWebhook(account: string, domain: string, url: string): Promise<string>;
	removeWebhook(account: string, domain: string): Promise<void>;
	/**
	 * Posts a message of type `site.test`.
	 * @throws Failure `input-invalid` where there is no webhook; `webhook-refused` and failures of the network where it was not taken
	 */
	sendTest(account: string, domain: string): Promise<void>;
	/** What was reported and lasts, each cause once, what costs most first. */
	current(account: string, domain: string): Promise<readonly AlertFault[]>;
	/**
	 * Looks at what rescans have found since the last time, and sends the messages about it, with those that wait. A site that cannot be
	 * looked at holds up no other. For one process at a time.
	 * @throws Failure `store-unavailable`; AggregateError, once all is done, for faults of this program
	 */
	run(now: number): Promise<AlertsOutcome>;
	forget(account: string): Promise<void>;
	exportOf(account: string): Promise<unknown>;
}

export interface AlertsOutcome extends Delivered {
	/** Watched domains that were looked at. */
	readonly watched: number;
	/** Faults that were reported, and recoveries. */
	readonly worse: number;
	readonly recovered: number;
	/** Watched domains that could not be looked at, such as for a receipt that was changed; as sentences. */
	readonly failed: readonly string[];
}

export interface AlertsParts {
	readonly database: Database;
	readonly settings: Settings;
	readonly accounts: Pick<Accounts, "find">;
	readonly audits: Pick<OwnAudits, "series">;
	readonly mailer: Pick<Mailer, "send">;
	readonly secret: InstallationSecret;
	/** In place of the one that reaches public addresses alone. */
	readonly client?: Pick<HttpClient, "get"> | undefined;
	/** Pauses between tries to send, in place of the usual ones. */
	readonly retriesMs?: readonly number[] | undefined;
}

export function openAlerts(parts: AlertsParts): Alerts {
	const { sql } = parts.database;
	return {
		async settings(account, domain) {
			const { nonce: _, ...settings } = await readSettings(sql, account, domain);
			return settings;
		},
		change: (account, domain, to) => changeSettings(sql, account, domain, to),
		async setWebhook(account, domain, url) {
			const nonce = await setWebhook(sql, account, domain, url);
			return webhookSecret(await parts.secret(), account, domain, nonce);
		},
		removeWebhook: (account, domain) => removeWebhook(sql, account, domain),
		sendTest: (account, domain) => sendTest(parts, account, domain),
		async current(account, domain) {
			const rows = await causesOf(sql, account, domain).where("stage", "in", ["reported", "mending"]).execute();
			return costliestOfEach(rows.flatMap(readCause).map(({ fault }) => fault));
		},
		async run(now) {
			// A server that only shows settings never needs it.
			const { runAlerts } = await import("./run-alerts.ts");
			// Whoever has no webhooks needs none.
			const hook = sql.selectFrom("alert_setting").select("account").where("webhook", "is not", null).limit(1);
			const secret = (await hook.executeTakeFirst()) ? await parts.secret() : "";
			const links = createSiteLinks(parts.settings.baseUrl);
			return withClient(parts, async (client) =>
				runAlerts({ ...parts, ...parts.database, client, secret, links, judge: await judgeOf(parts) }, now),
			);
		},
		async forget(account) {
			await sql.transaction().execute(async (trx) => {
				for (const table of ALERT_TABLES) await trx.deleteFrom(table).where("account", "=", account).execute();
			});
		},
		async exportOf(account) {
			const settings = sql
				.selectFrom("alert_setting")
				.select(["domain", "mail", "least", "webhook", "failed_at", "failed_says"])
				.where("account", "=", account);
			const causes = sql
				.selectFrom("alert_cause")
				.select(["domain", "source", "mode", "check_id", "stage", "look", "fault"])
				.where("account", "=", account);
			const messages = sql
				.selectFrom("alert_message")
				.select(["domain", "channel", "created_ms", "content"])
				.where("account", "=", account);
			return {
				settings: await settings.execute(),
				causes: (await causes.execute()).map((cause) => ({ ...cause, fault: parseJson(cause.fault) })),
				waiting: (await messages.execute()).map((message) => ({ ...message, content: parseJson(message.content) })),
			};
		},
	};
}

async function sendTest(parts: AlertsParts, account: string, domain: string): Promise<void> {
	const { webhook, nonce } = await readSettings(parts.database.sql, account, domain);
	if (!webhook || nonce === undefined)
		throw new Failure("input-invalid", { what: "There is no webhook for this site.", todo: "Set its address first." });
	const key = webhookSecret(await parts.secret(), account, domain, nonce);
	const content = { type: "site.test", timestamp: new Date().toISOString(), data: { domain } };
	const message = { id: messageId(), payload: JSON.stringify(content) };
	await withClient(parts, (client) => postWebhook(client, webhook.url, message, key));
}

async function withClient<T>(
	{ client, settings }: AlertsParts,
	work: (client: Pick<HttpClient, "get">) => Promise<T>,
): Promise<T> {
	if (client) return work(client);
	const own = openWebhookClient(settings.baseUrl);
	try {
		return await work(own);
	} finally {
		await own.close();
	}
}

/** Evidence of a live audit is in the live store, that of a rescan where the rescan keeps it. */
async function judgeOf({ database, settings }: AlertsParts): Promise<JudgeEvidence> {
	const [live, kept] = [openSqlEvidence(database), await openKeptEvidence(settings)];
	const archive = {
		get: (digest: string) =>
			live.get(digest).catch((error: unknown) => {
				if (!isFailure(error) || error.code !== "evidence-missing") throw error;
				return kept.get(digest);
			}),
	};
	return (before, after) => judgedEvidence(before, after, archive);
}
