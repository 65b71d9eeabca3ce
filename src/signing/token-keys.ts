import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { keyFault } from "./key-numbers.ts";
import { keyMembers, thumbprintOf } from "./thumbprint.ts";

/** Signature algorithms that access tokens may use. None is symmetric: a key that verifies could also sign. */
export const TOKEN_ALGORITHMS = ["ES256", "EdDSA", "RS256", "PS256"] as const;
export type TokenAlgorithm = (typeof TOKEN_ALGORITHMS)[number];

/** A public key that signs access tokens: without private and needless members. */
export interface TokenKey {
	readonly kty: "EC" | "OKP" | "RSA";
	/** As the set names it; its thumbprint (RFC 7638) where the set gives no name. */
	readonly kid: string;
	readonly use: "sig";
	/** The one algorithm it may be used with; an RSA key without it does for RS256 and PS256. */
	readonly alg?: TokenAlgorithm;
	readonly crv?: string;
	readonly x?: string;
	readonly y?: string;
	readonly n?: string;
	readonly e?: string;
}

/** A JSON Web Key Set (RFC 7517) of public keys; may be published as it is. */
export interface TokenKeySet {
	readonly keys: readonly TokenKey[];
}

/** What a kind of key is used with. */
const KINDS: Readonly<
	Record<string, { readonly kty: TokenKey["kty"]; readonly algorithms: readonly TokenAlgorithm[] }>
> = {
	"EC P-256": { kty: "EC", algorithms: ["ES256"] },
	"OKP Ed25519": { kty: "OKP", algorithms: ["EdDSA"] },
	RSA: { kty: "RSA", algorithms: ["RS256", "PS256"] },
};

const keySchema = z.object({
	kty: z.string(),
	crv: z.string().optional(),
	kid: z.string().min(1).max(200).optional(),
	alg: z.string().optional(),
	use: z.string().optional(),
	key_ops: z.array(z.string()).optional(),
	x: z.string().optional(),
	y: z.string().optional(),
	n: z.string().optional(),
	e: z.string().optional(),
});

/**
 * Reads the keys that sign the access tokens of an installation: a JSON Web Key Set. Private members of a key are
 * dropped, so the set that signs can be given here too.
 *
 * @throws Failure `input-invalid` that names the key by its place and never shows any of it
 */
export function readTokenKeys(text: string): TokenKeySet {
	return readTokenKeySet(readJson(text));
}

/** The same of a set that was parsed. @throws Failure as `readTokenKeys` */
export function readTokenKeySet(foreign: unknown): TokenKeySet {
	const set = z.object({ keys: z.array(z.unknown()) }).safeParse(foreign);
	if (!set.success) throw unfit("They are no JSON Web Key Set.", 'Write them as {"keys": [...]} (RFC 7517).');
	if (set.data.keys.length === 0) throw unfit("The set is empty.", "Give one key at least, or leave the setting out.");
	const keys = set.data.keys.map((key, index) => readKey(key, `Key ${index + 1}`));
	const kids = new Set(keys.map(({ kid }) => kid));
	if (kids.size < keys.length) throw unfit("Two keys have the same kid.", "Give every key a name of its own.");
	return { keys };
}

function readKey(foreign: unknown, name: string): TokenKey {
	const read = keySchema.safeParse(foreign);
	if (!read.success) throw unfit(`${name} is no JSON Web Key.`, "See RFC 7517 section 4.");
	const key = read.data;
	const kind = KINDS[key.kty === "RSA" ? "RSA" : `${key.kty} ${key.crv}`];
	if (!kind) {
		const why = key.kty === "oct" ? "It is a shared secret: who can verify with it could sign with it too." : undefined;
		throw unfit(`${name} cannot be used.`, "Use an EC P-256, an Ed25519 or an RSA key.", why);
	}
	if (key.use === "enc" || key.key_ops?.every((operation) => operation !== "verify" && operation !== "sign")) {
		throw unfit(`${name} is not meant for signatures.`, 'Give a key whose use is "sig".');
	}
	const alg = kind.algorithms.find((algorithm) => algorithm === key.alg);
	if (key.alg !== undefined && alg === undefined) {
		throw unfit(`${name} is for an algorithm that is not accepted.`, `Use ${kind.algorithms.join(" or ")} with it.`);
	}
	const members = keyMembers({ ...key, kty: kind.kty });
	const fault = keyFault(members);
	if (fault) throw unfit(`${name} ${fault.is}.`, fault.todo, fault.why);
	const kid = key.kid ?? thumbprintOf(members);
	return { ...(members as Pick<TokenKey, "kty">), kid, use: "sig", ...(alg && { alg }) };
}

function readJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		// The engine's message would quote the text, which may hold private keys.
		throw unfit("They are not JSON.", "Give the JSON Web Key Set itself (RFC 7517), not the path of a file.");
	}
}

function unfit(what: string, todo: string, why?: string): Failure {
	return new Failure("input-invalid", { what: `SIGHTLINE_TOKEN_KEYS cannot be used. ${what}`, why, todo });
}
