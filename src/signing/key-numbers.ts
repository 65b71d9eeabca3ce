import { createPublicKey, type JsonWebKey } from "node:crypto";

const RSA_BITS = { least: 2048, most: 8192 };

/** What is wrong with a key: `Key 1 <is>`, in words that show nothing of it. */
export interface KeyFault {
	readonly is: string;
	readonly todo: string;
	readonly why?: string | undefined;
}

/**
 * Whether the numbers are a key at all: a point on its curve, a modulus that is large enough and not known to be weak.
 * @param members from `keyMembers`
 */
export function keyFault(members: JsonWebKey): KeyFault | undefined {
	let details: { modulusLength?: number; publicExponent?: bigint };
	try {
		details = createPublicKey({ key: members, format: "jwk" }).asymmetricKeyDetails ?? {};
	} catch {
		// The library's message could show parts of the key.
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
