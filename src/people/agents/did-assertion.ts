import { readForeignJwt, readForeignKeys, verifyForeignJwt } from "#signing/foreign-jwt.ts";
import type { ForeignJson } from "../oauth/foreign-json.ts";
import { agentError } from "./agent-errors.ts";
import { type AssertionClaims, type ClaimRules, readAssertionClaims } from "./assertion-claims.ts";
import { keyOfDidKey } from "./did-key.ts";
import { authenticationKeys, didWebAddress } from "./did-web.ts";
import { ASSERTION_TYP } from "./own-assertions.ts";

export interface DidParts extends ClaimRules {
	/** Reads documents of `did:web`. */
	readonly json: ForeignJson;
}

/** How long a document is taken for the newest, where an assertion does not fit it. */
const FRESH_MS = 30_000;
const TYPES: readonly unknown[] = [undefined, "JWT", ASSERTION_TYP];

/** Whether an assertion says that it is by a DID, which is not verified. */
export function isByDid(assertion: string): boolean {
	const issuer = readForeignJwt(assertion)?.claims.iss;
	return typeof issuer === "string" && issuer.startsWith("did:");
}

/**
 * Verifies an assertion by which an agent speaks for itself: its issuer and subject is a DID, whose key has signed it. Whether it was used
 * before is not asked yet.
 * @throws ProtocolError `invalid_request`, `issuer_not_enabled`, `invalid_signature` and those of its claims
 */
export async function readDidAssertion(assertion: string, parts: DidParts): Promise<AssertionClaims> {
	const unverified = readForeignJwt(assertion);
	const { iss: did, sub } = unverified?.claims ?? {};
	if (!unverified || typeof did !== "string")
		throw agentError("invalid_request", "The assertion is no signed JSON Web Token with an issuer.");
	if (did.length > 255 || sub !== did)
		throw agentError("invalid_request", "The assertion's iss and its sub must both be the DID.");
	// Tokens for other uses, whatever they say beside.
	if (!TYPES.includes(unverified.header.typ))
		throw agentError("invalid_request", `The assertion's typ must be JWT or ${ASSERTION_TYP}.`);
	// What is no use anyway is not looked up.
	readAssertionClaims(unverified.claims, parts);
	const verified = await verify(assertion, did, parts.json);
	if (!verified) throw agentError("invalid_signature", "The signature is not by a key of the DID.");
	return readAssertionClaims(verified.claims, parts);
}

async function verify(assertion: string, did: string, json: ForeignJson) {
	const key = keyOfDidKey(did);
	if (key) return verifyForeignJwt(assertion, readForeignKeys({ keys: [key] }));
	const address = didWebAddress(did);
	if (address === undefined)
		throw agentError("issuer_not_enabled", "Only did:web, and did:key of Ed25519 and P-256, are understood.");
	const verifyBy = (document: unknown) =>
		verifyForeignJwt(assertion, readForeignKeys({ keys: authenticationKeys(document, did) }));
	// The subject may have a new key since.
	return (
		(await verifyBy(await json.read(address))) ?? (await verifyBy(await json.read(address, { leastFreshMs: FRESH_MS })))
	);
}
