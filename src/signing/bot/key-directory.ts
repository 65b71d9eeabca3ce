import { createHash } from "node:crypto";
import { component, createSignatureSync } from "http-message-sig";
import { DIRECTORY_PATH } from "#core/discovery/bot-directory.ts";
import type { Bot, BotKey } from "./bot-keys.ts";
import { DIRECTORY_TAG } from "./possession-proof.ts";

/** Seconds. What is kept by others for a day has days left to be verified in. */
const LIFETIME = { answer: 86_400, signature: 8 * 86_400, signedAnew: 86_400 };
/** Seconds that clocks of verifiers may be behind: they must refuse what was signed in their future. */
const SKEW = 60;

/** The answer at `DIRECTORY_PATH`. */
export interface KeyDirectory {
	readonly body: string;
	/** Names in lower case: caching, digest and signatures. The media type is `DIRECTORY_TYPE`. */
	readonly headers: Readonly<Record<string, string>>;
}

/**
 * Publishes the keys of the audit bot, each with a signature that proves possession. It is made for the host of `agent` whatever
 * host a request names, so that nobody gets keys of ours signed for a host of theirs.
 * @param now milliseconds since 1970
 */
export function createKeyDirectory(bot: Bot, now: () => number = Date.now): () => KeyDirectory {
	const body = JSON.stringify({ keys: bot.keys.map(({ jwk }) => jwk) });
	const digest = `sha-256=:${createHash("sha256").update(body).digest("base64")}:`;
	let kept: { readonly until: number; readonly answer: KeyDirectory } | undefined;
	return () => {
		const seconds = Math.floor(now() / 1000);
		if (kept && seconds < kept.until) return kept.answer;
		const created = seconds - SKEW;
		const signed = bot.keys.map((key, index) =>
			signDirectory(key, { label: index === 0 ? "binding" : `binding${index + 1}`, agent: bot.agent, digest, created }),
		);
		const headers = {
			"cache-control": `public, max-age=${LIFETIME.answer}`,
			"content-digest": digest,
			"signature-input": signed.map(({ signatureInput }) => signatureInput).join(", "),
			signature: signed.map(({ signature }) => signature).join(", "),
		};
		kept = { until: seconds + LIFETIME.signedAnew, answer: { body, headers } };
		return kept.answer;
	};
}

interface Proof {
	readonly label: string;
	readonly agent: string;
	readonly digest: string;
	/** Seconds since 1970. */
	readonly created: number;
}

function signDirectory({ jwk, signer }: BotKey, { label, agent, digest, created }: Proof) {
	const request = { kind: "request", method: "GET", targetUri: `${agent}${DIRECTORY_PATH}`, fields: [] } as const;
	return createSignatureSync(
		{ kind: "response", status: 200, fields: [{ name: "content-digest", value: digest }], request },
		{
			label,
			components: [component("@authority", { req: true }), "content-digest"],
			parameters: {
				created,
				expires: created + LIFETIME.signature,
				keyid: jwk.kid,
				alg: signer.algorithm,
				tag: DIRECTORY_TAG,
			},
			signer,
		},
	);
}
