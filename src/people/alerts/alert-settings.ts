import { createHmac, randomBytes } from "node:crypto";
import { userAgent } from "#core/brand.ts";
import { Failure } from "#core/failure.ts";
import { parseTarget } from "#core/target.ts";
import { GuardedClient } from "#net/guarded-client.ts";
import type { HttpClient } from "#net/http-client.ts";
import { isPublicAddress } from "#net/public-address.ts";
import type { Database } from "#store/database.ts";

type Sql = Database["sql"];

/** Minimum cost in points of a reported fault. Faults that cap the score are always reported. */
export const LEAST_POINTS = [0, 1, 5] as const;
type LeastPoints = (typeof LEAST_POINTS)[number];

export interface AlertSettings {
	readonly mail: boolean;
	readonly least: LeastPoints;
	readonly webhook?: {
		readonly url: string;
		/** The last message, if it failed. */
		readonly failed?: { readonly at: string; readonly says: string };
	};
}

const USUAL = { mail: 1, least: 1, webhook: null, nonce: null, failed_at: null, failed_says: null } as const;

/** Includes the webhook's nonce, which pages must not get. */
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

/** Changes the secret. @returns the new nonce @throws Failure `input-invalid`, `target-invalid` for a bad address */
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

export async function noteDelivery(sql: Sql, account: string, domain: string, says: string | undefined): Promise<void> {
	const failed = { failed_at: says === undefined ? null : new Date().toISOString(), failed_says: says ?? null };
	await sql
		.updateTable("alert_setting")
		.set(failed)
		.where("account", "=", account)
		.where("domain", "=", domain)
		.execute();
}

/** Standard Webhooks: https://www.standardwebhooks.com */
interface WebhookMessage {
	/** Unique per message, constant over retries. */
	readonly id: string;
	readonly payload: string;
}

const LONGEST = 500;

/** @throws Failure `input-invalid`, `target-invalid` */
function readWebhookUrl(typed: string): string {
	const url = URL.parse(typed);
	if (url?.protocol !== "https:" || url.username !== "" || url.password !== "" || typed.length > LONGEST)
		throw new Failure("input-invalid", {
			what: "This is not a valid webhook address.",
			why: `Use https://, no password, and at most ${LONGEST} characters.`,
			todo: "Give an address such as https://example.com/hooks/audits.",
		});
	parseTarget(url.hostname);
	url.hash = "";
	return url.href;
}

/** Derived from the installation's secret and not stored. @param nonce changes the secret */
export function webhookSecret(installation: string, account: string, domain: string, nonce: string): string {
	const key = createHmac("sha256", installation)
		.update(["webhook", account, domain, nonce].join("\0"))
		.digest("base64");
	return `whsec_${key}`;
}

/** @param at seconds since 1970; receivers reject messages older than a few minutes */
export function signWebhook({ id, payload }: WebhookMessage, at: number, secret: string): string {
	const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
	return `v1,${createHmac("sha256", key).update(`${id}.${at}.${payload}`).digest("base64")}`;
}

const PATIENCE_MS = 10_000;
const READ_BYTES = 16 * 1024;

/** @throws Failure if it was refused; contains only the status of the response */
export async function postWebhook(
	client: Pick<HttpClient, "get">,
	url: string,
	message: WebhookMessage,
	secret: string,
): Promise<void> {
	const at = Math.floor(Date.now() / 1000);
	const { status } = await client.get(new URL(url), {
		body: message.payload,
		headers: {
			"content-type": "application/json",
			"webhook-id": message.id,
			"webhook-timestamp": String(at),
			"webhook-signature": signWebhook(message, at, secret),
		},
		maxBytes: READ_BYTES,
		overflow: "cut",
		signal: AbortSignal.timeout(PATIENCE_MS),
	});
	if (status >= 200 && status < 300) return;
	throw new Failure("webhook-refused", {
		what: "The webhook did not accept the message.",
		why: `${new URL(url).host} answered with status ${status}.`,
		todo: "Answer with a status from 200 to 299, or enter another address.",
	});
}

/** Only public addresses, no redirects. Close it when done. */
export function openWebhookClient(baseUrl: string) {
	return new GuardedClient({ userAgent: userAgent(baseUrl), isPublicAddress, ports: [443] });
}
