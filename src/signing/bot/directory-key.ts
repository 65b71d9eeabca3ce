import { constants, createPublicKey, type KeyObject, verify } from "node:crypto";
import type { Verifier } from "http-message-sig";
import * as z from "zod";
import { keyFault } from "../key-numbers.ts";
import { keyMembers, thumbprintOf } from "../thumbprint.ts";

type Verify = (data: Uint8Array, key: KeyObject, signature: Uint8Array) => boolean;

const ecdsa =
	(hash: string): Verify =>
	(data, key, signature) =>
		verify(hash, data, { key, dsaEncoding: "ieee-p1363" }, signature);

/** Algorithms of RFC 9421 section 3.3 by the keys they take, the usual one first; HMAC has no place here. */
const ALGORITHMS = {
	"OKP Ed25519": { kty: "OKP", verify: { ed25519: (data, key, signature) => verify(null, data, key, signature) } },
	"EC P-256": { kty: "EC", verify: { "ecdsa-p256-sha256": ecdsa("sha256") } },
	"EC P-384": { kty: "EC", verify: { "ecdsa-p384-sha384": ecdsa("sha384") } },
	RSA: {
		kty: "RSA",
		verify: {
			"rsa-pss-sha512": (data, key, signature) =>
				verify("sha512", data, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 }, signature),
			"rsa-v1_5-sha256": (data, key, signature) => verify("sha256", data, key, signature),
		},
	},
} as const satisfies Record<string, { kty: "EC" | "OKP" | "RSA"; verify: Record<string, Verify> }>;

/** Published with their private halves: RFC 9421 appendix B.1, by thumbprint. Who signs with one could be anybody. */
const TEST_KEYS: ReadonlySet<string> = new Set([
	"poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U",
	"oD0HwocPBSfpNy5W3bpJeyFGY_IQ_YpqxSjQ3Yd-CLA",
	"ydQXMtvbsOsZyFir-Y7A8t7fKEM1gbKPvyFkdpu4fvI",
]);

export function isTestKey(thumbprint: string): boolean {
	return TEST_KEYS.has(thumbprint);
}

const time = z.number().finite().optional();
const keySchema = z.looseObject({
	kty: z.string(),
	crv: z.string().optional(),
	kid: z.string().optional(),
	use: z.string().optional(),
	nbf: time,
	exp: time,
});

/** A public key of a directory. */
export interface DirectoryKey {
	readonly thumbprint: string;
	/** As the key names itself. */
	readonly kid: string | undefined;
	/** Seconds since 1970 within which it is used; no bound where it names none. */
	readonly notBefore: number;
	readonly expires: number;
	/**
	 * @param algorithm as a signature names it; the usual one of the key where it names none
	 * @returns undefined where the key is not used with it
	 */
	verifier(algorithm: string | undefined): Verifier | undefined;
}

/**
 * Reads one key of a directory.
 * @returns the key; undefined where it is of a kind that is not known here, so that nothing can be said of it; or why it is no
 * good, as the end of a sentence that begins with the key
 */
export function readDirectoryKey(jwk: unknown): DirectoryKey | { readonly fault: string } | undefined {
	const read = keySchema.safeParse(jwk);
	if (!read.success) return { fault: "is no JSON Web Key" };
	const key = read.data;
	if (["d", "p", "q", "dp", "dq", "qi", "oth", "k"].some((member) => member in key))
		return { fault: "shows its private part" };
	const kind = kindOf(key);
	if (!kind) return undefined;
	if (key.use !== undefined && key.use !== "sig") return { fault: "is not meant for signatures" };
	const members = keyMembers({ ...key, kty: kind.kty });
	const fault = keyFault(members);
	if (fault) return { fault: fault.is };
	const algorithms: Readonly<Record<string, Verify>> = kind.verify;
	const publicKey = createPublicKey({ key: members, format: "jwk" });
	return {
		thumbprint: thumbprintOf(members),
		kid: key.kid,
		notBefore: key.nbf ?? Number.NEGATIVE_INFINITY,
		expires: key.exp ?? Number.POSITIVE_INFINITY,
		verifier(named) {
			const algorithm = named ?? Object.keys(algorithms)[0] ?? "";
			const check = Object.hasOwn(algorithms, algorithm) ? algorithms[algorithm] : undefined;
			return check && { algorithm, verify: (data, signature) => check(data, publicKey, signature) };
		},
	};
}

function kindOf({ kty, crv }: { readonly kty: string; readonly crv?: string | undefined }) {
	const name = kty === "RSA" ? kty : `${kty} ${crv}`;
	return Object.hasOwn(ALGORITHMS, name) ? ALGORITHMS[name as keyof typeof ALGORITHMS] : undefined;
}
