import { constants, createHash, createPublicKey, type KeyObject, verify } from "node:crypto";
import {
	component,
	createSignatureSync,
	isSignatureError,
	type RequestDescriptor,
	type ResponseDescriptor,
	type UntrustedSignatureCandidate,
	type VerifiedSignature,
	type Verifier,
	verifySignature,
} from "http-message-sig";
import { ParseError, parseDictionary } from "structured-headers";
import * as z from "zod";
import { DIRECTORY_MAX_BYTES, DIRECTORY_PATH, DIRECTORY_TYPE } from "#core/discovery.ts";
import { keyFault, keyMembers, thumbprintOf } from "../token-keys.ts";
import type { Bot, BotKey } from "./bot-keys.ts";

/** Seconds. Keys that others cache for a day stay valid for days. */
const LIFETIME = { answer: 86_400, signature: 8 * 86_400, signedAnew: 86_400 };

interface SignedDirectory {
	readonly body: string;
	/** Lower-case names: caching, digest and signatures. */
	readonly headers: Readonly<Record<string, string>>;
}

/** With proof of possession, always for the host of `agent`, which requests cannot change. @param now ms since 1970 */
export class KeyDirectory {
	readonly #bot: Bot;
	readonly #now: () => number;
	#kept: { readonly until: number; readonly answer: SignedDirectory } | undefined;

	constructor(bot: Bot, now: () => number = Date.now) {
		this.#bot = bot;
		this.#now = now;
	}

