import { createHash, createPublicKey, type JsonWebKey } from "node:crypto";
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from "jose";
import * as z from "zod";
import { Failure } from "#core/failure.ts";

/** No symmetric algorithms: a key that verifies could also sign. */
export const TOKEN_ALGORITHMS = ["ES256", "EdDSA", "RS256", "PS256"] as const;
export type TokenAlgorithm = (typeof TOKEN_ALGORITHMS)[number];

export interface TokenKey {
	readonly kty: "EC" | "OKP" | "RSA";
	/** From the set, else its thumbprint (RFC 7638). */
	readonly kid: string;
	readonly use: "sig";
	/** If absent, an RSA key allows RS256 and PS256. */
	readonly alg?: TokenAlgorithm;
	readonly crv?: string;
	readonly x?: string;
	readonly y?: string;
	readonly n?: string;
	readonly e?: string;
}

/** RFC 7517, public keys only: safe to publish. */
export interface TokenKeySet {
	readonly keys: readonly TokenKey[];
}

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

/** Drops private members. @throws Failure `input-invalid`, which names the position but never the key */
export function readTokenKeys(text: string): TokenKeySet {
	return readTokenKeySet(readJson(text));
}

/** @throws Failure as `readTokenKeys` */
export function readTokenKeySet(foreign: unknown): TokenKeySet {
	const set = z.object({ keys: z.array(z.unknown()) }).safeParse(foreign);
	if (!set.success) throw unfit("They are not a JSON Web Key Set.", 'Write them as {"keys": [...]} (RFC 7517).');
	if (set.data.keys.length === 0) throw unfit("The set is empty.", "Give one key at least, or leave the setting out.");
	const keys = set.data.keys.map((key, index) => readKey(key, `Key ${index + 1}`));
	const kids = new Set(keys.map(({ kid }) => kid));
	if (kids.size < keys.length) throw unfit("Two keys have the same kid.", "Give each key its own kid.");
	return { keys };
}

function readKey(foreign: unknown, name: string): TokenKey {
	const read = keySchema.safeParse(foreign);
	if (!read.success) throw unfit(`${name} is not a JSON Web Key.`, "See RFC 7517 section 4.");
	const key = read.data;
	const kind = KINDS[key.kty === "RSA" ? "RSA" : `${key.kty} ${key.crv}`];
	if (!kind) {
		const why = key.kty === "oct" ? "It is a shared secret: anyone who can verify with it can also sign." : undefined;
		throw unfit(`${name} cannot be used.`, "Use an EC P-256, an Ed25519 or an RSA key.", why);
	}
	if (key.use === "enc" || key.key_ops?.every((operation) => operation !== "verify" && operation !== "sign")) {
		throw unfit(`${name} is not for signatures.`, 'Give a key whose use is "sig".');
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
		// The engine's message would quote the text, which may contain private keys.
		throw unfit("They are not JSON.", "Give the JSON Web Key Set itself (RFC 7517), not the path of a file.");
	}
}

function unfit(what: string, todo: string, why?: string): Failure {
	return new Failure("input-invalid", { what: `SIGHTLINE_TOKEN_KEYS cannot be used. ${what}`, why, todo });
}

/** In the order of RFC 7638 section 3.2 and RFC 8037 section 2. */
const MEMBERS = {
	EC: ["crv", "kty", "x", "y"],
	OKP: ["crv", "kty", "x"],
	RSA: ["e", "kty", "n"],
} as const;

type KeyType = keyof typeof MEMBERS;

export function keyMembers(
	jwk: Readonly<Record<string, unknown>> & { readonly kty: KeyType },
): Record<string, unknown> {
	return Object.fromEntries(MEMBERS[jwk.kty].map((member) => [member, jwk[member]]));
}

/** SHA-256 (RFC 7638) of the result of `keyMembers`, in base64url. */
export function thumbprintOf(members: Readonly<Record<string, unknown>>): string {
	return createHash("sha256").update(JSON.stringify(members)).digest("base64url");
}

const RSA_BITS = { least: 2048, most: 8192 };

