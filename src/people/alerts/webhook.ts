import { createHmac } from "node:crypto";
import { userAgent } from "#core/brand.ts";
import { Failure } from "#core/failure.ts";
import { parseTarget } from "#core/target.ts";
import { createGuardedClient } from "#net/guarded-client.ts";
import type { HttpClient } from "#net/http-client.ts";
import { isPublicAddress } from "#net/public-address.ts";

/** What is posted, as Standard Webhooks describes it: https://www.standardwebhooks.com */
export interface WebhookMessage {
	/** Unique to the message, and the same each time it is tried. */
	readonly id: string;
	/** JSON. */
	readonly payload: string;
}

const LONGEST = 500;

/**
 * Reads the address of a webhook as it was typed.
 * @throws Failure `input-invalid`, `target-invalid`
 */
export function readWebhookUrl(typed: string): string {
	const url = URL.parse(typed);
	if (url?.protocol !== "https:" || url.username !== "" || url.password !== "" || typed.length > LONGEST)
		throw new Failure("input-invalid", {
			what: "This cannot be the address of a webhook.",
			why: `It must begin with https://, name nobody's password and have at most ${LONGEST} characters.`,
			todo: "Give an address such as https://example.com/hooks/audits.",
		});
	parseTarget(url.hostname);
	url.hash = "";
	return url.href;
}

/**
 * The secret of a webhook as its owner keeps it. It is kept nowhere here: it follows from the installation's secret.
 * @param nonce another one makes another secret
 */
export function webhookSecret(installation: string, account: string, domain: string, nonce: string): string {
	const key = createHmac("sha256", installation)
		.update(["webhook", account, domain, nonce].join("\0"))
		.digest("base64");
	return `whsec_${key}`;
}

/** @param at seconds since 1970; receivers refuse what is older than a few minutes */
export function signWebhook({ id, payload }: WebhookMessage, at: number, secret: string): string {
	const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
	return `v1,${createHmac("sha256", key).update(`${id}.${at}.${payload}`).digest("base64")}`;
}

const PATIENCE_MS = 10_000;
const READ_BYTES = 16 * 1024;

/** Posts a signed message. @throws Failure where it was not taken: the receiver's status is in its words, nothing else of its answer */
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
		what: "The webhook did not take the message.",
		why: `${new URL(url).host} answered with status ${status}.`,
		todo: "Answer with a status from 200 to 299, or give another address.",
	});
}

/** The way out to webhooks: public addresses alone, no redirects. Close it when done. */
export function openWebhookClient(baseUrl: string) {
	return createGuardedClient({ userAgent: userAgent(baseUrl), isPublicAddress, ports: [443] });
}
