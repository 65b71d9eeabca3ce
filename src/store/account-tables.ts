import { sql } from "kysely";
import type { Database } from "./database.ts";
import { count, flag, integer, key, looseTable, moment, once, orNull, table, text } from "./table.ts";

/**
 * What accounts are and how people sign in, named and shaped as better-auth and its plugins ask, which write most of it; and
 * clients and agents that act for accounts. A user's or an organization's rows are deleted with it by `people`, not by
 * foreign keys, which this store has none of.
 */
export const ACCOUNT_TABLES = {
	user: looseTable({
		id: key(text()),
		name: text(),
		/** In lower case. */
		email: once(text()),
		emailVerified: flag(),
		image: orNull(text()),
		createdAt: moment(),
		updatedAt: moment(),
	}),
	session: looseTable({
		id: key(text()),
		/** What the cookie carries, with a signature. */
		token: once(text()),
		userId: text(),
		expiresAt: moment(),
		createdAt: moment(),
		updatedAt: moment(),
		ipAddress: orNull(text()),
		userAgent: orNull(text()),
		activeOrganizationId: orNull(text()),
	}).with('index session_expiry on session ("expiresAt")', 'index session_userId_idx on session ("userId")'),
	/** Who the person is elsewhere: an id at GitHub. */
	account: looseTable({
		id: key(text()),
		accountId: text(),
		providerId: text(),
		userId: text(),
		accessToken: orNull(text()),
		refreshToken: orNull(text()),
		idToken: orNull(text()),
		accessTokenExpiresAt: orNull(moment()),
		refreshTokenExpiresAt: orNull(moment()),
		scope: orNull(text()),
		password: orNull(text()),
		createdAt: moment(),
		updatedAt: moment(),
	}).with(
		'unique index account_once on account ("providerId", "accountId")',
		'index account_userId_idx on account ("userId")',
	),
	/** What works once and for a short time: links of sign-in mails, hashed, and challenges of passkeys. */
	verification: looseTable({
		id: key(text()),
		identifier: text(),
		value: text(),
		expiresAt: moment(),
		createdAt: moment(),
		updatedAt: moment(),
	}).with(
		'index verification_expiry on verification ("expiresAt")',
		"index verification_identifier_idx on verification (identifier)",
	),
	passkey: looseTable({
		id: key(text()),
		name: orNull(text()),
		publicKey: text(),
		userId: text(),
		credentialID: text(),
		counter: count(),
		deviceType: text(),
		backedUp: flag(),
		transports: orNull(text()),
		createdAt: orNull(moment()),
		aaguid: orNull(text()),
	}).with(
		'index passkey_credentialID_idx on passkey ("credentialID")',
		'index passkey_userId_idx on passkey ("userId")',
	),
	organization: looseTable({
		id: key(text()),
		name: text(),
		slug: once(text()),
		logo: orNull(text()),
		createdAt: moment(),
		metadata: orNull(text()),
	}),
	member: looseTable({
		id: key(text()),
		organizationId: text(),
		userId: text(),
		role: text(),
		createdAt: moment(),
	}).with(
		'index member_organizationId_idx on member ("organizationId")',
		'index member_userId_idx on member ("userId")',
	),
	invitation: looseTable({
		id: key(text()),
		organizationId: text(),
		email: text(),
		role: orNull(text()),
		status: text(),
		expiresAt: moment(),
		createdAt: moment(),
		inviterId: text(),
	}).with(
		"index invitation_email_idx on invitation (email)",
		'index invitation_organizationId_idx on invitation ("organizationId")',
	),
	apikey: looseTable({
		id: key(text()),
		configId: text(),
		name: orNull(text()),
		/** The first characters, by which its owner knows it. */
		start: orNull(text()),
		referenceId: text(),
		prefix: orNull(text()),
		key: text(),
		refillInterval: orNull(count()),
		refillAmount: orNull(count()),
		lastRefillAt: orNull(moment()),
		enabled: orNull(flag()),
		rateLimitEnabled: orNull(flag()),
		rateLimitTimeWindow: orNull(count()),
		rateLimitMax: orNull(count()),
		requestCount: orNull(count()),
		remaining: orNull(count()),
		lastRequest: orNull(moment()),
		expiresAt: orNull(moment()),
		createdAt: moment(),
		updatedAt: moment(),
		permissions: orNull(text()),
		metadata: orNull(text()),
	}).with(
		'index apikey_configId_idx on apikey ("configId")',
		"index apikey_key_idx on apikey (key)",
		'index apikey_referenceId_idx on apikey ("referenceId")',
	),
	// Clients of the authorization server, what people have let them do, and its keys.
	/** Keys that tokens are signed with, where none are set: one row each, in the order they sign. */
	oauth_key: table({
		/** 1 is the first. */
		generation: key(integer()),
		/** When it begins to sign; the one before ends then. It is published from the start. */
		signs_ms: integer(),
		kid: text(),
		public_key: text(),
		/** The private one, encrypted with the secret of the installation. */
		sealed: text(),
	}),
	oauth_client: table({
		id: key(text()),
		registered_ms: integer(),
		/** When it last got a token, to the day; null for one that never did. */
		used_ms: orNull(integer()),
		/** SHA-256 of its secret; null where it has none. */
		secret: orNull(text()),
		/** Its metadata as JSON, as they were answered. */
		metadata: text(),
	}).with("index oauth_client_registered_ms on oauth_client (registered_ms)"),
	/** What a person has let a client do; ended ones are deleted. */
	oauth_grant: table({
		id: key(text()),
		account: text(),
		client: text(),
		/** As the person read it. */
		client_name: text(),
		/** Separated by spaces. */
		scope: text(),
		resource: text(),
		granted_ms: integer(),
		signed_in_ms: integer(),
		/** When its newest refresh token or code ends. */
		expires_ms: integer(),
	}).with(
		"index oauth_grant_account on oauth_grant (account)",
		"index oauth_grant_expires_ms on oauth_grant (expires_ms)",
	),
	oauth_code: table({
		digest: key(text()),
		grant_id: text(),
		redirect_uri: text(),
		/** SHA-256 that the verifier must have (RFC 7636). */
		challenge: text(),
		/** Of OpenID Connect; null where none was sent. */
		nonce: orNull(text()),
		expires_ms: integer(),
		/** When it was used; a second time ends the grant. */
		used_ms: orNull(integer()),
	}).with(
		"index oauth_code_expires_ms on oauth_code (expires_ms)",
		"index oauth_code_grant_id on oauth_code (grant_id)",
	),
	/** Refresh tokens, by their digests. */
	oauth_refresh: table({
		digest: key(text()),
		grant_id: text(),
		expires_ms: integer(),
		/** When it was used; a second time ends the grant. */
		used_ms: orNull(integer()),
	}).with(
		"index oauth_refresh_expires_ms on oauth_refresh (expires_ms)",
		"index oauth_refresh_grant_id on oauth_refresh (grant_id)",
	),
	/** Access tokens that end before their time: one, or all of a grant, a subject or an account. */
	oauth_revocation: table({
		/** SHA-256 of what it is, such as `jti:…` or `account:…`: the account may be gone. */
		digest: key(text()),
		/** Those issued until then. */
		before_ms: integer(),
		/** When the last of them has ended by itself. */
		until_ms: integer(),
	}).with("index oauth_revocation_until_ms on oauth_revocation (until_ms)"),
	/** Assertions of clients that work once, by the digest of who made it and of its id. */
	oauth_used: table({
		digest: key(text()),
		until_ms: integer(),
	}).with("index oauth_used_until_ms on oauth_used (until_ms)"),
	// Agents that have registered, and what people have claimed.
	agent_registration: table({
		id: key(text()),
		kind: text<"anonymous" | "service_auth" | "identity_assertion" | "did">(),
		/** Who says who the agent is, and its name there: a trusted provider, or a DID that speaks for itself. Null where nobody does. */
		issuer: orNull(text()),
		subject: orNull(text()),
		/** The client of the issuer that it vouches for; empty where there is none, or it registered before one was asked for. */
		client: text(),
		/** Whose account may claim it, in lower case: as the agent says, or as its provider has verified. */
		email: orNull(text()),
		/** Whom it acts for, once it is claimed. */
		account: orNull(text()),
		/** What the person let it do, separated by spaces; empty until then. */
		scope: text(),
		/** Counts up where assertions that were issued before are worth nothing any more. */
		generation: integer(),
		created_ms: integer(),
		/** When it is deleted, unless it is used before. */
		expires_ms: integer(),
		claimed_ms: orNull(integer()),
		revoked_ms: orNull(integer()),
		/** SHA-256 of its claim token. */
		claim: orNull(text()),
		claim_ends_ms: orNull(integer()),
	}).with(
		"constraint agent_registration_claim unique (claim)",
		"constraint agent_registration_subject unique (issuer, subject, client)",
		"index agent_registration_account on agent_registration (account)",
		"index agent_registration_created_ms on agent_registration (created_ms)",
		"index agent_registration_email on agent_registration (email)",
		"index agent_registration_expires_ms on agent_registration (expires_ms)",
	),
	/** The newest attempt of each registration to be claimed. */
	agent_attempt: table({
		registration: key(text()),
		/** SHA-256 of the token in the link that the person opens. */
		digest: text(),
		ends_ms: integer(),
		/** Who has confirmed it, and what they let the agent do. */
		account: orNull(text()),
		scope: text(),
		/** The code that the person was shown: a code of authentication by the secret of the installation. */
		code: orNull(text()),
		code_ends_ms: orNull(integer()),
		tries: integer(),
		/** 1 where the person said no. */
		denied: integer(),
	}).with("constraint agent_attempt_digest unique (digest)", "index agent_attempt_account on agent_attempt (account)"),
	/** Refresh tokens of claimed registrations, by their digests. */
	agent_refresh: table({
		digest: key(text()),
		registration: text(),
		ends_ms: integer(),
		/** When it was used; a second time ends the registration. */
		used_ms: orNull(integer()),
	}).with(
		"index agent_refresh_ends_ms on agent_refresh (ends_ms)",
		"index agent_refresh_registration on agent_refresh (registration)",
	),
};

/** Used refresh tokens that are remembered of one family: each renewal uses one up, as often as its holder likes. */
const USED_MOST = 100;

/** Where refresh tokens are kept, and by which column a family of them is one. */
const FAMILIES = { oauth_refresh: "grant_id", agent_refresh: "registration" } as const;

/**
 * Forgets the oldest used refresh tokens of a family, beyond the newest 100. One that is forgotten works no more than one that is unknown.
 * @param family id of the grant or the registration
 */
export async function forgetOldest(
	{ sql: store }: Pick<Database, "sql">,
	table: keyof typeof FAMILIES,
	family: string,
): Promise<void> {
	const used = sql`from ${sql.table(table)} where ${sql.ref(FAMILIES[table])} = ${family} and used_ms is not null`;
	const newest = sql`select digest ${used} order by used_ms desc limit ${USED_MOST}`;
	await sql`delete ${used} and digest not in (${newest})`.execute(store);
}
