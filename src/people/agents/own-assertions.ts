import { randomBytes } from "node:crypto";
import * as z from "zod";
import { readForeignJwt, verifyForeignJwt } from "#signing/foreign-jwt.ts";
import { isoTime } from "../accounts/account.ts";
import { KEY_SCOPES } from "../keys/api-keys.ts";
import type { Oauth } from "../oauth/open-oauth.ts";
import { PUBLIC_SCOPES } from "../oauth/scopes.ts";
import type { AgentRow, Registrations } from "./registrations.ts";

/** What an agent may do once a person has claimed it, if that person lets it. */
export const CLAIMED_SCOPES: readonly string[] = [...PUBLIC_SCOPES, ...KEY_SCOPES];

/** What a registration may do now. */
export function scopesOf({ account, scope }: AgentRow): readonly string[] {
	return account === null ? PUBLIC_SCOPES : scope.split(" ");
}

/** Media type of our own assertions and those of providers (draft-ietf-oauth-identity-assertion-authz-grant-03). */
export const ASSERTION_TYP = "oauth-id-jag+jwt";
/** How long an assertion works; as often as it is needed. */
const ASSERTION_SECONDS = 3600;
/** Seconds that the clocks of our own machines may differ. */
const SKEW = 60;
/** Names the generation of the registration. Ours alone: nobody else reads our assertions. */
const GENERATION_CLAIM = "sightline_generation";

/** An assertion as agents are given it. */
export interface Identity {
	readonly assertion: string;
	/** ISO 8601. */
	readonly expires_at: string;
}

export interface OwnAssertions {
	issue(row: AgentRow): Promise<Identity>;
	/** The registration that an assertion is about; undefined where it is none of ours, or is worth nothing any more. */
	read(assertion: string): Promise<AgentRow | undefined>;
}

export interface OwnAssertionParts {
	readonly registrations: Pick<Registrations, "find">;
	readonly oauth: Pick<Oauth, "sign" | "verifyingKeys">;
	readonly issuer: string;
	/** Milliseconds since 1970. */
	readonly now: () => number;
}

const claimsSchema = z.object({
	iss: z.string(),
	aud: z.string(),
	sub: z.string(),
	iat: z.number(),
	exp: z.number(),
	[GENERATION_CLAIM]: z.number(),
});

export function openOwnAssertions({ registrations, oauth, issuer, now }: OwnAssertionParts): OwnAssertions {
	return {
		async issue({ id, generation }) {
			const iat = Math.floor(now() / 1000);
			const exp = iat + ASSERTION_SECONDS;
			const jti = randomBytes(16).toString("base64url");
			const claims = { iss: issuer, aud: issuer, sub: id, jti, iat, exp, [GENERATION_CLAIM]: generation };
			return { assertion: await oauth.sign(claims, { typ: ASSERTION_TYP }), expires_at: isoTime(exp * 1000) };
		},
		async read(assertion) {
			const kid = readForeignJwt(assertion)?.header.kid;
			if (typeof kid !== "string") return undefined;
			const verified = await verifyForeignJwt(assertion, await oauth.verifyingKeys(kid));
			// Other tokens of ours are signed with the same keys.
			if (verified?.header.typ !== ASSERTION_TYP) return undefined;
			const claims = claimsSchema.safeParse(verified.claims).data;
			if (claims?.iss !== issuer || claims.aud !== issuer) return undefined;
			const seconds = now() / 1000;
			if (claims.exp <= seconds || claims.iat > seconds + SKEW) return undefined;
			const row = await registrations.find(claims.sub);
			return row?.revoked_ms === null && row.generation === claims[GENERATION_CLAIM] ? row : undefined;
		},
	};
}
