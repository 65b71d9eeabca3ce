import { Failure, type FailureCode, isFailure } from "#core/failure.ts";
import { clipped } from "#core/wording.ts";

type Sentences = readonly [what: string, why: string, todo: string];

/** "…" stands for the address or host. */
const SENTENCES = {
	"name-not-found": ["… was not found.", "DNS has no address for it.", "Check the spelling and the DNS records."],
	"name-lookup-failed": ["… could not be looked up.", "The name servers did not answer.", "Try again in a minute."],
	"connection-refused": [
		"… refused the connection.",
		"No web server is listening there.",
		"Check that the server is running and that its firewall lets visitors in.",
	],
	"connection-failed": [
		"The connection to … failed.",
		"The network or the server closed it before the answer was complete.",
		"Try again. If it happens again, check the logs of the server and the firewall.",
	],
	"connection-timeout": [
		"… could not be connected to in time.",
		"The server, or a firewall in front of it, does not answer.",
		"Check that the server is reachable from the public Internet.",
	],
	"headers-timeout": [
		"… accepted the request but did not answer in time.",
		"The server is too slow, or is waiting for something.",
		"Check the server's load and response times.",
	],
	"headers-too-large": [
		"… sent a response header that is too large.",
		"It is larger than 256 KiB.",
		"Remove unnecessary cookies and headers.",
	],
	"deadline-exceeded": [
		"… was not read completely.",
		"The time limit was reached.",
		"Check the server's speed: a page should arrive within seconds.",
	],
	"machine-busy": [
		"… was not read in time.",
		"Our server was busy, so this says nothing about the site.",
		"Audit it again in a few minutes.",
	],
	"http-malformed": [
		"… sent an answer that is not valid HTTP.",
		"Its header or framing breaks RFC 9112.",
		"Repair the server, or the proxy in front of it.",
	],
	"request-unsendable": [
		"… could not be requested.",
		"The request would contain text from the site that HTTP does not allow.",
		"Look for control characters or non-ASCII letters in addresses and identifiers.",
	],
	"body-too-large": [
		"… is too large.",
		"The decoded body is over the limit for this kind of file.",
		"Make the file smaller or split it.",
	],
	"body-undecodable": [
		"The body of … could not be decoded.",
		"Its Content-Encoding header is wrong, or the body is cut off.",
		"Correct the compression on the server, or on the proxy in front of it.",
	],
	overloaded: ["… could not be requested.", "This machine cannot open another connection.", "Try again in a minute."],
	"tls-invalid": [
		"The certificate of … is not trusted.",
		"It cannot be verified.",
		"Install a valid certificate with its complete chain.",
	],
} as const satisfies Partial<Record<FailureCode, Sentences>>;
type NetworkCode = keyof typeof SENTENCES;

/** Error codes of Node, c-ares, llhttp and undici (nodejs.org/api/errors.html, undici docs/api/Errors.md). */
const NAMES = {
	"name-not-found": "ENOTFOUND ENODATA EAI_NODATA EAI_NONAME",
	"connection-refused": "ECONNREFUSED",
	"connection-failed":
		"ECONNRESET ECONNABORTED EPIPE EHOSTUNREACH ENETUNREACH ENETDOWN EHOSTDOWN EADDRNOTAVAIL EACCES EPERM EPROTO UND_ERR_SOCKET UND_ERR_DESTROYED UND_ERR_CLOSED",
	// This machine is out of descriptors, ports or memory.
	overloaded: "EMFILE ENFILE ENOBUFS ENOMEM EAGAIN EADDRINUSE",
	"connection-timeout": "ETIMEDOUT UND_ERR_CONNECT_TIMEOUT",
	"headers-timeout": "UND_ERR_HEADERS_TIMEOUT",
	"headers-too-large": "UND_ERR_HEADERS_OVERFLOW",
	"deadline-exceeded": "UND_ERR_BODY_TIMEOUT",
	"http-malformed": "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
	"request-unsendable": "UND_ERR_INVALID_ARG",
} as const satisfies Partial<Record<NetworkCode, string>>;
const CODES = new Map(
	Object.entries(NAMES).flatMap(([code, names]) =>
		names.split(" ").map((name) => [name, code as NetworkCode] as const),
	),
);

/** No route, such as to IPv6 from an IPv4-only machine. */
const NO_WAY: ReadonlySet<string> = new Set(["ENETUNREACH", "ENETDOWN", "EADDRNOTAVAIL"]);

const CODE_FAMILIES: readonly (readonly [RegExp, NetworkCode])[] = [
	[/^EAI_/, "name-lookup-failed"],
	[/^ERR_(?:SSL|TLS|OSSL)_/, "connection-failed"],
];

/** @param where address or host @param cause the message names its code */
export function networkFailure(code: NetworkCode, where: string, cause?: unknown): Failure {
	const [what, why, todo] = SENTENCES[code];
	const system = systemCode(cause);
	const detail = system ?? parserFault(cause);
	const reason = NO_WAY.has(system ?? "") ? "This machine has no route to it." : why;
	return new Failure(
		code,
		{
			what: what.replace("…", () => shown(code.startsWith("name-") ? nameIn(where) : where)),
			why: detail === undefined ? reason : reason.replace(/\.$/, ` (${detail}).`),
			todo,
		},
		cause === undefined ? undefined : { cause },
	);
}

/** Returns unknown errors, which are bugs, unchanged. @param signal once aborted, its reason replaces later errors */
export function asFailure(error: unknown, where: string, signal: AbortSignal): unknown {
	if (isFailure(error)) return error;
	if (signal.aborted) return isFailure(signal.reason) ? signal.reason : networkFailure("deadline-exceeded", where);
	const code = networkCodeOf(error);
	return code === undefined ? error : networkFailure(code, where, error);
}

/** A kept-alive connection that closed while a request was in flight (RFC 9110 section 9.2.2). */
export function isLostConnection(error: unknown): boolean {
	return networkCodeOf(error) === "connection-failed";
}

function networkCodeOf(error: unknown): NetworkCode | undefined {
	const system = systemCode(error);
	if (parserFault(error) !== undefined) return "http-malformed";
	if (system === undefined) return undefined;
	// undici's error for an unrequested upgrade and a stray 100.
	if (system === "UND_ERR_SOCKET" && error instanceof Error && error.message.startsWith("bad "))
		return "http-malformed";
	return CODES.get(system) ?? CODE_FAMILIES.find(([family]) => family.test(system))?.[1];
}

export function systemCode(error: unknown): string | undefined {
	const code = error instanceof Error && "code" in error ? error.code : undefined;
	return typeof code === "string" ? code : undefined;
}

/** undici 8 sets no code for llhttp's errors, but includes llhttp's message in brackets. */
function parserFault(error: unknown): string | undefined {
	// By name, so that this module need not import undici.
	if (!(error instanceof Error) || error.name !== "HTTPParserError") return undefined;
	return /\((.+)\)/.exec(error.message)?.[1] ?? "HTTP parser";
}

function nameIn(where: string): string {
	return URL.canParse(where) ? new URL(where).hostname : where;
}

export function shown(where: string): string {
	return clipped(where.replace(/\p{C}/gu, "?"), 200);
}
