import type { AgentType } from "#config/environment.ts";
import { readForeignJwt } from "#signing/foreign-jwt.ts";
import { PUBLIC_SCOPES } from "../oauth/protocol.ts";
import { type AgentErrorCode, agentError, agentErrorUntil } from "./agent-errors.ts";
import type { AgentParts } from "./agents.ts";
import { CLAIMED_SCOPES, type Identity, readIdJag, scopesOf, useAssertion, verifiedEmail } from "./assertions.ts";
import { beginAttempt, readLoginHint, type ShownAttempt, type ShownClaim, shownClaim } from "./claim.ts";
import { isByDid, readDidAssertion } from "./did-assertion.ts";
import type { AgentRow, NewRefreshToken } from "./registrations.ts";

/** What an agent sends to register, or to have its assertion renewed. */
export type RegisterRequest =
	| { readonly type: "anonymous" }
	| { readonly type: "service_auth"; readonly login_hint: string }
	| { readonly type: "identity_assertion" | "did"; readonly assertion: string }
	| { readonly type: "refresh"; readonly refresh_token: string };

/** A registration as its agent reads of it (auth.md, nested generation). */
export interface RegisterAnswer {
	readonly id: string;
	readonly type: AgentRow["kind"];
	readonly identity?: Identity & { readonly refresh_token?: NewRefreshToken };
	readonly scopes:
		| readonly string[]
		| { readonly pre_claim?: readonly string[]; readonly post_claim: readonly string[] };
	readonly claim?: ShownClaim & { readonly attempt?: ShownAttempt };
}

/** Registrations in an hour, of all who need nobody's word for it: what one address may make is limited before. */
const HOURLY = 1000;
const HOUR_MS = 3_600_000;
/** When whoever comes too late may try again. */
const RETRY_SECONDS = 600;

/** @throws ProtocolError as auth.md names them */
export async function register(request: RegisterRequest, parts: AgentParts): Promise<RegisterAnswer> {
	switch (request.type) {
		case "anonymous":
			return registerAnonymous(parts);
		case "service_auth":
			return registerForPerson(request.login_hint, parts);
		case "refresh":
			return renew(request.refresh_token, parts);
		default:
			return isByDid(request.assertion) || request.type === "did"
				? registerDid(request.assertion, parts)
				: registerVouched(request.assertion, parts);
	}
}

/**
 * Whether a request would make a registration for which nobody answers: those are counted. A renewal is none, nor are users of a trusted
 * provider. Nothing is verified yet: whoever names another's DID is refused by its key.
 */
export async function isNewcomer(request: RegisterRequest, parts: AgentParts): Promise<boolean> {
	if (request.type === "refresh") return false;
	if (!("assertion" in request)) return true;
	const issuer = readForeignJwt(request.assertion)?.claims.iss;
	if (typeof issuer !== "string") return true;
	return parts.providers.nameOf(issuer) === undefined && !(await parts.registrations.isKnown(issuer));
}

async function registerAnonymous(parts: AgentParts): Promise<RegisterAnswer> {
	demand("anonymous", "anonymous_registration_disabled", parts);
	await checkFlood(parts);
	const { row, claim } = await parts.registrations.add("anonymous", null);
	const made = { id: row.id, type: row.kind, identity: await parts.assertions.issue(row) };
	// Nothing is offered that /agent/identity/claim would refuse.
	if (!parts.types.includes("service_auth")) return { ...made, scopes: PUBLIC_SCOPES };
	const scopes = { pre_claim: PUBLIC_SCOPES, post_claim: CLAIMED_SCOPES };
	return { ...made, scopes, claim: shownClaim(claim, parts) };
}

async function registerForPerson(hint: string, parts: AgentParts): Promise<RegisterAnswer> {
	demand("service_auth", "service_auth_registration_disabled", parts);
	const email = readLoginHint(hint);
	await checkFlood(parts);
	const { row, claim } = await parts.registrations.add("service_auth", email);
	return {
		id: row.id,
		type: row.kind,
		scopes: { post_claim: CLAIMED_SCOPES },
		claim: { ...shownClaim(claim, parts), attempt: await beginAttempt(row.id, parts) },
	};
}

/** A provider's word binds nothing in silence: where its user has an account here, that person is asked once. */
async function registerVouched(assertion: string, parts: AgentParts): Promise<RegisterAnswer> {
	demand("identity_assertion", "issuer_not_enabled", parts);
	const { claims, clientId: client, all } = await readIdJag(assertion, parts);
	const email = verifiedEmail(all, parts.now);
	await useAssertion(parts.database, claims);
	const hasAccount = email !== undefined && (await parts.accounts.findByEmail(email)) !== undefined;
	const vouched = { kind: "identity_assertion", issuer: claims.iss, subject: claims.sub, client } as const;
	// The address of somebody without an account is of no use here, so it is not kept.
	const row = await parts.registrations.ofVouched(hasAccount ? { ...vouched, email } : vouched);
	if (row.account === null && hasAccount) throw await interactionRequired(row, parts);
	return { id: row.id, type: row.kind, identity: await parts.assertions.issue(row), scopes: scopesOf(row) };
}

async function interactionRequired(row: AgentRow, parts: AgentParts) {
	const says =
		"The person has an account here and must let this agent act for it once, at the claim's verification_uri.";
	const claim = shownClaim(await parts.registrations.renewClaim(row.id), parts);
	const attempt = await beginAttempt(row.id, parts);
	const scopes = { post_claim: CLAIMED_SCOPES };
	return agentError("interaction_required", says, {
		more: { id: row.id, type: row.kind, scopes, claim: { ...claim, attempt } },
		headers: { "WWW-Authenticate": `AgentAuth error="interaction_required", error_description="${says}"` },
	});
}

async function registerDid(assertion: string, parts: AgentParts): Promise<RegisterAnswer> {
	demand("did", "issuer_not_enabled", parts);
	const claims = await readDidAssertion(assertion, parts);
	if (!(await parts.registrations.isKnown(claims.iss))) await checkFlood(parts);
	await useAssertion(parts.database, claims);
	const row = await parts.registrations.ofVouched({ kind: "did", issuer: claims.iss, subject: claims.sub, client: "" });
	return { id: row.id, type: row.kind, identity: await parts.assertions.issue(row), scopes: scopesOf(row) };
}

/** A refresh token that comes twice was stolen, from whoever came first or second: the registration ends. */
async function renew(token: string, parts: AgentParts): Promise<RegisterAnswer> {
	const wrong = () =>
		agentError("invalid_refresh_token", "The refresh token does not work: it has expired, was used, or was revoked.");
	const used = await parts.refresh.use(token);
	if (!used) throw wrong();
	if (!used.isFirst) {
		await parts.registrations.end(used.registration);
		throw wrong();
	}
	const row = await parts.registrations.find(used.registration);
	if (row?.revoked_ms !== null || row.account === null) throw wrong();
	await parts.registrations.keep(row.id);
	const identity = { ...(await parts.assertions.issue(row)), refresh_token: await parts.refresh.make(row.id) };
	return { id: row.id, type: row.kind, identity, scopes: scopesOf(row) };
}

function demand(type: AgentType, code: AgentErrorCode, { types }: AgentParts): void {
	if (!types.includes(type)) throw agentError(code, `Agents cannot register by ${type} here.`);
}

async function checkFlood({ registrations, now }: AgentParts): Promise<void> {
	if ((await registrations.madeSince(now() - HOUR_MS)) < HOURLY) return;
	throw agentErrorUntil("rate_limit_exceeded", "Too many agents have registered in this hour.", RETRY_SECONDS);
}
