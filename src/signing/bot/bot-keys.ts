import { createPrivateKey, createPublicKey, randomBytes, sign } from "node:crypto";
import { component, createSignatureSync, type SignerSync } from "http-message-sig";
import * as z from "zod";
import { type BotPlace, botOrigin } from "#core/discovery.ts";
import { Failure } from "#core/failure.ts";
import { thumbprintOf } from "../token-keys.ts";
import { isTestKey } from "./key-directory.ts";

export interface BotKey {
	/** `kid` is its thumbprint (RFC 7638), to which signatures refer. */
	readonly jwk: {
		readonly kty: "OKP";
		readonly crv: "Ed25519";
		readonly kid: string;
		readonly x: string;
		readonly use: "sig";
	};
	readonly signer: SignerSync;
}

export interface Bot {
	/** The first key signs and all are published, for rotation without a gap. */
	readonly keys: readonly [BotKey, ...BotKey[]];
	/** Address of its directory, such as `https://audit.example.com`. */
	readonly agent: string;
}

export interface BotSettings extends BotPlace {
	readonly botKey: string | undefined;
}

/** @returns undefined without a key: nothing is signed @throws Failure `input-invalid`, which never shows a key */
export function readBot(settings: BotSettings): Bot | undefined {
	if (settings.botKey === undefined) return undefined;
	const agent = botOrigin(settings);
	if (agent === undefined) throw unpublished(settings);
	return { keys: readKeys(settings.botKey), agent };
}

function unpublished({ baseUrl, apiUrl, adapter }: BotSettings): Failure {
	if (adapter === "none" && apiUrl === undefined)
		return unfit("Its public half could not be found: a static site has no key directory.", {
			todo: "Set SIGHTLINE_API_URL to a server with the same key, or omit the key.",
		});
	const { origin } = new URL(apiUrl ?? baseUrl);
	return unfit(`Its public half would be at ${origin}, and directories of keys are read over https alone.`, {
		todo: `Set ${apiUrl === undefined ? "SIGHTLINE_BASE_URL" : "SIGHTLINE_API_URL"} to an https address, or omit the key.`,
	});
}

const MAKE_ONE = 'Make one as "Signed requests" in docs/operating.md shows.';

function readKeys(text: string): Bot["keys"] {
	const given = readJson(text);
	const set = z.object({ keys: z.array(z.unknown()).max(2) }).safeParse(given);
	const isSet = typeof given === "object" && given !== null && "keys" in given;
	if (isSet && !set.success) throw unfit("It is not a set of 1 or 2 JSON Web Keys.");
	const [first, second] = (set.data?.keys ?? [given]).map((jwk, index) =>
		readKey(jwk, isSet ? `Key ${index + 1}` : "It"),
	);
	if (!first) throw unfit("The set is empty.");
	if (first.jwk.kid === second?.jwk.kid) throw unfit("Both keys are the same.");
	return second ? [first, second] : [first];
}

const keySchema = z.object({
	kty: z.literal("OKP"),
	crv: z.literal("Ed25519"),
	x: z.string(),
	d: z.string(),
	use: z.literal("sig").optional(),
});

function readKey(foreign: unknown, name: string): BotKey {
	const read = keySchema.safeParse(foreign);
	if (!read.success) throw unfit(`${name} is not a private Ed25519 key as a JSON Web Key (RFC 8037).`);
	const { kty, crv } = read.data;
	const privateKey = readPrivate(read.data, name);
	const { x = "" } = createPublicKey(privateKey).export({ format: "jwk" });
	if (x !== read.data.x) throw unfit(`${name} is damaged: its two halves do not belong together.`);
	const kid = thumbprintOf({ crv, kty, x });
	if (isTestKey(kid)) throw unfit(`${name} is the test key of RFC 9421, which is public.`);
	return {
		jwk: { kty, crv, kid, x, use: "sig" },
		signer: { algorithm: "ed25519", sign: (data) => sign(null, data, privateKey) },
	};
}

function readPrivate({ kty, crv, x, d }: z.infer<typeof keySchema>, name: string) {
	try {
		return createPrivateKey({ key: { kty, crv, x, d }, format: "jwk" });
	} catch {
		// The library's message could contain parts of the key.
		throw unfit(`${name} is damaged.`);
	}
}

function readJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		// The engine's message would quote the text.
		throw unfit("It is not JSON.", { todo: "Set the JSON Web Key itself, not a file's path." });
	}
}

function unfit(what: string, { todo = MAKE_ONE }: { readonly todo?: string } = {}): Failure {
	return new Failure("input-invalid", { what: `SIGHTLINE_BOT_KEY cannot be used. ${what}`, todo });
}

/** Seconds: long enough for clock skew, too short for replay. */
const LIFETIME = 300;
/** Label of the signature and its Signature-Agent member, which the draft requires to be equal. */
const LABEL = "sig1";

const COVERED = ["@authority", "@method", "@path", component("signature-agent", { key: LABEL })];

/**
 * Web Bot Auth (draft-ietf-webbotauth-httpsig-protocol-01). Not over plain http, where it could be replayed.
 * @param now milliseconds since 1970
 */
export function createRequestSigner({ keys: [key], agent }: Bot, now: () => number = Date.now) {
	const signatureAgent = `${LABEL}="${agent}"`;
	return (method: "GET" | "POST", url: URL): Readonly<Record<string, string>> => {
		if (url.protocol !== "https:") return {};
		const created = Math.floor(now() / 1000);
		const message = {
			kind: "request",
			method,
			targetUri: url.href,
			fields: [{ name: "signature-agent", value: signatureAgent }],
		} as const;
		const { signature, signatureInput } = createSignatureSync(message, {
			label: LABEL,
			components: COVERED,
			parameters: {
				created,
				expires: created + LIFETIME,
				keyid: key.jwk.kid,
				alg: key.signer.algorithm,
				nonce: randomBytes(64).toString("base64"),
				tag: "web-bot-auth",
			},
			signer: key.signer,
		});
		return { "signature-agent": signatureAgent, "signature-input": signatureInput, signature };
	};
}
