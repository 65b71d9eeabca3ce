import * as z from "zod";
import type { Database } from "#store/database.ts";
import { useOnce } from "../oauth/used-once.ts";
import { agentError } from "./agent-errors.ts";

/** Seconds that clocks may differ. */
export const SKEW = 60;
/** Seconds that an assertion of others may live: each is remembered until its end. */
const LONGEST = 3600;

export const seconds = z.number().min(0).max(1e11);
/** Something that is kept: neither control characters nor halves of a character, which not every database takes. */
export const claimName = z
	.string()
	.max(255)
	.regex(/^[^\p{Cc}\p{Cs}]+$/u);

const claimsSchema = z.object({
	iss: z.string(),
	sub: claimName,
	aud: z.union([z.string(), z.array(z.string())]),
	jti: claimName,
	iat: seconds,
	exp: seconds,
	nbf: seconds.optional(),
});
export type AssertionClaims = z.infer<typeof claimsSchema>;

export interface ClaimRules {
	/** What `aud` must be, to the letter, alone. */
	readonly issuer: string;
	/** Milliseconds since 1970. */
	readonly now: () => number;
}

/**
 * Reads the claims that every assertion of others has, its signature checked.
 * @throws ProtocolError `invalid_request`, `invalid_audience`, `expired`
 */
export function readAssertionClaims(claims: unknown, { issuer, now }: ClaimRules): AssertionClaims {
	const read = claimsSchema.safeParse(claims);
	if (!read.success) {
		const [claim] = read.error.issues[0]?.path ?? [];
		throw agentError("invalid_request", `The assertion's claim ${String(claim)} is missing or malformed.`);
	}
	const { aud, iat, exp, nbf = iat } = read.data;
	if (!isFor(aud, issuer)) throw agentError("invalid_audience", `The assertion's aud must be ${issuer} alone.`);
	const at = now() / 1000;
	if (exp <= at - SKEW) throw agentError("expired", "The assertion has expired.");
	if (Math.max(iat, nbf) > at + SKEW) throw agentError("invalid_request", "The assertion is not valid yet.");
	if (exp > at + LONGEST + SKEW)
		throw agentError("invalid_request", `The assertion must expire within ${LONGEST} seconds.`);
	return read.data;
}

/** Whether a token is for one recipient and nobody else. */
export function isFor(aud: string | readonly string[], issuer: string): boolean {
	return (typeof aud === "string" ? aud : aud.length === 1 && aud[0]) === issuer;
}

/** @throws ProtocolError `replay_detected` */
export async function useAssertion(
	database: Pick<Database, "sql">,
	{ iss, jti, exp }: Pick<AssertionClaims, "iss" | "jti" | "exp">,
): Promise<void> {
	const isFirst = await useOnce(database, `agent assertion\0${iss}\0${jti}`, (exp + SKEW) * 1000);
	if (!isFirst) throw agentError("replay_detected", "The assertion was used before. Get a new one for each request.");
}