	answer(): SignedDirectory {
		const seconds = Math.floor(this.#now() / 1000);
		if (this.#kept && seconds < this.#kept.until) return this.#kept.answer;
		const { agent, keys } = this.#bot;
		const body = JSON.stringify({ keys: keys.map(({ jwk }) => jwk) });
		const digest = `sha-256=:${createHash("sha256").update(body).digest("base64")}:`;
		const created = seconds - SKEW;
		const signed = keys.map((key, index) =>
			signDirectory(key, { label: index === 0 ? "binding" : `binding${index + 1}`, agent, digest, created }),
		);
		const headers = {
			"cache-control": `public, max-age=${LIFETIME.answer}`,
			"content-digest": digest,
			"signature-input": signed.map(({ signatureInput }) => signatureInput).join(", "),
			signature: signed.map(({ signature }) => signature).join(", "),
		};
		this.#kept = { until: seconds + LIFETIME.signedAnew, answer: { body, headers } };
		return this.#kept.answer;
	}
}

interface Proof {
	readonly label: string;
	readonly agent: string;
	readonly digest: string;
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

type Verify = (data: Uint8Array, key: KeyObject, signature: Uint8Array) => boolean;

const ecdsa =
	(hash: string): Verify =>
	(data, key, signature) =>
		verify(hash, data, { key, dsaEncoding: "ieee-p1363" }, signature);

/** RFC 9421 section 3.3, the default of each key type first. No HMAC: its keys are not public. */
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

/** RFC 9421 appendix B.1, by thumbprint: their private keys are public. */
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

export interface DirectoryKey {
	readonly thumbprint: string;
	readonly kid: string | undefined;
	/** Seconds since 1970; unbounded by default. */
	readonly notBefore: number;
	readonly expires: number;
	/** @param algorithm default of the key type if undefined @returns undefined if the key does not support it */
	verifier(algorithm: string | undefined): Verifier | undefined;
}

/** @returns undefined for an unknown type, which is not a fault; `fault` completes a sentence about the key */
export function readDirectoryKey(jwk: unknown): DirectoryKey | { readonly fault: string } | undefined {
	const read = keySchema.safeParse(jwk);
	if (!read.success) return { fault: "is not a JSON Web Key" };
	const key = read.data;
	if (["d", "p", "q", "dp", "dq", "qi", "oth", "k"].some((member) => member in key))
		return { fault: "includes its private part" };
	const kind = kindOf(key);
	if (!kind) return undefined;
	if (key.use !== undefined && key.use !== "sig") return { fault: "is not for signatures" };
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

const DIRECTORY_TAG = "http-message-signatures-directory";
/** Seconds of clock skew: verifiers must reject signatures from their future. */
const SKEW = 60;

export interface DirectoryAnswer {
	readonly url: string;
	readonly status: number;
	/** Lower-case names; repeated fields joined with ", ". */
	readonly headers: Readonly<Record<string, string>>;
	readonly body: Uint8Array;
}

export interface Proofs {
	/** Thumbprints of keys that signed this body for this host. */
	readonly proven: ReadonlySet<string>;
	/** Thumbprints of keys whose signatures, as in older drafts, cover no body or do not expire. */
	readonly partly: ReadonlySet<string>;
	readonly faults: readonly string[];
}

/**
 * Possession proofs (draft-ietf-webbotauth-httpsig-protocol, appendix "Possession Proof on the Directory Response").
 * @param now seconds since 1970
 */
export async function verifyProofs(
	answer: DirectoryAnswer,
	keys: readonly DirectoryKey[],
	now: number,
): Promise<Proofs> {
	const proven = new Set<string>();
	const partly = new Set<string>();
	const faults: string[] = [];
	const labels = labelsOf(answer.headers["signature-input"]);
	if (labels === undefined) faults.push("Its Signature-Input field cannot be read.");
	const message = describe(answer);
	// The draft requires one signature per key.
	for (const [index, label] of (labels ?? []).slice(0, keys.length).entries()) {
		const name = `Its signature ${index + 1}`;
		const signed = await verifyOne(message, label, keys, now);
		const judged = signed && ("fault" in signed ? signed : judgeProof(signed, answer));
		if (judged === undefined) continue;
		if ("fault" in judged) faults.push(`${name} ${judged.fault}.`);
		else (judged.isWhole ? proven : partly).add(judged.thumbprint);
	}
	return { proven, partly, faults };
}

function judgeProof(
	{ parameters, components }: VerifiedSignature,
	{ headers, body }: DirectoryAnswer,
): { readonly thumbprint: string; readonly isWhole: boolean } | { readonly fault: string } {
	const { keyid: thumbprint = "", created, expires } = parameters;
	const covered = components.some(({ name, parameters: flags }) => name === "content-digest" && !flags.req);
	const isOfBody = covered && isDigestOf(headers["content-digest"], body);
	// RFC 9530 section 2: the digest covers the coded content, which we no longer have if there was a coding.
	if (covered && !isOfBody && headers["content-encoding"] === undefined)
		return { fault: "is of another body: Content-Digest does not fit" };
	return { thumbprint, isWhole: isOfBody && created !== undefined && expires !== undefined };
}

function labelsOf(field: string | undefined, tag = DIRECTORY_TAG): readonly string[] | undefined {
	if (field === undefined) return [];
	try {
		return [...parseDictionary(field)].flatMap(([label, [, parameters]]) =>
			parameters.get("tag") === tag ? [label] : [],
		);
	} catch (error) {
		if (error instanceof ParseError) return undefined;
		throw error;
	}
}

function describe({ url, status, headers }: DirectoryAnswer): ResponseDescriptor {
	// Signatures over fields with other characters are invalid.
	const plain = Object.entries(headers).filter(([, value]) => /^[\t\x20-\x7e]*$/.test(value));
	return {
		kind: "response",
		status,
		fields: plain.map(([name, value]) => ({ name, value })),
		request: { kind: "request", method: "GET", targetUri: url, fields: [] },
	};
}

class UnknownKey extends Error {}

/** @returns undefined if it covers unknown components, such as the host in the first drafts */
async function verifyOne(
	message: ResponseDescriptor,
	label: string,
	keys: readonly DirectoryKey[],
	now: number,
): Promise<VerifiedSignature | { readonly fault: string } | undefined> {
	const resolveVerifier = ({ algorithm, parameters }: UntrustedSignatureCandidate) => {
		const key = keys.find(({ thumbprint }) => thumbprint === parameters.keyid);
		const verifier = key?.verifier(algorithm);
		if (!verifier) throw new UnknownKey();
		return verifier;
	};
	try {
		return await verifySignature(message, {
			label,
			policy: {
				algorithms: ["ed25519", "ecdsa-p256-sha256", "ecdsa-p384-sha384", "rsa-pss-sha512", "rsa-v1_5-sha256"],
				requiredComponents: [component("@authority", { req: true })],
				requiredParameters: ["keyid"],
				clockSkew: SKEW,
				now,
			},
			resolveVerifier,
		});
	} catch (error) {
		if (!isSignatureError(error)) throw error;
		if (error.code === "UnsupportedFeature" || error.code === "InvalidComponent") return undefined;
		if (error.cause instanceof UnknownKey) return { fault: "names no key of the directory" };
		return { fault: FAULTS[error.code] ?? "cannot be read" };
	}
}

const REQUEST_TAG = "web-bot-auth";
/** Seconds: the longest lifetime that Web Bot Auth recommends. */
const LONGEST = 86_400;

/**
 * Times are milliseconds since 1970. @param at when the request arrived
 * @returns `expires`; undefined if the signature is invalid or covers unknown components
 */
export async function verifyRequest(
	message: RequestDescriptor,
	keys: readonly DirectoryKey[],
	at: number,
): Promise<{ readonly signature: string; readonly expires: number } | undefined> {
	const input = message.fields.find(({ name }) => name === "signature-input")?.value;
	const [label] = labelsOf(input, REQUEST_TAG) ?? [];
	if (label === undefined) return undefined;
	const now = at / 1_000;
	try {
		const { signature, parameters } = await verifySignature(message, {
			label,
			policy: {
				algorithms: ["ed25519", "ecdsa-p256-sha256", "ecdsa-p384-sha384", "rsa-pss-sha512", "rsa-v1_5-sha256"],
				requiredComponents: ["@authority"],
				requiredParameters: ["created", "expires", "keyid"],
				clockSkew: SKEW,
				now,
				validate: ({ parameters: { created = 0, expires = Number.POSITIVE_INFINITY } }) => expires - created <= LONGEST,
			},
			resolveVerifier: ({ algorithm, parameters: { keyid } }) => {
				const isOf = (key: DirectoryKey) => key.thumbprint === keyid && key.notBefore <= now && now < key.expires;
				const verifier = keys.find(isOf)?.verifier(algorithm);
				if (!verifier) throw new UnknownKey();
				return verifier;
			},
		});
		const expires = ((parameters.expires ?? 0) + SKEW) * 1_000;
		return { signature: Buffer.from(signature).toString("base64"), expires };
	} catch (error) {
		if (isSignatureError(error)) return undefined;
		throw error;
	}
}

const FAULTS: Readonly<Record<string, string>> = {
	VerificationFailed: "does not hold",
	PolicyViolation: "is not in force, or does not cover the host",
	MissingField: "covers what is not there",
};

const DIGESTS = { "sha-256": "sha256", "sha-512": "sha512" } as const;

/** Content-Digest (RFC 9530) with SHA-256 or SHA-512: at least one matches and none differs. */
function isDigestOf(field: string | undefined, body: Uint8Array): boolean {
	try {
		const named = parseDictionary(field ?? "");
		const judged = Object.entries(DIGESTS).flatMap(([name, hash]) => {
			const value = named.get(name)?.[0];
			if (value === undefined) return [];
			return value instanceof ArrayBuffer && createHash(hash).update(body).digest().equals(Buffer.from(value));
		});
		return judged.length > 0 && judged.every(Boolean);
	} catch (error) {
		if (error instanceof ParseError) return false;
		throw error;
	}
}

const MAX_KEYS = 32;

export interface DirectoryVerdict {
	/** `absent`: the response is not a directory; `unverified`: usable, but some keys lack the recommended proof. */
	readonly outcome: "absent" | "invalid" | "unverified" | "verified";
	readonly keys: readonly { readonly thumbprint: string; readonly proof: "whole" | "partly" | "none" }[];
	/** Contain no foreign text; keys and signatures are named by their index. */
	readonly faults: readonly string[];
}

/** draft-ietf-webbotauth-httpsig-protocol-01; pass the first response, not a redirect's. @param now ms since 1970 */
export async function verifyKeyDirectory(answer: DirectoryAnswer, now: number): Promise<DirectoryVerdict> {
	const claimed = isOfType(answer.headers["content-type"]);
	const listed = answer.body.length > DIRECTORY_MAX_BYTES ? undefined : keysIn(answer.body);
	if (answer.status !== 200 || (!claimed && !listed)) return { outcome: "absent", keys: [], faults: [] };
	const faults: string[] = [];
	if (!claimed) faults.push(`Its media type is not ${DIRECTORY_TYPE}.`);
	if (!URL.canParse(answer.url) || new URL(answer.url).protocol !== "https:")
		faults.push("It is not served over HTTPS.");
	faults.push(...listFaults(answer, listed));
	const { keys, faults: ofKeys } = readKeys((listed ?? []).slice(0, MAX_KEYS), now / 1000);
	const proofs = await verifyProofs(answer, keys, now / 1000);
	faults.push(...ofKeys, ...proofs.faults);
	const proofOf = ({ thumbprint }: DirectoryKey) =>
		proofs.proven.has(thumbprint) ? "whole" : proofs.partly.has(thumbprint) ? "partly" : "none";
	const judged = keys.map((key) => ({ thumbprint: key.thumbprint, proof: proofOf(key) }) as const);
	const allProven = keys.length === listed?.length && judged.every(({ proof }) => proof === "whole");
	return { outcome: faults.length > 0 ? "invalid" : allProven ? "verified" : "unverified", keys: judged, faults };
}

function isOfType(field: string | undefined): boolean {
	return field?.split(";")[0]?.trim().toLowerCase() === DIRECTORY_TYPE;
}

function keysIn(body: Uint8Array): readonly unknown[] | undefined {
	try {
		const set: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
		const keys = typeof set === "object" && set !== null && "keys" in set ? set.keys : undefined;
		return Array.isArray(keys) ? keys : undefined;
	} catch {
		return undefined;
	}
}

function listFaults({ body }: DirectoryAnswer, listed: readonly unknown[] | undefined): string[] {
	if (body.length > DIRECTORY_MAX_BYTES) return [`It is longer than ${DIRECTORY_MAX_BYTES} bytes.`];
	if (!listed) return ["It is not a JSON Web Key Set."];
	if (listed.length === 0) return ["It lists no key."];
	return listed.length > MAX_KEYS ? [`It lists more than ${MAX_KEYS} keys.`] : [];
}

/** @param now seconds since 1970 */
export function readKeys(listed: readonly unknown[], now: number): { keys: DirectoryKey[]; faults: string[] } {
	const keys: DirectoryKey[] = [];
	const faults: string[] = [];
	for (const [index, jwk] of listed.entries()) {
		const name = `Key ${index + 1}`;
		const key = readDirectoryKey(jwk);
		if (!key) continue;
		if ("fault" in key) faults.push(`${name} ${key.fault}.`);
		else if (isTestKey(key.thumbprint)) faults.push(`${name} is a test key of RFC 9421, whose private part is public.`);
		else if (key.kid !== undefined && key.kid !== key.thumbprint)
			faults.push(`${name} has a kid that is not its thumbprint.`);
		else if (keys.some(({ thumbprint }) => thumbprint === key.thumbprint)) faults.push(`${name} is listed twice.`);
		else keys.push(key);
	}
	if (keys.length > 0 && !keys.some(({ notBefore, expires }) => notBefore <= now && now < expires))
		faults.push("None of its keys is in force.");
	return { keys, faults };
}
