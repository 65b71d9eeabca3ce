import { randomBytes } from "node:crypto";
import type { Database } from "#store/database.ts";
import { readWebhookUrl } from "./webhook.ts";

type Sql = Database["sql"];

/** Points that a fault must cost to be reported; one that caps the score always is. */
export const LEAST_POINTS = [0, 1, 5] as const;
export type LeastPoints = (typeof LEAST_POINTS)[number];

/** How an account hears of a domain that it watches. */
export interface AlertSettings {
	readonly mail: boolean;
	readonly least: LeastPoints;
	readonly webhook?: {
		readonly url: string;
		/** The last message that could not be posted; absent where the last one was. */
		readonly failed?: { readonly at: string; readonly says: string };
	};
}

const USUAL = { mail: 1, least: 1, webhook: null, nonce: null, failed_at: null, failed_says: null } as const;

/** With what the webhook is signed with, which pages do not get. */
export async function readSettings(
	sql: Sql,
	account: string,
	domain: string,
): Promise<AlertSettings & { readonly nonce?: string }> {
	const row = await sql
		.selectFrom("alert_setting")
		.selectAll()
		.where("account", "=", account)
		.where("domain", "=", domain)
		.executeTakeFirst();
	const { mail, least, webhook, nonce, failed_at, failed_says } = row ?? USUAL;
	const failed = failed_at === null || failed_says === null ? {} : { failed: { at: failed_at, says: failed_says } };
	return {
		mail: mail === 1,
		least: LEAST_POINTS.find((each) => each === least) ?? USUAL.least,
		...(webhook === null ? {} : { webhook: { url: webhook, ...failed } }),
		...(nonce === null ? {} : { nonce }),
	};
}

interface Change {
	readonly mail?: number;
	readonly least?: number;
	readonly webhook?: string | null;
	readonly nonce?: string | null;
	readonly failed_at?: string | null;
	readonly failed_says?: string | null;
}

async function change(sql: Sql, account: string, domain: string, to: Change): Promise<void> {
	await sql
		.insertInto("alert_setting")
		.values({ account, domain, ...USUAL, ...to })
		.onConflict((conflict) => conflict.columns(["account", "domain"]).doUpdateSet(to))
		.execute();
}

export async function changeSettings(
	sql: Sql,
	account: string,
	domain: string,
	{ mail, least }: Pick<AlertSettings, "mail" | "least">,
): Promise<void> {
	await change(sql, account, domain, { mail: mail ? 1 : 0, least });
}

/**
 * Sets where messages are posted, with a new secret. @returns what the secret is made of
 * @throws Failure `input-invalid`, `target-invalid` for an address that cannot be one
 */
export async function setWebhook(sql: Sql, account: string, domain: string, typed: string): Promise<string> {
	const nonce = randomBytes(16).toString("base64url");
	const webhook = readWebhookUrl(typed);
	await change(sql, account, domain, { webhook, nonce, failed_at: null, failed_says: null });
	return nonce;
}

export async function removeWebhook(sql: Sql, account: string, domain: string): Promise<void> {
	await change(sql, account, domain, { webhook: null, nonce: null, failed_at: null, failed_says: null });
	await sql
		.deleteFrom("alert_message")
		.where("account", "=", account)
		.where("domain", "=", domain)
		.where("channel", "=", "webhook")
		.execute();
}

/** @param says undefined where the last message was taken */
export async function noteDelivery(sql: Sql, account: string, domain: string, says: string | undefined): Promise<void> {
	const failed = { failed_at: says === undefined ? null : new Date().toISOString(), failed_says: says ?? null };
	await sql
		.updateTable("alert_setting")
		.set(failed)
		.where("account", "=", account)
		.where("domain", "=", domain)
		.execute();
}
