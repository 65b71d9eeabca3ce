import * as z from "zod";
import { isFailure } from "#core/failure.ts";
import { ProtocolError } from "#core/protocol-error.ts";
import { readTokenKeySet } from "#signing/token-keys.ts";
import { whyNoRedirectUri } from "./redirect-uri.ts";
import { GRANT_SCOPES, splitScope } from "./scopes.ts";

export const AUTH_METHODS = ["none", "client_secret_basic", "client_secret_post", "private_key_jwt"] as const;
export type AuthMethod = (typeof AUTH_METHODS)[number];

export const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";
export const GRANT_TYPES = ["authorization_code", "refresh_token", "client_credentials", JWT_BEARER] as const;
export type GrantType = (typeof GRANT_TYPES)[number];

const webAddress = z.url({ protocol: /^https?$/, error: "is no web address" }).max(2_000);
/** One line, without characters that turn or hide what stands beside it. */
const plainName = z
	.string()
	.trim()
	.min(1)
	.max(100, "is longer than 100 characters")
	.regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+$/u, "has characters that cannot be shown");

/** Metadata of RFC 7591 section 2, as far as they are kept; others, such as the addresses of people, are left out of the answer. */
const metadataSchema = z.object({
	client_name: plainName.optional(),
	client_uri: webAddress.optional(),
	logo_uri: webAddress.optional(),
	tos_uri: webAddress.optional(),
	policy_uri: webAddress.optional(),
	software_id: z.string().max(200).optional(),
	software_version: z.string().max(100).optional(),
	redirect_uris: z.array(z.string()).max(10, "has more than 10 addresses").optional(),
	token_endpoint_auth_method: z.enum(AUTH_METHODS, `is none of ${AUTH_METHODS.join(", ")}`).optional(),
	grant_types: z.array(z.string()).max(10).optional(),
	response_types: z.array(z.string()).max(10).optional(),
	scope: z.string().max(1_000).optional(),
	jwks: z.object({ keys: z.array(z.unknown()).max(10, "has more than 10 keys") }).optional(),
	jwks_uri: z
		.url({ protocol: /^https$/, error: "is no https address" })
		.max(2_000)
		.optional(),
});
type GivenMetadata = z.infer<typeof metadataSchema>;

/** What is known of a client, checked; a member that is not there was not given. */
export interface ClientMetadata extends Omit<GivenMetadata, "grant_types" | "response_types"> {
	readonly token_endpoint_auth_method: AuthMethod;
	readonly grant_types: readonly GrantType[];
	readonly response_types: readonly "code"[];
	/** What it may ask for, separated by spaces. */
	readonly scope: string;
}

/** @throws ProtocolError `invalid_client_metadata`, `invalid_redirect_uri` (RFC 7591 section 3.2.2) */
export function readClientMetadata(given: unknown): ClientMetadata {
	const metadata = parseMetadata(given);
	const types = grantTypesOf(metadata);
	const isCode = types.includes("authorization_code");
	checkRedirects(metadata.redirect_uris, isCode);
	if (metadata.response_types?.some((type) => type !== "code" || !isCode))
		throw badMetadata("response_types can be code alone, with the grant authorization_code.");
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
	if (path.length === 0) throw badMetadata("The metadata are no JSON object.");
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

/** By the standard a client that says nothing uses codes; one without an address to be led back to cannot, and gets a token for itself. */
function grantTypesOf({ grant_types, redirect_uris = [] }: GivenMetadata): readonly GrantType[] {
	if (grant_types === undefined)
		return redirect_uris.length > 0 ? ["authorization_code", "refresh_token"] : ["client_credentials"];
	const known = GRANT_TYPES.filter((type) => grant_types.includes(type));
	if (known.length === 0) throw badMetadata(`grant_types: none of them is one of ${GRANT_TYPES.join(", ")}.`);
	return known;
}

/** Scopes that are not known here are left out, which the answer shows. */
function scopeOf(asked: string | undefined): string {
	if (asked === undefined) return GRANT_SCOPES.join(" ");
	const known = splitScope(asked).filter((scope) => GRANT_SCOPES.includes(scope));
	if (known.length === 0) throw badMetadata(`scope: none of them is one of ${GRANT_SCOPES.join(", ")}.`);
	return known.join(" ");
}

function checkKeys({ jwks, jwks_uri }: GivenMetadata, method: AuthMethod): void {
	if (jwks && jwks_uri !== undefined) throw badMetadata("Give jwks or jwks_uri, not both.");
	if (method === "private_key_jwt" && !jwks && jwks_uri === undefined)
		throw badMetadata("The method private_key_jwt needs jwks or jwks_uri.");
	if (!jwks) return;
	if (JSON.stringify(jwks).match(/"(?:d|k|p|q|dp|dq|qi)":/))
		throw badMetadata("jwks: it holds private keys. Send public ones alone.");
	try {
		readTokenKeySet(jwks);
	} catch (error) {
		if (!isFailure(error)) throw error;
		throw badMetadata("jwks: it must hold EC P-256, Ed25519 or RSA keys for signatures, each with a name of its own.");
	}
}

function badMetadata(says: string): ProtocolError {
	return new ProtocolError(400, "invalid_client_metadata", says);
}

function badRedirect(says: string): ProtocolError {
	return new ProtocolError(400, "invalid_redirect_uri", says);
}
