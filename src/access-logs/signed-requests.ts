import type { Crawler } from "#core/crawlers.ts";
import { Failure } from "#core/failure.ts";
import { parseJson } from "#core/json-object.ts";
import { type DirectoryKey, readKeys, verifyRequest } from "#signing/bot/key-directory.ts";
import type { Identity } from "./access-tally.ts";
import type { LogEntry } from "./log-entry.ts";
import { BOTS } from "./user-agents.ts";

/** A bot's public keys from its vendor's directory. Serializable. */
export interface BotKeys {
	readonly token: string;
	/** JSON Web Keys. */
	readonly keys: readonly unknown[];
	/** Thumbprints of the usable keys. */
	readonly thumbprints: readonly string[];
}

/** A request with a valid signature. Serializable. */
export interface SignedRequest {
	readonly bot: Crawler;
	readonly entry: LogEntry;
	readonly signature: string;
	/** Milliseconds since 1970. */
	readonly expires: number;
	/** Client address; undefined if it is a proxy's. */
	readonly from: string | undefined;
	/** Verdict if its signature was copied. */
	readonly otherwise: Identity;
}

/** @param given `<bot>=<file>` @throws Failure `input-invalid` */
export function readBotKeys(given: string, text: string): BotKeys {
	const [name = ""] = given.split("=");
	const refused = (why: string) =>
		new Failure("input-invalid", {
			what: `--keys ${given} cannot be used.`,
			why,
			todo: "Name a bot and its vendor's key directory, such as ChatGPT-User=http-message-signatures-directory.json.",
		});
	const bot = BOTS.find(({ token }) => token.toLowerCase() === name.toLowerCase());
	if (!bot) throw refused(`We know no bot ${name}.`);
	const set = parseJson(text);
	const listed = typeof set === "object" && set !== null && "keys" in set ? set.keys : undefined;
	if (!Array.isArray(listed)) throw refused("The file is not a JSON Web Key Set.");
	const { keys, faults } = readKeys(listed, 0);
	if (keys.length === 0) throw refused(faults[0] ?? "It has no key that we can use.");
	return { token: bot.token, keys: listed, thumbprints: keys.map(({ thumbprint }) => thumbprint) };
}

/** Verifies Web Bot Auth signatures (RFC 9421) from the logged parts of a request. */
export class SignatureCheck {
	readonly #keys: ReadonlyMap<string, readonly DirectoryKey[]>;
	readonly #domain: string;

	/** @param domain default host of lines that name none */
	constructor(bots: readonly BotKeys[], domain: string) {
		this.#domain = domain;
		this.#keys = new Map(bots.map(({ token, keys }) => [token, readKeys(keys, 0).keys]));
	}

	/** Whether there is anything to verify. */
	concerns(token: string, { signature, signatureInput }: LogEntry): boolean {
		return signature !== "" && signatureInput !== "" && this.#keys.has(token);
	}

	/** Undefined if the signature is invalid, or covers parts that were not logged. */
	async proofOf(token: string, entry: LogEntry): Promise<Pick<SignedRequest, "signature" | "expires"> | undefined> {
		const targetUri = `https://${entry.host || this.#domain}${entry.target}`;
		if (entry.target === "" || !URL.canParse(targetUri)) return undefined;
		const message = { kind: "request", method: entry.method, targetUri, fields: fieldsOf(entry) } as const;
		return verifyRequest(message, this.#keys.get(token) ?? [], entry.at);
	}
}

function fieldsOf({ signature, signatureInput, signatureAgent, agent }: LogEntry) {
	const fields = {
		signature,
		"signature-input": signatureInput,
		"signature-agent": signatureAgent,
		"user-agent": agent,
	};
	return Object.entries(fields).flatMap(([name, value]) =>
		value !== "" && /^[\t\x20-\x7e]*$/.test(value) ? { name, value } : [],
	);
}

/** Unexpired signatures to remember; each takes about 200 bytes. */
const MOST = 20_000;

/** Distinguishes signatures from copies: a copy comes from another address. */
export class SeenSignatures {
	readonly #seen = new Map<string, { readonly from: string | undefined; readonly expires: number }>();
	/** Earliest expiry of a remembered signature, if the set is full. */
	#fullUntil = 0;

	/** Call it in line order. @returns whether the request may be the signer's */
	isFirst({ signature, expires, from, entry: { at } }: SignedRequest): boolean {
		const before = this.#seen.get(signature);
		if (before) return from !== undefined && from === before.from;
		if (this.#seen.size >= MOST && at > this.#fullUntil) this.#forget(at);
		// Otherwise a copy of a forgotten signature would count.
		if (this.#seen.size >= MOST) return false;
		this.#seen.set(signature, { from, expires });
		return true;
	}

	#forget(at: number): void {
		this.#fullUntil = Number.POSITIVE_INFINITY;
		for (const [signature, { expires }] of this.#seen) {
			if (expires < at) this.#seen.delete(signature);
			else this.#fullUntil = Math.min(this.#fullUntil, expires);
		}
	}
}
