import type { IncomingMessage } from "node:http";

/** A name, an IPv4 address or an IPv6 address in brackets, and perhaps a port (RFC 9110 section 7.2). */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;
/** Absolute form of a request target (RFC 9112 section 3.2.2). */
const ABSOLUTE = /^https?:\/\/(?<host>[^/?#]*)(?<rest>.*)$/i;

/**
 * Brings a request to one form before anything reads it: its target is a path with a query, its Host a host.
 * @returns why it is refused, as a sentence; undefined where it is sound
 */
export function settleTarget(request: IncomingMessage): string | undefined {
	const { host } = request.headers;
	// Only HTTP/1.0 may leave it out; of later versions Node has refused it by now. Two lines come joined by a comma.
	if (host !== undefined && !isHost(host)) return "The Host field is not one host name with an optional port.";
	const absolute = ABSOLUTE.exec(request.url ?? "")?.groups;
	if (absolute) {
		const { host: named = "", rest = "" } = absolute;
		if (!isHost(named)) return "The request target does not name a host.";
		// The target's host counts, whatever the field says.
		request.headers.host = named;
		request.url = rest.startsWith("/") ? rest : `/${rest}`;
	}
	return request.url?.startsWith("/") ? undefined : "The request target is not a path.";
}

function isHost(text: string): boolean {
	return HOST.test(text) && URL.canParse(`http://${text}`);
}
