import { createHash, createPublicKey, type JsonWebKey } from "node:crypto";
import { z } from "zod";
import { Failure } from "#core/failure.ts";

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

/** What a kind of key is used with, and the members that are the key (in the order of RFC 7638). */
const KINDS: Readonly<
	Record<string, { readonly algorithms: readonly TokenAlgorithm[]; readonly members: readonly string[] }>
> = {
	"EC P-256": { algorithms: ["ES256"], members: ["crv", "kty", "x", "y"] },
	"OKP Ed25519": { algorithms: ["EdDSA"], members: ["crv", "kty", "x"] },
	RSA: { algorithms: ["RS256", "PS256"], members: ["e", "kty", "n"] },
};

const RSA_BITS = { least: 2048, most: 8192 };

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
type ForeignKey = z.infer<typeof keySchema>;

/**
 * Reads the keys that sign the access tokens of an installation: a JSON Web Key Set. Private members of a key are
 * dropped, so the set that signs can be given here too.
 *
 * @throws Failure `input-invalid` that names the key by its place and never shows any of it
 */
export function readTokenKeys(text: string): TokenKeySet {
	const set = z.object({ keys: z.array(z.unknown()) }).safeParse(readJson(text));
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
	const members = Object.fromEntries(kind.members.map((member) => [member, key[member as keyof ForeignKey]]));
	checkNumbers(members, name);
	const kid = key.kid ?? createHash("sha256").update(JSON.stringify(members)).digest("base64url");
	return { ...(members as Pick<TokenKey, "kty">), kid, use: "sig", ...(alg && { alg }) };
}

/** Whether the numbers are a key at all: a point on its curve, a modulus that is large enough and not known to be weak. */
function checkNumbers(members: JsonWebKey, name: string): void {
	let details: { modulusLength?: number; publicExponent?: bigint };
	try {
		details = createPublicKey({ key: members, format: "jwk" }).asymmetricKeyDetails ?? {};
	} catch {
		// The library's message could show parts of the key.
		throw unfit(`${name} is damaged.`, "Export it again.", `It is no valid ${members.kty} key.`);
	}
	if (members.kty !== "RSA") return;
	const { modulusLength = 0, publicExponent = 0n } = details;
	if (modulusLength < RSA_BITS.least || modulusLength > RSA_BITS.most) {
		throw unfit(`${name} has ${modulusLength} bits.`, `Use an RSA key of ${RSA_BITS.least} to ${RSA_BITS.most} bits.`);
	}
	if (publicExponent < 3n) throw unfit(`${name} is unsafe: its exponent is too small.`, "Use 65537.");
	const modulus = BigInt(`0x${Buffer.from(members.n ?? "", "base64url").toString("hex")}`);
	if (isRocaModulus(modulus)) throw unfit(`${name} is unsafe: it can be factored (CVE-2017-15361).`, "Make a new one.");
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

/** Enough for a random modulus to pass by chance once in a hundred million times at most. */
const LARGEST_PRIME = 167;
const GENERATOR = 65_537;

/**
 * Whether an RSA modulus shows the mark of CVE-2017-15361 (ROCA): primes of the flawed generator are powers of 65537 to
 * every small modulus, and so are their products. Such keys can be factored.
 */
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
