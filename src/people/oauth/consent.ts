import { ProtocolError } from "#core/protocol-error.ts";
import type { Session } from "../accounts/session.ts";
import {
	type AuthorizationRequest,
	answerAddress,
	errorAddress,
	readAuthorizationRequest,
} from "./authorization-request.ts";
import type { Clients } from "./clients.ts";
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

/** What becomes of a request before a person is asked: they are, or are led back at once. */
export type ConsentStep =
	| { readonly ask: ConsentQuestion }
	| { readonly leadBack: string }
	/** Nobody is led back: it is not certain whose address it would be. */
	| { readonly fault: ProtocolError };

export interface Consent {
	/**
	 * Where a request leads: to the page where the person is asked, or back to the client.
	 * @param query as the client sent it
	 * @param signedIn whether, and since when; milliseconds since 1970
	 * @throws ProtocolError where nobody can be led back
	 */
	authorize(query: URLSearchParams, signedIn: () => Promise<number | undefined>): Promise<string>;
	/** @param session of whoever is asked */
	question(query: URLSearchParams, session: Pick<Session, "startedAt">): Promise<ConsentStep>;
	/** Gives the client a code, or the person's no. @returns where the person is led */
	answer(
		query: URLSearchParams,
		session: Pick<Session, "startedAt"> & { readonly account: { readonly id: string } },
		isAllowed: boolean,
	): Promise<string>;
}

export interface ConsentParts {
	readonly clients: Pick<Clients, "find">;
	readonly codes: Pick<GrantCodes, "grant">;
	readonly issuer: string;
	/** Milliseconds since 1970. */
	readonly now: () => number;
}

/** Below the site's home. */
export const CONSENT_PATH = "/oauth/consent/";

export function openConsent(parts: ConsentParts): Consent {
	const { issuer, codes } = parts;
	const back = (request: AuthorizationRequest, error: string, description: string) =>
		errorAddress(request, { error, description }, issuer);
	const isTooLongAgo = ({ maxAge }: AuthorizationRequest, signedInMs: number) =>
		maxAge !== undefined && parts.now() - signedInMs > maxAge * 1000;
	const tooLongAgo = (request: AuthorizationRequest) =>
		back(request, "login_required", "The person has signed in too long ago for this client.");
	return {
		async authorize(query, signedIn) {
			const request = await readAuthorizationRequest(query, parts);
			if ("leadBack" in request) return request.leadBack;
			// A person is always asked: whoever pretends to be a client gets nothing in silence.
			if (!request.isSilent) return `${issuer}${CONSENT_PATH}?${query}`;
			const [error, says] =
				(await signedIn()) === undefined
					? ["login_required", "The person is not signed in."]
					: ["consent_required", "The person must be asked."];
			return back(request, error ?? "", says ?? "");
		},
		async question(query, { startedAt }) {
			try {
				const request = await readAuthorizationRequest(query, parts);
				if ("leadBack" in request) return request;
				return isTooLongAgo(request, Date.parse(startedAt))
					? { leadBack: tooLongAgo(request) }
					: { ask: questionOf(request) };
			} catch (error) {
				if (error instanceof ProtocolError) return { fault: error };
				throw error;
			}
		},
		async answer(query, { account, startedAt }, isAllowed) {
			const request = await readAuthorizationRequest(query, parts);
			if ("leadBack" in request) return request.leadBack;
			const signedInMs = Date.parse(startedAt);
			if (isTooLongAgo(request, signedInMs)) return tooLongAgo(request);
			if (!isAllowed) return back(request, "access_denied", "The person said no.");
			const { client, scopes, resource, redirectUri, challenge, nonce } = request;
			const grant = { account: account.id, client: client.id, scopes, resource, signedInMs };
			const code = await codes.grant(
				{ ...grant, clientName: questionOf(request).clientName },
				{ redirectUri, challenge, nonce },
			);
			return answerAddress(request, { code }, issuer);
		},
	};
}

function questionOf({ client, redirectUri, scopes }: AuthorizationRequest): ConsentQuestion {
	const { protocol, host } = new URL(redirectUri);
	const goesTo = protocol === "https:" ? host : protocol === "http:" ? "your own machine" : protocol.slice(0, -1);
	return { clientName: client.metadata.client_name ?? goesTo, goesTo, scopes, redirectUri };
}
