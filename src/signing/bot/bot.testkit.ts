import { generateKeyPairSync } from "node:crypto";
import { type Bot, readBot } from "./bot-keys.ts";

export const AGENT = "https://audit.example.com";

/** A private key as a setting gives it. */
export function makeBotKey(): Readonly<Record<string, unknown>> {
	return { ...generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" }) };
}

/** The bot of an installation with these keys, or with the text of a setting. */
export function botOf(...keys: readonly unknown[]): Bot {
	const bot = readBot({ botKey: JSON.stringify({ keys }), baseUrl: AGENT, apiUrl: undefined, adapter: "node" });
	if (!bot) throw new Error("The keys were not read.");
	return bot;
}
