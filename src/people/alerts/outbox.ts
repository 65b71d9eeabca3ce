import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { isFailure } from "#core/failure.ts";
import { parseJson } from "#core/json-object.ts";
import { DAY_MS } from "#core/kept-for.ts";
import { LANGUAGES } from "#core/language.ts";
import type { Mailer } from "#mail/mailer.ts";
import type { HttpClient } from "#net/http-client.ts";
import type { Database } from "#store/database.ts";
import type { Tables } from "#store/tables.ts";
import type { Accounts } from "../accounts/accounts.ts";
import { noteDelivery, postWebhook, readSettings, webhookSecret } from "./alert-settings.ts";

type Sql = Database["sql"];
type Message = Tables["alert_message"];

export interface Ways {
	readonly sql: Sql;
	readonly accounts: Pick<Accounts, "find">;
	readonly mailer: Pick<Mailer, "send">;
	readonly client: Pick<HttpClient, "get">;
	readonly secret: string;
	readonly retriesMs?: readonly number[] | undefined;
}

export async function addMessages(
	sql: Sql,
	messages: readonly Omit<Message, "id" | "created_ms">[],
	now: number,
): Promise<void> {
	const rows = messages.map((message) => ({ ...message, id: messageId(), created_ms: now }));
	if (rows.length > 0) await sql.insertInto("alert_message").values(rows).execute();
}

export function messageId(): string {
	return `msg_${randomBytes(18).toString("base64url")}`;
}

export interface Delivered {
	readonly sent: number;
	readonly waiting: number;
	readonly lost: readonly string[];
	/** The last error of an unsent email. */
	readonly unsent?: string;
}

/** Milliseconds between tries. After the last one a message waits for the next night. */
const RETRIES = [2_000, 15_000];
const AT_ONCE = 8;
/** Undelivered messages are dropped after this time. */
const LIFETIME_MS = 5 * DAY_MS;

/** Sends each message once and retries failures. */
export async function deliver(ways: Ways, now: number): Promise<Delivered> {
	const { sql, retriesMs = RETRIES } = ways;
	let open = await sql.selectFrom("alert_message").selectAll().orderBy("created_ms").orderBy("id").execute();
	const total = open.length;
	let unsent: string | undefined;
	const onUnsent = (says: string) => {
		unsent = says;
	};
	for (const wait of [0, ...retriesMs]) {
		if (open.length === 0) break;
		await pause(wait);
		unsent = undefined;
		open = await tryAll(ways, open, onUnsent);
	}
	const old = open.filter(({ created_ms }) => now - created_ms > LIFETIME_MS);
	for (const { id } of old) await deleteMessage(sql, id);
	return {
		sent: total - open.length,
		waiting: open.length - old.length,
		lost: old.map(
			({ channel, domain }) => `A ${channel} message${domain && ` about ${domain}`} was given up after 5 days.`,
		),
		...(unsent !== undefined && { unsent }),
	};
}

type OnUnsent = (says: string) => void;

async function tryAll(ways: Ways, messages: readonly Message[], onUnsent: OnUnsent): Promise<Message[]> {
	const left: Message[] = [];
	for (let at = 0; at < messages.length; at += AT_ONCE) {
		const some = messages.slice(at, at + AT_ONCE);
		const done = await Promise.all(some.map((message) => tryOne(ways, message, onUnsent)));
		left.push(...some.filter((_, index) => !done[index]));
	}
	return left;
}

/** @returns false if it must be retried */
async function tryOne(ways: Ways, message: Message, onUnsent: OnUnsent): Promise<boolean> {
	try {
		await (message.channel === "mail" ? sendMail(ways, message) : sendHook(ways, message));
	} catch (error) {
		if (!isFailure(error)) throw error;
		// Webhook failures are shown to their account only.
		if (error.code === "mail-unsent") onUnsent(error.message);
		return false;
	}
	await deleteMessage(ways.sql, message.id);
	return true;
}

const mailSchema = z.object({ lang: z.enum(LANGUAGES), subject: z.string(), text: z.string() });

/** Skips a deleted account and unreadable content. */
async function sendMail({ accounts, mailer }: Ways, { id, account, content }: Message): Promise<void> {
	const to = await accounts.find(account);
	const mail = mailSchema.safeParse(parseJson(content));
	if (to && mail.success) await mailer.send({ id, to: to.email, ...mail.data });
}

/** Posts to the current webhook; skips a removed one. */
async function sendHook({ sql, client, secret }: Ways, { id, account, domain, content }: Message): Promise<void> {
	const { webhook, nonce } = await readSettings(sql, account, domain);
	if (!webhook || nonce === undefined) return;
	const key = webhookSecret(secret, account, domain, nonce);
	try {
		await postWebhook(client, webhook.url, { id, payload: content }, key);
	} catch (error) {
		if (isFailure(error)) await noteDelivery(sql, account, domain, error.message);
		throw error;
	}
	if (webhook.failed) await noteDelivery(sql, account, domain, undefined);
}

async function deleteMessage(sql: Sql, id: string): Promise<void> {
	await sql.deleteFrom("alert_message").where("id", "=", id).execute();
}
