import { randomBytes } from "node:crypto";
import * as z from "zod";
import { ProtocolError } from "#core/api/protocol-error.ts";
import { isFailure } from "#core/failure.ts";
import { DAY_MS } from "#core/kept-for.ts";
import { readTokenKeySet } from "#signing/token-keys.ts";
import type { Database } from "#store/database.ts";
import type { CountLookUp, ForeignJson } from "./foreign-json.ts";
import { digestOf, GRANT_SCOPES, newSecret, splitScope } from "./protocol.ts";

export const AUTH_METHODS = ["none", "client_secret_basic", "client_secret_post", "private_key_jwt"] as const;
type AuthMethod = (typeof AUTH_METHODS)[number];

export const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";
export const GRANT_TYPES = ["authorization_code", "refresh_token", "client_credentials", JWT_BEARER] as const;
export type GrantType = (typeof GRANT_TYPES)[number];

const webAddress = z.url({ protocol: /^https?$/, error: "is not a web address" }).max(2_000);
/** One line without bidi controls and invisible characters. */
const plainName = z
	.string()
	.trim()
	.min(1)
	.max(100, "is longer than 100 characters")
	.regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+$/u, "has characters that cannot be shown");

/** RFC 7591 section 2, without members that we do not store, such as people's addresses. */
const metadataSchema = z.object({
	client_name: plainName.optional(),
	client_uri: webAddress.optional(),
	logo_uri: webAddress.optional(),
	tos_uri: webAddress.optional(),
	policy_uri: webAddress.optional(),
	software_id: z.string().max(200).optional(),
	software_version: z.string().max(100).optional(),
	redirect_uris: z.array(z.string()).max(10, "has more than 10 addresses").optional(),
	token_endpoint_auth_method: z.enum(AUTH_METHODS, `is not one of ${AUTH_METHODS.join(", ")}`).optional(),
	grant_types: z.array(z.string()).max(10).optional(),
	response_types: z.array(z.string()).max(10).optional(),
	scope: z.string().max(1_000).optional(),
	jwks: z.object({ keys: z.array(z.unknown()).max(10, "has more than 10 keys") }).optional(),
	jwks_uri: z
		.url({ protocol: /^https$/, error: "is not an https address" })
		.max(2_000)
		.optional(),
});
type GivenMetadata = z.infer<typeof metadataSchema>;

interface ClientMetadata extends Omit<GivenMetadata, "grant_types" | "response_types"> {
	readonly token_endpoint_auth_method: AuthMethod;
	readonly grant_types: readonly GrantType[];
	readonly response_types: readonly "code"[];
	readonly scope: string;
}

/** @throws ProtocolError `invalid_client_metadata`, `invalid_redirect_uri` (RFC 7591 section 3.2.2) */
export function readClientMetadata(given: unknown): ClientMetadata {
	const metadata = parseMetadata(given);
	const types = grantTypesOf(metadata);
	const isCode = types.includes("authorization_code");
	checkRedirects(metadata.redirect_uris, isCode);
	if (metadata.response_types?.some((type) => type !== "code" || !isCode))
		throw badMetadata("response_types must be code, with the grant authorization_code.");
	const method = metadata.token_endpoint_auth_method ?? "client_secret_basic";
	if (method === "none" && types.includes("client_credentials"))
		throw badMetadata("The grant client_credentials needs a client that authenticates.");
	checkKeys(metadata, method);
	return {
		...metadata,
		token_endpoint_auth_method: method,
		grant_types: types,
		response_types: isCode ? ["code"] : [],
		scope: scopeOf(metadata.scope),
	};
}

function parseMetadata(given: unknown): GivenMetadata {
	const read = metadataSchema.safeParse(given);
	if (read.success) return read.data;
	const [{ path, message } = { path: [], message: "" }] = read.error.issues;
	if (path.length === 0) throw badMetadata("The metadata is not a JSON object.");
	const what = `${String(path[0])}: ${message}.`;
	throw path[0] === "redirect_uris" ? badRedirect(what) : badMetadata(what);
}

function checkRedirects(redirects: readonly string[] = [], isNeeded: boolean): void {
	for (const uri of redirects) {
		const why = whyNoRedirectUri(uri);
		if (why !== undefined) throw badRedirect(`An address of redirect_uris ${why}.`);
	}
	if (isNeeded && redirects.length === 0) throw badRedirect("The grant authorization_code needs redirect_uris.");
}

/** The standard's default is `authorization_code`; a client without a redirect URI gets `client_credentials`. */
function grantTypesOf({ grant_types, redirect_uris = [] }: GivenMetadata): readonly GrantType[] {
	if (grant_types === undefined)
		return redirect_uris.length > 0 ? ["authorization_code", "refresh_token"] : ["client_credentials"];
	const known = GRANT_TYPES.filter((type) => grant_types.includes(type));
	if (known.length === 0) throw badMetadata(`grant_types: use at least one of ${GRANT_TYPES.join(", ")}.`);
	return known;
}

