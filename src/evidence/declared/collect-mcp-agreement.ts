import { Failure } from "#core/failure.ts";
import type { JsonObject } from "#core/json-object.ts";
import type { HttpResponse } from "#net/http-client.ts";
import { ownMember } from "./api-description-values.ts";

/** What the handshake settled; each further request repeats it in its headers. */
type Agreement = { readonly version: string; readonly session: string | undefined } | { readonly error: string };

/** Dates, and names of drafts. */
const VERSION = /^[\w.-]{1,40}$/;
/** MCP 2025-11-25, transports, session management. */
const VISIBLE_ASCII = /^[\x21-\x7e]+$/;
const SESSION_LENGTH = 256;

/**
 * Reads what a server answers to `initialize`; foreign text goes into no header unseen.
 * @throws Failure `headers-too-large` for a session id that we do not send back: the transport sets it no limit, so it is
 *   no fault of the server
 */
export function readAgreement(result: JsonObject, { headers }: Pick<HttpResponse, "headers">): Agreement {
	const version = ownMember(result, "protocolVersion");
	if (typeof version !== "string" || !VERSION.test(version)) {
		return { error: "Its answer to initialize names no protocolVersion of letters and digits" };
	}
	const session = headers["mcp-session-id"];
	if (session === undefined) return { version, session };
	if (!VISIBLE_ASCII.test(session)) return { error: "Its Mcp-Session-Id has other characters than visible ASCII" };
	if (session.length > SESSION_LENGTH) {
		throw new Failure("headers-too-large", {
			what: `The MCP endpoint began a session with an Mcp-Session-Id of ${session.length} characters.`,
			why: `At most ${SESSION_LENGTH} are sent back.`,
			todo: "Let the server keep what belongs to a session, and name it by a short id.",
		});
	}
	return { version, session };
}
