import { ECDH } from "node:crypto";
import * as z from "zod";
import { readForeignJwt, readForeignKeys, verifyForeignJwt } from "#signing/jwt.ts";
import type { CountLookUp, ForeignJson } from "../oauth/foreign-json.ts";
import { agentError } from "./agent-errors.ts";
import { ASSERTION_TYP, type AssertionClaims, type ClaimRules, readAssertionClaims } from "./assertions.ts";

export interface DidParts extends ClaimRules {
	readonly json: Pick<ForeignJson, "read">;
	readonly count?: CountLookUp | undefined;
}

/** Milliseconds that a document counts as the newest, where an assertion does not fit it. */
const FRESH_MS = 30_000;
const TYPES: readonly unknown[] = [undefined, "JWT", ASSERTION_TYP];

export function isByDid(assertion: string): boolean {
	const issuer = readForeignJwt(assertion)?.claims.iss;
	return typeof issuer === "string" && issuer.startsWith("did:");
}

/**
 * A DID is issuer and subject, and its key has signed. Reuse is not checked yet.
 * @throws ProtocolError `invalid_request`, `issuer_not_enabled`, `invalid_signature`, `temporarily_unavailable` and
 * those of its claims
 */
export async function readDidAssertion(assertion: string, parts: DidParts): Promise<AssertionClaims> {
	const unverified = readForeignJwt(assertion);
	const { iss: did, sub } = unverified?.claims ?? {};
	if (!unverified || typeof did !== "string")
		throw agentError("invalid_request", "The assertion is no signed JSON Web Token with an issuer.");
	if (did.length > 255 || sub !== did)
		throw agentError("invalid_request", "The assertion's iss and its sub must both be the DID.");
	// Refuses tokens for other uses, whatever else they say.
	if (!TYPES.includes(unverified.header.typ))
		throw agentError("invalid_request", `The assertion's typ must be JWT or ${ASSERTION_TYP}.`);
	// Before the look-up: a useless assertion causes none.
	readAssertionClaims(unverified.claims, parts);
	const verified = await verify(assertion, did, parts);
	if (!verified) throw agentError("invalid_signature", "The signature is not by a key of the DID.");
	return readAssertionClaims(verified.claims, parts);
}

async function verify(assertion: string, did: string, { json, count }: Pick<DidParts, "json" | "count">) {
	const key = keyOfDidKey(did);
	if (key) return verifyForeignJwt(assertion, readForeignKeys({ keys: [key] }));
	const address = didWebAddress(did);
	if (address === undefined)
		throw agentError("issuer_not_enabled", "Only did:web, and did:key of Ed25519 and P-256, are understood.");
	const verifyBy = (document: unknown) =>
		verifyForeignJwt(assertion, readForeignKeys({ keys: authenticationKeys(document, did) }));
	// The subject may have a new key since.
	return (
		(await verifyBy(await json.read(address, { count }))) ??
		(await verifyBy(await json.read(address, { leastFreshMs: FRESH_MS, count })))
	);
}

/** Of a `did:web`; undefined for others. Only a host with a name has one, without a port. */
export function didWebAddress(did: string): string | undefined {
	const [host = "", ...path] = /^did:web:([\w.-]+(?::[\w.%-]+)*)$/.exec(did)?.[1]?.split(":") ?? [];
	if (!/^(?=.*[a-z])[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(host)) return undefined;
	if (path.some((segment) => segment === "." || segment === ".." || /%(?:2[ef]|5c)/i.test(segment))) return undefined;
	const url = URL.parse(`https://${host}/${[...(path.length > 0 ? path : [".well-known"]), "did.json"].join("/")}`);
	return url?.hostname === host ? url.href : undefined;
}

/** More than any real document needs. */
const METHODS_MOST = 50;

const methodSchema = z.looseObject({
	id: z.string(),
	controller: z.string(),
	publicKeyJwk: z.record(z.string(), z.unknown()).optional(),
	publicKeyMultibase: z.string().optional(),
});
const documentSchema = z.object({
	id: z.string(),
	verificationMethod: z.array(z.unknown()).max(METHODS_MOST).default([]),
	authentication: z.array(z.unknown()).max(METHODS_MOST).default([]),
});

/** JWKs named by their methods' addresses (DID Core section 5.3.1), without other controllers' methods and non-keys. */
export function authenticationKeys(document: unknown, did: string): readonly unknown[] {
	const read = documentSchema.safeParse(document).data;
	if (read?.id !== did) return [];
	const absolute = (id: string) => (id.startsWith("#") ? did + id : id);
	const methods = new Map<string, z.infer<typeof methodSchema>>();
	for (const each of [...read.verificationMethod, ...read.authentication]) {
		const method = methodSchema.safeParse(each).data;
		if (method?.controller === did) methods.set(absolute(method.id), method);
	}
	const names = read.authentication.map((each) =>
		typeof each === "string" ? absolute(each) : absolute(methodSchema.safeParse(each).data?.id ?? ""),
	);
	return names.flatMap((kid) => {
		const method = methods.get(kid);
		const key = method?.publicKeyJwk ?? keyOfMultibase(method?.publicKeyMultibase ?? "");
		return key && kid.startsWith(`${did}#`) ? [{ ...key, kid }] : [];
	});
}

const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const LONGEST = 100;

/** Multicodec codes of key types, written before the key. */
const ED25519 = "ed01";
const P256 = "8024";

/** Multibase and Multicodec, as `did:key` writes it: Ed25519 or P-256. @returns a JSON Web Key, or undefined */
export function keyOfMultibase(text: string): Readonly<Record<string, string>> | undefined {
	const hex = text.startsWith("z") && text.length <= LONGEST ? base58(text.slice(1)) : undefined;
	if (hex?.startsWith(ED25519) && hex.length === 68) return { kty: "OKP", crv: "Ed25519", x: base64url(hex.slice(4)) };
	if (hex?.startsWith(P256) && hex.length === 70) return pointOf(hex.slice(4));
	return undefined;
}

/** The DID is the key itself; this also names its only method. */
export function keyOfDidKey(did: string): Readonly<Record<string, string>> | undefined {
	const text = /^did:key:(z[1-9A-HJ-NP-Za-km-z]+)$/.exec(did)?.[1];
	const key = text === undefined ? undefined : keyOfMultibase(text);
	return key && { ...key, kid: `${did}#${text}` };
}

/** @param compressed point of P-256 in hexadecimal: a sign and x */
function pointOf(compressed: string): Readonly<Record<string, string>> | undefined {
	try {
		const point = String(ECDH.convertKey(compressed, "prime256v1", "hex", "hex", "uncompressed"));
		return { kty: "EC", crv: "P-256", x: base64url(point.slice(2, 66)), y: base64url(point.slice(66)) };
	} catch {
		// Not a point of the curve.
		return undefined;
	}
}

/** @returns hexadecimal; a leading digit 1 is a zero byte */
function base58(text: string): string | undefined {
	let number = 0n;
	for (const digit of text) {
		const value = ALPHABET.indexOf(digit);
		if (value === -1) return undefined;
		number = number * 58n + BigInt(value);
	}
	const hex = number === 0n ? "" : number.toString(16);
	const zeros = /^1*/.exec(text)?.[0].length ?? 0;
	return "00".repeat(zeros) + (hex.length % 2 === 0 ? hex : `0${hex}`);
}

function base64url(hex: string): string {
	return Buffer.from(hex, "hex").toString("base64url");
}
