import { ProtocolError } from "#core/protocol-error.ts";
import {
	type AuthorizationRequest,
	answerAddress,
	errorAddress,
	readAuthorizationRequest,
} from "./authorization-request.ts";
import type { Clients } from "./clients.ts";
import type { CountLookUp } from "./foreign-json.ts";
import type { GrantCodes } from "./grant-codes.ts";

/** What a person is asked. */
export interface ConsentQuestion {
	/** What the client calls itself, which nobody has checked. */
	readonly clientName: string;
	/** Whom the answer goes to: a host, or the scheme of a program on the person's own machine. */
	readonly goesTo: string;
	readonly scopes: readonly string[];
	/** Address that the person is led to with the answer; the page's policy must let it. */
	readonly redirectUri: string;
}

/** What is shown to a person who was led here by a client. */
export type ConsentStep =
	| { readonly ask: ConsentQuestion }
	/** The client cannot get what it asked for; without an address it is not certain whose it would be. */
	| { readonly refused: string; readonly leadBack?: string };

/** Whoever is asked: their session. */
export interface AskedPerson {
	readonly account: { readonly id: string };
	/** ISO 8601. */
	readonly startedAt: string;
}

/** People who are asked by a client; what is looked up of the client is counted by `count`, which may throw. */
export interface Consent {
	/**
	 * Where a request leads: to the page where the person is asked, or reads why the client cannot be answered. Registration is open to
	 * everybody, so nobody is led to a client's address without having pressed something, with `prompt=none` neither.
	 * @param query as the client sent it
	 * @throws ProtocolError where nobody can be led back
	 */
	authorize(query: URLSearchParams, count?: CountLookUp): Promise<string>;
	question(query: URLSearchParams, person: AskedPerson, count?: CountLookUp): Promise<ConsentStep>;
	/**
	 * Gives the client a code, or the person's no.
	 * @returns where the person is led
	 * @throws ProtocolError where the request is not one that can be answered
	 */
	answer(query: URLSearchParams, person: AskedPerson, isAllowed: boolean, count?: CountLookUp): Promise<string>;
}

export interface ConsentParts {
	readonly clients: Pick<Clients, "find">;
	readonly codes: Pick<GrantCodes, "grant">;
	readonly issuer: string;
	/** Milliseconds since 1970. */
	readonly now: () => number;
}

/** Below the site's home. */
const CONSENT_PATH = "/oauth/consent/";

export function openConsent(parts: ConsentParts): Consent {
	const { issuer, codes } = parts;
	/** The request, or why the client cannot get what it asks for. */
	const read = async (query: URLSearchParams, { startedAt }: Pick<AskedPerson, "startedAt">, count?: CountLookUp) => {
		const request = await readAuthorizationRequest(query, parts, count);
		if ("error" in request) return request;
		const { maxAge } = request;
		const isTooLongAgo = maxAge !== undefined && parts.now() - Date.parse(startedAt) > maxAge * 1000;
		return isTooLongAgo ? { error: TOO_LONG_AGO, leadBack: errorAddress(request, TOO_LONG_AGO, issuer) } : request;
	};
	return {
		async authorize(query, count) {
			await readAuthorizationRequest(query, parts, count);
			return `${issuer}${CONSENT_PATH}?${query}`;
		},
		async question(query, person, count) {
			try {
				const request = await read(query, person, count);
				if (!("error" in request)) return { ask: questionOf(request) };
				return { refused: request.error.description, leadBack: request.leadBack };
			} catch (error) {
				if (error instanceof ProtocolError) return { refused: error.description };
				throw error;
			}
		},
		async answer(query, person, isAllowed, count) {
			const request = await read(query, person, count);
			if ("error" in request) return request.leadBack;
			if (!isAllowed) return errorAddress(request, SAID_NO, issuer);
			const { client, scopes, resource, redirectUri, challenge, nonce } = request;
			const signedInMs = Date.parse(person.startedAt);
			const { clientName } = questionOf(request);
			const code = await codes.grant(
				{ account: person.account.id, client: client.id, clientName, scopes, resource, signedInMs },
				{ redirectUri, challenge, nonce },
			);
			if (code === undefined) throw new ProtocolError(400, "access_denied", "Your account is gone.");
			return answerAddress(request, { code }, issuer);
		},
	};
}

const TOO_LONG_AGO = { error: "login_required", description: "You have signed in too long ago for this program." };
const SAID_NO = { error: "access_denied", description: "The person said no." };

function questionOf({ client, redirectUri, scopes }: AuthorizationRequest): ConsentQuestion {
	const { protocol, host } = new URL(redirectUri);
	const goesTo = protocol === "https:" ? host : protocol === "http:" ? "your own machine" : protocol.slice(0, -1);
	return { clientName: client.metadata.client_name ?? goesTo, goesTo, scopes, redirectUri };
}