interface KeyFault {
	readonly is: string;
	readonly todo: string;
	readonly why?: string | undefined;
}

/** Undefined for a point on its curve, or a large modulus not known to be weak. @param members from `keyMembers` */
export function keyFault(members: JsonWebKey): KeyFault | undefined {
	let details: { modulusLength?: number; publicExponent?: bigint };
	try {
		details = createPublicKey({ key: members, format: "jwk" }).asymmetricKeyDetails ?? {};
	} catch {
		// The library's message could contain parts of the key.
		return { is: "is damaged", todo: "Export it again.", why: `It is no valid ${members.kty} key.` };
	}
	if (members.kty !== "RSA") return undefined;
	const { modulusLength = 0, publicExponent = 0n } = details;
	if (modulusLength < RSA_BITS.least || modulusLength > RSA_BITS.most) {
		return { is: `has ${modulusLength} bits`, todo: `Use an RSA key of ${RSA_BITS.least} to ${RSA_BITS.most} bits.` };
	}
	if (publicExponent < 3n) return { is: "is unsafe: its exponent is too small", todo: "Use 65537." };
	const modulus = BigInt(`0x${Buffer.from(members.n ?? "", "base64url").toString("hex")}`);
	return isRocaModulus(modulus)
		? { is: "is unsafe: it can be factored (CVE-2017-15361)", todo: "Make a new one." }
		: undefined;
}

/** A random modulus passes by chance at most once in 100 million times. */
const LARGEST_PRIME = 167;
const GENERATOR = 65_537;

/** CVE-2017-15361 (ROCA): such a modulus is a power of 65537 modulo every small prime, and can be factored. */
function isRocaModulus(modulus: bigint): boolean {
	for (let prime = 3; prime <= LARGEST_PRIME; prime += 2) {
		if (isPrime(prime) && !isPowerOfGenerator(Number(modulus % BigInt(prime)), prime)) return false;
	}
	return true;
}

function isPrime(odd: number): boolean {
	for (let divisor = 3; divisor * divisor <= odd; divisor += 2) if (odd % divisor === 0) return false;
	return true;
}

function isPowerOfGenerator(rest: number, prime: number): boolean {
	let power = 1;
	for (let exponent = 1; exponent < prime; exponent++) {
		if (power === rest) return true;
		power = (power * GENERATOR) % prime;
	}
	return false;
}

export type Claims = Readonly<Record<string, unknown>>;

/** ES256, compact form. @param typ such as `at+jwt` @param jwk a private P-256 key (RFC 7518 section 6.2.2) */
export function signJwt(claims: Claims, { typ }: { readonly typ: string }, jwk: SigningKey["privateKey"]) {
	return new SignJWT(claims as JWTPayload).setProtectedHeader({ alg: "ES256", typ, kid: jwk.kid }).sign(jwk);
}

export interface SigningKey {
	readonly privateKey: JWK & { readonly kid: string };
	readonly publicKey: TokenKey;
}

/** P-256; `kid` is its thumbprint (RFC 7638). */
export async function makeSigningKey(): Promise<SigningKey> {
	const { privateKey } = await generateKeyPair("ES256", { extractable: true });
	return signingKeyOf({ ...(await exportJWK(privateKey)), alg: "ES256" });
}

/** The first key for ES256. @param text as for `readTokenKeys` */
export function readSigningKey(text: string): SigningKey | undefined {
	const publicKeys = readTokenKeys(text).keys;
	const { keys } = JSON.parse(text) as { keys: JWK[] };
	const at = keys.findIndex(({ kty, d }) => kty === "EC" && typeof d === "string");
	const [key, publicKey] = [keys[at], publicKeys[at]];
	return key && publicKey && { privateKey: { ...key, kid: publicKey.kid }, publicKey };
}

function signingKeyOf(jwk: JWK): SigningKey {
	const [publicKey] = readTokenKeys(JSON.stringify({ keys: [jwk] })).keys;
	if (!publicKey) throw new Error("A key that was made is no key.");
	return { privateKey: { ...jwk, kid: publicKey.kid }, publicKey };
}
