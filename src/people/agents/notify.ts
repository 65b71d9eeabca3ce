import * as z from "zod";
import { DAY_MS } from "#core/kept-for.ts";
import { ProtocolError } from "#core/protocol-error.ts";
import { useOnce, wasUsed } from "../oauth/secrets.ts";
import { claimName, isFor, SKEW, seconds } from "./assertions.ts";
import type { ClaimParts } from "./claim.ts";

/** The one event that we act on: a provider takes back its word on a person. */
export const REVOKED_EVENT = "https://schemas.workos.com/events/agent/auth/identity/assertion/revoked";

/** Oldest event accepted: each is remembered for as long, so that it counts once. Milliseconds. */
const LONGEST_MS = 7 * DAY_MS;

const claimsSchema = z.object({
	iss: z.string(),
	aud: z.union([z.string(), z.array(z.string())]),
	jti: claimName,
	iat: seconds,
	exp: seconds.optional(),
	events: z.record(z.string(), z.unknown()),
	sub: claimName.optional(),
	/** RFC 9493: Shared Signals have it in place of `sub`. */
	sub_id: z.unknown().optional(),
});
type Claims = z.infer<typeof claimsSchema>;
const subjectSchema = z.object({ format: z.literal("iss_sub"), iss: z.string(), sub: claimName });

/** Errors of RFC 8935 section 2.4. */
type EventErrorCode =
	| "invalid_request"
	| "invalid_key"
	| "invalid_issuer"
	| "invalid_audience"
	| "authentication_failed";

const eventError = (code: EventErrorCode, says: string) => new ProtocolError(400, code, says);

/** Takes a Security Event Token (RFC 8417); ignores other events. @throws ProtocolError as RFC 8935 names them */
export async function notify(set: string, parts: ClaimParts): Promise<void> {
	const claims = await readEvent(set, parts);
	const subject = subjectOf(claims);
	const isRevocation = Object.hasOwn(claims.events, REVOKED_EVENT);
	if (isRevocation && subject === undefined)
		throw eventError("invalid_request", "The event names no subject of its issuer, by sub or sub_id.");
	const name = `agent event\0${claims.iss}\0${claims.jti}`;
	const before = () => eventError("invalid_request", "The event was received before.");
	if (await wasUsed(parts.database, name)) throw before();
	if (isRevocation && subject !== undefined) await revoke(claims.iss, subject, parts);
	// Last: an event that fails halfway is sent again, and must not count as a replay then.
	const until = claims.iat * 1000 + LONGEST_MS + SKEW * 1000;
	if (!(await useOnce(parts.database, name, until))) throw before();
}

async function revoke(issuer: string, subject: string, { database, registrations }: ClaimParts): Promise<void> {
	const of = database.sql.selectFrom("agent_registration").select("id").where("issuer", "=", issuer);
	// Of every client that acts for them.
	for (const { id } of await of.where("subject", "=", subject).execute()) await registrations.end(id);
}

async function readEvent(set: string, { providers, issuer, now }: ClaimParts): Promise<Claims> {
	const { header, claims: all } = await providers.read(set).catch(asEventError);
	if (typeof header.typ !== "string" || !/^(?:application\/)?secevent\+jwt$/i.test(header.typ))
		throw eventError("invalid_request", "The token's typ must be secevent+jwt.");
	const read = claimsSchema.safeParse(all);
	if (!read.success) {
		const [claim] = read.error.issues[0]?.path ?? [];
		throw eventError("invalid_request", `The token's claim ${String(claim)} is missing or malformed.`);
	}
	const { aud, iat, exp = Number.POSITIVE_INFINITY } = read.data;
	if (!isFor(aud, issuer)) throw eventError("invalid_audience", `The token's aud must be ${issuer} alone.`);
	const at = now() / 1000;
	if (exp <= at - SKEW || iat * 1000 <= now() - LONGEST_MS)
		throw eventError("authentication_failed", "The token has expired.");
	if (iat > at + SKEW) throw eventError("invalid_request", "The token was issued in the future.");
	return read.data;
}

/** A provider speaks of its own subjects alone. */
function subjectOf({ iss, sub, sub_id }: Claims): string | undefined {
	const named = subjectSchema.safeParse(sub_id).data;
	return named ? (named.iss === iss ? named.sub : undefined) : sub;
}

function asEventError(error: unknown): never {
	// 503 stays 503: a refused event is not sent again (RFC 8935 section 2.4).
	if (!(error instanceof ProtocolError) || error.error === "temporarily_unavailable") throw error;
	const codes: Readonly<Record<string, EventErrorCode>> = {
		issuer_not_enabled: "invalid_issuer",
		invalid_signature: "authentication_failed",
	};
	throw eventError(codes[error.error] ?? "invalid_request", error.description);
}