/** Drops unknown scopes, which the response shows. */
function scopeOf(asked: string | undefined): string {
	if (asked === undefined) return GRANT_SCOPES.join(" ");
	const known = splitScope(asked).filter((scope) => GRANT_SCOPES.includes(scope));
	if (known.length === 0) throw badMetadata(`scope: use at least one of ${GRANT_SCOPES.join(", ")}.`);
	return known.join(" ");
}

function checkKeys({ jwks, jwks_uri }: GivenMetadata, method: AuthMethod): void {
	if (jwks && jwks_uri !== undefined) throw badMetadata("Use jwks or jwks_uri, not both.");
	if (method === "private_key_jwt" && !jwks && jwks_uri === undefined)
		throw badMetadata("The method private_key_jwt needs jwks or jwks_uri.");
	if (!jwks) return;
	if (JSON.stringify(jwks).match(/"(?:d|k|p|q|dp|dq|qi)":/))
		throw badMetadata("jwks: it contains private keys. Send only public keys.");
	try {
		readTokenKeySet(jwks);
	} catch (error) {
		if (!isFailure(error)) throw error;
		throw badMetadata("jwks: it must contain EC P-256, Ed25519 or RSA keys for signatures, each with its own kid.");
	}
}

function badMetadata(says: string): ProtocolError {
	return new ProtocolError(400, "invalid_client_metadata", says);
}

function badRedirect(says: string): ProtocolError {
	return new ProtocolError(400, "invalid_redirect_uri", says);
}

/** The user's own machine (RFC 8252 section 7.3). */
const LOOPBACK = ["127.0.0.1", "[::1]", "localhost"];
const ADDRESS_LONGEST = 2_000;
/** Private-use schemes must be reversed domain names to avoid clashes (RFC 8252 section 7.1). */
const OWN_SCHEME = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+:$/;

/** Undefined for an acceptable URI: https, http on loopback, or a private-use scheme. */
export function whyNoRedirectUri(uri: string): string | undefined {
	const url = URL.parse(uri);
	if (!url || uri.length > ADDRESS_LONGEST || !/^[\x21-\x7e]+$/.test(uri)) return "is not an address";
	if (uri.includes("#")) return "has a fragment";
	// Parsers disagree about the host of `https://good.example\@bad.example`.
	if (uri.includes("\\") || url.username !== "" || url.password !== "") return "has a user name";
	if (url.protocol === "https:") return undefined;
	if (url.protocol === "http:") return isLoopback(url) ? undefined : "is not encrypted";
	return OWN_SCHEME.test(url.protocol) ? undefined : "has a scheme that is not allowed";
}

/** Exact match, except that the port may vary on loopback. */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
	if (whyNoRedirectUri(uri) !== undefined) return false;
	return registered.some((known) => known === uri || withoutLoopbackPort(known) === withoutLoopbackPort(uri));
}

function isLoopback({ hostname }: URL): boolean {
	return LOOPBACK.includes(hostname);
}

function withoutLoopbackPort(uri: string): string {
	const url = URL.parse(uri);
	if (url?.protocol !== "http:" || !isLoopback(url)) return uri;
	url.port = "";
	return url.href;
}

export interface Client {
	/** As registered, or the URL of its metadata document. */
	readonly id: string;
	readonly metadata: ClientMetadata;
	readonly secret?: string;
}

/** RFC 7591 section 3.2.1. */
export interface Registration extends ClientMetadata {
	readonly client_id: string;
	readonly client_id_issued_at: number;
	readonly client_secret?: string;
	/** 0 means never. Set if there is a secret. */
	readonly client_secret_expires_at?: number;
	/** Stated for OpenID Connect clients, because the default is RS256. */
	readonly id_token_signed_response_alg?: "ES256";
}

/** Registration is open, so one that never got a token is deleted after this time. */
const UNUSED_DAYS = 30;
/** Longer than a refresh token lives. */
const IDLE_DAYS = 90;
/** Maximum registrations per hour in total; limits per address apply first. */
const HOURLY = 1000;
const HOUR_MS = 3_600_000;
const RETRY_SECONDS = 600;
const ID = /^client_[\w-]{22}$/;

export class Clients {
	readonly #sql: Database["sql"];
	readonly #json: ForeignJson;
	readonly #now: () => number;
	/** Caches validated documents, because parsing their keys costs more than the lookup. */
	readonly #checked = new WeakMap<object, Client | undefined>();

	constructor({ sql }: Pick<Database, "sql">, json: ForeignJson, now: () => number) {
		this.#sql = sql;
		this.#json = json;
		this.#now = now;
	}

