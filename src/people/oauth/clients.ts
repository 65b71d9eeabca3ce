import { randomBytes } from "node:crypto";
import { DAY_MS } from "#core/kept-for.ts";
import { ProtocolError } from "#core/protocol-error.ts";
import type { Database } from "#store/database.ts";
import { type ClientMetadata, readClientMetadata } from "./client-metadata.ts";
import type { CountLookUp } from "./foreign-json.ts";
import { isDocumentAddress, type MetadataDocuments } from "./metadata-documents.ts";
import { digestOf, newSecret } from "./one-way.ts";

/** A client that is known. */
export interface Client {
	/** As it was registered, or the address of its metadata document. */
	readonly id: string;
	readonly metadata: ClientMetadata;
	/** SHA-256 of its secret. */
	readonly secret?: string;
}

/** The answer to a registration (RFC 7591 section 3.2.1). */
export interface Registration extends ClientMetadata {
	readonly client_id: string;
	/** Seconds since 1970. */
	readonly client_id_issued_at: number;
	readonly client_secret?: string;
	/** 0: never. Present with a secret. */
	readonly client_secret_expires_at?: number;
	/** Of clients that may ask who a person is: OpenID Connect would have it RS256 where nothing is said. */
	readonly id_token_signed_response_alg?: "ES256";
}

export interface Clients {
	/** @throws ProtocolError `invalid_client_metadata`, `invalid_redirect_uri`; `rate_limit_exceeded` in a flood of all together */
	register(metadata: unknown): Promise<Registration>;
	/** By its id, or by the address of its metadata document, which is looked at: as `MetadataDocuments` says. */
	find(id: string, count?: CountLookUp): Promise<Client | undefined>;
	/** Notes that a client got a token; one that never does for long is forgotten. */
	use(client: Pick<Client, "id">): Promise<void>;
	sweep(now: number): Promise<void>;
}

/** What has registered and got no token since then is forgotten: registrations are free for everybody. */
const UNUSED_DAYS = 30;
/** As long again as a refresh token lives. */
const IDLE_DAYS = 90;
/** Registrations in an hour, of all together: what one address may make is limited before. */
const HOURLY = 1000;
const HOUR_MS = 3_600_000;
/** When whoever comes too late may try again. */
const RETRY_SECONDS = 600;
const ID = /^client_[\w-]{22}$/;

export function openClients({ sql }: Pick<Database, "sql">, documents: MetadataDocuments, now: () => number): Clients {
	return {
		async register(given) {
			const metadata = readClientMetadata(given);
			await checkFlood(sql, now());
			const id = `client_${randomBytes(16).toString("base64url")}`;
			const hasSecret = metadata.token_endpoint_auth_method.startsWith("client_secret");
			const secret = hasSecret ? newSecret("sls_") : undefined;
			const kept = { metadata: JSON.stringify(metadata), secret: secret === undefined ? null : digestOf(secret) };
			await sql
				.insertInto("oauth_client")
				.values({ id, registered_ms: now(), used_ms: null, ...kept })
				.execute();
			return {
				client_id: id,
				client_id_issued_at: Math.floor(now() / 1000),
				...(secret !== undefined && { client_secret: secret, client_secret_expires_at: 0 }),
				...metadata,
				...(metadata.response_types.length > 0 && { id_token_signed_response_alg: "ES256" }),
			};
		},
		async find(id, count) {
			if (isDocumentAddress(id)) return documents.find(id, count);
			if (!ID.test(id)) return undefined;
			const query = sql.selectFrom("oauth_client").select(["secret", "metadata"]).where("id", "=", id);
			const row = await query.executeTakeFirst();
			if (!row) return undefined;
			return { id, metadata: JSON.parse(row.metadata), ...(row.secret !== null && { secret: row.secret }) };
		},
		async use({ id }) {
			await sql
				.updateTable("oauth_client")
				.set({ used_ms: now() })
				.where("id", "=", id)
				.where((where) => where.or([where("used_ms", "is", null), where("used_ms", "<", now() - DAY_MS)]))
				.execute();
		},
		async sweep(at) {
			const unused = at - UNUSED_DAYS * DAY_MS;
			const idle = at - IDLE_DAYS * DAY_MS;
			await sql
				.deleteFrom("oauth_client")
				.where("registered_ms", "<", unused)
				.where((where) => where.or([where("used_ms", "is", null), where("used_ms", "<", idle)]))
				.execute();
		},
	};
}

async function checkFlood(sql: Database["sql"], nowMs: number): Promise<void> {
	const count = sql.selectFrom("oauth_client").select(({ fn }) => fn.countAll().as("made"));
	const { made } = await count.where("registered_ms", ">", nowMs - HOUR_MS).executeTakeFirstOrThrow();
	if (Number(made) < HOURLY) return;
	throw new ProtocolError(429, "rate_limit_exceeded", "Too many clients have registered in this hour.", {
		more: { retry_after: RETRY_SECONDS },
		headers: { "Retry-After": String(RETRY_SECONDS) },
	});
}
