import { timingSafeEqual } from "node:crypto";
import { ASSERTION_TYPE, type AssertionParts, clientOfAssertion } from "./client-assertion.ts";
import type { Client } from "./clients.ts";
import { invalidClient, oauthError } from "./oauth-errors.ts";
import { digestOf } from "./one-way.ts";

/** What a client sends of itself to the token and revocation endpoints. */
export interface ClientCredentials {
	/** The Authorization field. */
	readonly authorization: string | null;
	readonly client_id?: string | undefined;
	readonly client_secret?: string | undefined;
	readonly client_assertion?: string | undefined;
	readonly client_assertion_type?: string | undefined;
}

/** Who asks, and whether it has proved that. */
export interface AskingClient {
	readonly client: Client;
	readonly isAuthenticated: boolean;
}

/**
 * The client that asks, by its secret, by an assertion, or by its name alone where it has neither.
 * @returns undefined where no client is named
 * @throws ProtocolError `invalid_client`; `invalid_request` where it authenticates in two ways at once
 */
export async function authenticateClient(
	given: ClientCredentials,
	parts: AssertionParts,
): Promise<AskingClient | undefined> {
	const basic = given.authorization === null ? undefined : readBasic(given.authorization);
	const hasAssertion = given.client_assertion !== undefined || given.client_assertion_type !== undefined;
	const ways = [basic, given.client_secret, hasAssertion || undefined].filter((way) => way !== undefined);
	if (ways.length > 1) throw oauthError("invalid_request", "The client authenticates in more than one way.");
	if (hasAssertion) return byAssertion(given, parts);
	const id = nameOf(given, basic?.id);
	return id === undefined ? undefined : bySecret(id, basic?.secret ?? given.client_secret, parts);
}

/** @param basic the name in the Authorization field */
function nameOf({ client_id: id, client_secret: secret }: ClientCredentials, basic?: string): string | undefined {
	if (basic !== undefined && id !== undefined && basic !== id)
		throw oauthError("invalid_request", "The client_id is not that of the Authorization field.");
	const name = basic ?? id;
	if (name === undefined && secret !== undefined)
		throw oauthError("invalid_request", "There is a client_secret and no client_id.");
	return name;
}

async function bySecret(
	id: string,
	secret: string | undefined,
	{ clients, count }: Pick<AssertionParts, "clients" | "count">,
): Promise<AskingClient> {
	const client = await clients.find(id, count);
	if (!client) throw invalidClient("There is no such client. Register one at /oauth/register.");
	const { token_endpoint_auth_method: method } = client.metadata;
	if (secret === undefined) {
		if (method === "none") return { client, isAuthenticated: false };
		throw invalidClient(`The client must authenticate by ${method}.`);
	}
	if (client.secret === undefined) throw invalidClient(`The client has no secret: it uses ${method}.`);
	const isRight = timingSafeEqual(Buffer.from(digestOf(secret)), Buffer.from(client.secret));
	if (!isRight) throw invalidClient("The secret of the client is wrong.");
	return { client, isAuthenticated: true };
}

async function byAssertion(given: ClientCredentials, parts: AssertionParts): Promise<AskingClient> {
	const { client_assertion: assertion, client_assertion_type: type, client_id: id } = given;
	if (assertion === undefined || type !== ASSERTION_TYPE)
		throw oauthError("invalid_request", `A client_assertion is sent with the client_assertion_type ${ASSERTION_TYPE}.`);
	const client = await clientOfAssertion(assertion, parts);
	if (id !== undefined && id !== client.id)
		throw invalidClient("The client assertion is refused. Its sub is not the client_id of the request.");
	return { client, isAuthenticated: true };
}

/** Name and secret are encoded as a form's values before they are joined (RFC 6749 section 2.3.1). */
function readBasic(authorization: string): { readonly id: string; readonly secret: string } {
	const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1];
	const [, id = "", secret = ""] = /^([^:]+):(.+)$/s.exec(Buffer.from(encoded ?? "", "base64").toString()) ?? [];
	if (id === "") throw invalidClient("The Authorization field is not of the scheme Basic, with a name and a secret.");
	try {
		return { id: formDecoded(id), secret: formDecoded(secret) };
	} catch {
		throw invalidClient("The Authorization field is not encoded as RFC 6749 section 2.3.1 says.");
	}
}

/** @throws URIError */
function formDecoded(text: string): string {
	return decodeURIComponent(text.replaceAll("+", " "));
}
