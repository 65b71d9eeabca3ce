import { sql } from "kysely";
import type { Language } from "#core/language.ts";
import type { Database } from "./database.ts";
import { count, flag, integer, key, looseTable, moment, once, orNull, table, text } from "./table.ts";

/** Schema of better-auth and its plugins. No foreign keys, because `people` deletes rows of users and organizations. */
export const ACCOUNT_TABLES = {
	user: looseTable({
		id: key(text()),
		name: text(),
		/** In lower case. */
		email: once(text()),
		emailVerified: flag(),
		image: orNull(text()),
		/** Language of emails and its own briefs; null (English) until chosen. */
		language: orNull(text<Language>()),
		createdAt: moment(),
		updatedAt: moment(),
	}),
	session: looseTable({
		id: key(text()),
		/** In the cookie, signed. */
		token: once(text()),
		userId: text(),
		expiresAt: moment(),
		createdAt: moment(),
		updatedAt: moment(),
		ipAddress: orNull(text()),
		userAgent: orNull(text()),
		activeOrganizationId: orNull(text()),
	}).with('index session_expiry on session ("expiresAt")', 'index session_userId_idx on session ("userId")'),
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
	/** Single-use and short-lived: hashed sign-in links, passkey challenges. */
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
		/** The first characters, for its owner to recognize. */
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
	/** Generated signing keys, if none are configured, in signing order. */
	oauth_key: table({
		generation: key(integer()),
		/** When it replaces the previous key. It is published earlier. */
		signs_ms: integer(),
		kid: text(),
		public_key: text(),
		/** Private key, encrypted with the installation's secret. */
		sealed: text(),
	}),
	oauth_client: table({
		id: key(text()),
		registered_ms: integer(),
		/** Day of the last token; null for never. */
		used_ms: orNull(integer()),
		/** SHA-256 of its secret; null without one. */
		secret: orNull(text()),
		/** JSON of the registration response. */
		metadata: text(),
	}).with("index oauth_client_registered_ms on oauth_client (registered_ms)"),
	/** Grants are deleted when they end. */
	oauth_grant: table({
		id: key(text()),
		account: text(),
		client: text(),
		/** As shown to the person. */
		client_name: text(),
		/** Space-separated. */
		scope: text(),
		resource: text(),
		granted_ms: integer(),
		signed_in_ms: integer(),
		/** When its newest refresh token or code expires. */
		expires_ms: integer(),
	}).with(
		"index oauth_grant_account on oauth_grant (account)",
		"index oauth_grant_expires_ms on oauth_grant (expires_ms)",
	),
	oauth_code: table({
		digest: key(text()),
		grant_id: text(),
		redirect_uri: text(),
		/** SHA-256 of the verifier (RFC 7636). */
		challenge: text(),
		/** OpenID Connect nonce; null if none was sent. */
		nonce: orNull(text()),
		expires_ms: integer(),
		/** A second use ends the grant. */
		used_ms: orNull(integer()),
	}).with(
		"index oauth_code_expires_ms on oauth_code (expires_ms)",
		"index oauth_code_grant_id on oauth_code (grant_id)",
	),
	oauth_refresh: table({
		digest: key(text()),
		grant_id: text(),
		expires_ms: integer(),
		/** A second use ends the grant. */
		used_ms: orNull(integer()),
	}).with(
		"index oauth_refresh_expires_ms on oauth_refresh (expires_ms)",
		"index oauth_refresh_grant_id on oauth_refresh (grant_id)",
	),
	/** Revoked access tokens: one, or all of a grant, a subject or an account. */
	oauth_revocation: table({
		/** SHA-256 of, for instance, `jti:…` or `account:…`, because the account may be deleted. */
		digest: key(text()),
		/** Revokes tokens issued until then. */
		before_ms: integer(),
		/** When the last of them expires. */
		until_ms: integer(),
	}).with("index oauth_revocation_until_ms on oauth_revocation (until_ms)"),
	/** Used client assertions, by digest of issuer and id. */
	oauth_used: table({
		digest: key(text()),
		until_ms: integer(),
	}).with("index oauth_used_until_ms on oauth_used (until_ms)"),
	agent_registration: table({
		id: key(text()),
		kind: text<"anonymous" | "service_auth" | "identity_assertion" | "did">(),
		/** A trusted provider or a DID; null without either. */
		issuer: orNull(text()),
		subject: orNull(text()),
		/** The issuer's client; empty if unknown. */
		client: text(),
		/** Who may claim it, in lower case: named by the agent or verified by its provider. */
		email: orNull(text()),
		account: orNull(text()),
		/** Space-separated; empty until it is claimed. */
		scope: text(),
		/** Incremented to revoke earlier assertions. */
		generation: integer(),
		created_ms: integer(),
		/** Deleted then, unless it is used. */
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
	agent_attempt: table({
		registration: key(text()),
		/** SHA-256 of the token in the person's link. */
		digest: text(),
		ends_ms: integer(),
		account: orNull(text()),
		scope: text(),
		/** HMAC of the person's code with the installation's secret. */
		code: orNull(text()),
		code_ends_ms: orNull(integer()),
		tries: integer(),
		denied: integer(),
	}).with("constraint agent_attempt_digest unique (digest)", "index agent_attempt_account on agent_attempt (account)"),
	agent_refresh: table({
		digest: key(text()),
		registration: text(),
		ends_ms: integer(),
		/** A second use ends the registration. */
		used_ms: orNull(integer()),
	}).with(
		"index agent_refresh_ends_ms on agent_refresh (ends_ms)",
		"index agent_refresh_registration on agent_refresh (registration)",
	),
};

/** Maximum used tokens to keep, because their holder can renew without limit. */
const USED_MOST = 100;

const FAMILIES = { oauth_refresh: "grant_id", agent_refresh: "registration" } as const;

/** Keeps the newest 100; a deleted token is as invalid as an unknown one. @param family grant or registration */
export async function deleteOldest(
	{ sql: store }: Pick<Database, "sql">,
	table: keyof typeof FAMILIES,
	family: string,
): Promise<void> {
	const used = sql`from ${sql.table(table)} where ${sql.ref(FAMILIES[table])} = ${family} and used_ms is not null`;
	const newest = sql`select digest ${used} order by used_ms desc limit ${USED_MOST}`;
	await sql`delete ${used} and digest not in (${newest})`.execute(store);
}
