import { generateKeyPairSync } from "node:crypto";
import { verifySignature } from "http-message-sig";
import { type Bot, readBot } from "./bot-keys.ts";
import { readDirectoryKey } from "./key-directory.ts";

export const AGENT = "https://audit.example.com";

/** A private key in the form of a setting. */
export function makeBotKey(): Readonly<Record<string, unknown>> {
	return { ...generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" }) };
}

/** The bot of an installation with these keys, or with a setting's text. */
export function botOf(...keys: readonly unknown[]): Bot {
	const bot = readBot({ botKey: JSON.stringify({ keys }), baseUrl: AGENT, apiUrl: undefined, adapter: "node" });
	if (!bot) throw new Error("The keys were not read.");
	return bot;
}

/** A request as received. */
export interface Arrived {
	readonly method?: string;
	readonly url: string;
	readonly fields: Readonly<Record<string, string>>;
	/** Seconds since 1970; now by default. */
	readonly now?: number;
	readonly label?: string;
}

/** Verifies a request with one key, like a reader of the directory; throws if it is invalid. */
export async function checkRequest(jwk: unknown, arrived: Arrived) {
	const { method = "GET", url, fields, now = Math.floor(Date.now() / 1000), label = "sig1" } = arrived;
	const key = readDirectoryKey(jwk);
	if (!key || "fault" in key) throw new Error(key?.fault);
	const verifier = key.verifier(undefined);
	if (!verifier) throw new Error("The key has no algorithm.");
	return await verifySignature(
		{
			kind: "request",
			method,
			targetUri: url,
			fields: Object.entries(fields).map(([name, value]) => ({ name, value })),
		},
		{
			label,
			policy: {
				algorithms: [verifier.algorithm],
				requiredComponents: ["@authority"],
				requiredParameters: ["created", "expires", "keyid", "tag"],
				now,
				validate: ({ parameters }) => parameters.tag === "web-bot-auth" && parameters.keyid === key.thumbprint,
			},
			resolveVerifier: () => verifier,
		},
	);
}