	/** @throws ProtocolError `rate_limit_exceeded` in a flood; as `readClientMetadata` (RFC 7591 section 3.2.2) */
	async register(given: unknown): Promise<Registration> {
		const metadata = readClientMetadata(given);
		await checkFlood(this.#sql, this.#now());
		const id = `client_${randomBytes(16).toString("base64url")}`;
		const hasSecret = metadata.token_endpoint_auth_method.startsWith("client_secret");
		const secret = hasSecret ? newSecret("sls_") : undefined;
		const kept = { metadata: JSON.stringify(metadata), secret: secret === undefined ? null : digestOf(secret) };
		await this.#sql
			.insertInto("oauth_client")
			.values({ id, registered_ms: this.#now(), used_ms: null, ...kept })
			.execute();
		return {
			client_id: id,
			client_id_issued_at: Math.floor(this.#now() / 1000),
			...(secret !== undefined && { client_secret: secret, client_secret_expires_at: 0 }),
			...metadata,
			...(metadata.response_types.length > 0 && { id_token_signed_response_alg: "ES256" }),
		};
	}

	/** Undefined for a bad metadata document. @throws ProtocolError `temporarily_unavailable`; whatever `count` throws */
	async find(id: string, count?: CountLookUp): Promise<Client | undefined> {
		if (isDocumentAddress(id)) return this.#findDocument(id, count);
		if (!ID.test(id)) return undefined;
		const query = this.#sql.selectFrom("oauth_client").select(["secret", "metadata"]).where("id", "=", id);
		const row = await query.executeTakeFirst();
		if (!row) return undefined;
		return { id, metadata: JSON.parse(row.metadata), ...(row.secret !== null && { secret: row.secret }) };
	}

	async #findDocument(address: string, count?: CountLookUp): Promise<Client | undefined> {
		const document = await this.#json.read(address, { count });
		if (typeof document !== "object" || document === null) return undefined;
		if (!this.#checked.has(document)) this.#checked.set(document, clientOf(document, address));
		return this.#checked.get(document);
	}

	/** Records the use, because clients without tokens for long are deleted. */
	async use({ id }: Pick<Client, "id">): Promise<void> {
		await this.#sql
			.updateTable("oauth_client")
			.set({ used_ms: this.#now() })
			.where("id", "=", id)
			.where((where) => where.or([where("used_ms", "is", null), where("used_ms", "<", this.#now() - DAY_MS)]))
			.execute();
	}

	async sweep(at: number): Promise<void> {
		const unused = at - UNUSED_DAYS * DAY_MS;
		const idle = at - IDLE_DAYS * DAY_MS;
		await this.#sql
			.deleteFrom("oauth_client")
			.where("registered_ms", "<", unused)
			.where((where) => where.or([where("used_ms", "is", null), where("used_ms", "<", idle)]))
			.execute();
	}
}

async function checkFlood(sql: Database["sql"], nowMs: number): Promise<void> {
	const count = sql.selectFrom("oauth_client").select(({ fn }) => fn.countAll().as("made"));
	const { made } = await count.where("registered_ms", ">", nowMs - HOUR_MS).executeTakeFirstOrThrow();
	if (Number(made) < HOURLY) return;
	throw new ProtocolError(429, "rate_limit_exceeded", "Too many clients have registered this hour.", {
		more: { retry_after: RETRY_SECONDS },
		headers: { "Retry-After": String(RETRY_SECONDS) },
	});
}

/** Maximum length of a token's subject. */
const LONGEST = 255;

/** https, with a path, in normalized form. */
export function isDocumentAddress(id: string): boolean {
	const url = URL.parse(id);
	return url?.protocol === "https:" && url.href === id && id.length <= LONGEST && isPlain(url);
}

function isPlain({ pathname, hash, username, password, port }: URL): boolean {
	return pathname !== "/" && hash === "" && username === "" && password === "" && port === "";
}

const documentSchema = z.looseObject({ client_id: z.string(), client_secret: z.never().optional() });

/** draft-ietf-oauth-client-id-metadata-document. */
function clientOf(document: object, address: string): Client | undefined {
	const read = documentSchema.safeParse(document);
	// Exact match: a document can be copied, its address cannot.
	if (!read.success || read.data.client_id !== address) return undefined;
	const metadata = metadataOf(read.data);
	return metadata && { id: address, metadata };
}

/** Rejects methods with a shared secret, which such a client cannot have. */
function metadataOf(document: Readonly<Record<string, unknown>>): ClientMetadata | undefined {
	const method = document.token_endpoint_auth_method ?? "none";
	if (method !== "none" && method !== "private_key_jwt") return undefined;
	try {
		const types = Array.isArray(document.grant_types) ? document.grant_types : ["authorization_code", "refresh_token"];
		const grants = method === "none" ? types.filter((type) => type !== "client_credentials") : types;
		return readClientMetadata({ ...document, grant_types: grants, token_endpoint_auth_method: method });
	} catch (error) {
		if (error instanceof ProtocolError) return undefined;
		throw error;
	}
}
