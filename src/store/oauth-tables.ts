import type { Migration } from "kysely/migration";
import type { Database } from "./database.ts";
import { columnTypes, tableMaker } from "./table-maker.ts";

/** Clients of the authorization server, what people have let them do, and its keys. Times ending in `_ms` are milliseconds since 1970. */
export interface OauthTables {
	/** Keys that tokens are signed with, where none are set: one row each, in the order they sign. */
	oauth_key: {
		/** 1 is the first. */
		generation: number;
		/** When it begins to sign; the one before ends then. It is published from the start. */
		signs_ms: number;
		kid: string;
		/** A JSON Web Key, public. */
		public_key: string;
		/** The private one, encrypted with the secret of the installation. */
		sealed: string;
	};
	/** Clients that have registered (RFC 7591). */
	oauth_client: {
		id: string;
		registered_ms: number;
		/** When it last got a token, to the day; null for one that never did. */
		used_ms: number | null;
		/** SHA-256 of its secret; null where it has none. */
		secret: string | null;
		/** Its metadata as JSON, as they were answered. */
		metadata: string;
	};
	/** What a person has let a client do; ended ones are deleted. */
	oauth_grant: {
		id: string;
		account: string;
		client: string;
		/** As the person read it. */
		client_name: string;
		/** Separated by spaces. */
		scope: string;
		/** Audience of its tokens. */
		resource: string;
		granted_ms: number;
		/** When the person had signed in. */
		signed_in_ms: number;
		/** When its newest refresh token or code ends. */
		expires_ms: number;
	};
	/** Authorization codes, by their digests. */
	oauth_code: {
		digest: string;
		grant_id: string;
		redirect_uri: string;
		/** SHA-256 that the verifier must have (RFC 7636). */
		challenge: string;
		/** Of OpenID Connect; null where none was sent. */
		nonce: string | null;
		expires_ms: number;
		/** When it was used; a second time ends the grant. */
		used_ms: number | null;
	};
	/** Refresh tokens, by their digests. */
	oauth_refresh: {
		digest: string;
		grant_id: string;
		expires_ms: number;
		/** When it was used; a second time ends the grant. */
		used_ms: number | null;
	};
	/** Access tokens that end before their time: one, or all of a grant, a subject or an account. */
	oauth_revocation: {
		/** SHA-256 of what it is, such as `jti:…` or `account:…`: the account may be gone. */
		digest: string;
		/** Those issued until then. */
		before_ms: number;
		/** When the last of them has ended by itself. */
		until_ms: number;
	};
	/** Assertions of clients that work once, by the digest of who made it and of its id. */
	oauth_used: { digest: string; until_ms: number };
}

export function oauth(kind: Database["kind"]): Migration {
	return {
		up: async (database) => {
			const types = columnTypes(kind);
			const { text, integer } = types;
			const table = tableMaker(database, types);
			const key = { generation: integer, signs_ms: integer, kid: text, public_key: text, sealed: text };
			await table("oauth_key", key, "generation").execute();
			const client = { id: text, registered_ms: integer, used_ms: integer, secret: text, metadata: text };
			await table("oauth_client", client, "id", ["used_ms", "secret"]).execute();
			const grantee = { id: text, account: text, client: text, client_name: text, scope: text, resource: text };
			const times = { granted_ms: integer, signed_in_ms: integer, expires_ms: integer };
			await table("oauth_grant", { ...grantee, ...times }, "id").execute();
			const once = { digest: text, grant_id: text, expires_ms: integer, used_ms: integer };
			const asked = { redirect_uri: text, challenge: text, nonce: text };
			await table("oauth_code", { ...once, ...asked }, "digest", ["used_ms", "nonce"]).execute();
			await table("oauth_refresh", once, "digest", ["used_ms"]).execute();
			await table("oauth_revocation", { digest: text, before_ms: integer, until_ms: integer }, "digest").execute();
			await table("oauth_used", { digest: text, until_ms: integer }, "digest").execute();
			const index = (on: string, column: string) =>
				database.schema.createIndex(`${on}_${column}`).on(on).column(column).execute();
			await index("oauth_client", "registered_ms");
			for (const on of ["oauth_code", "oauth_refresh"]) await index(on, "grant_id");
			await index("oauth_grant", "account");
			for (const on of ["oauth_grant", "oauth_code", "oauth_refresh"]) await index(on, "expires_ms");
			for (const on of ["oauth_revocation", "oauth_used"]) await index(on, "until_ms");
		},
	};
}
