/** Hosts that mean the machine of whoever uses a program (RFC 8252 section 7.3). */
const LOOPBACK = ["127.0.0.1", "[::1]", "localhost"];
const LONGEST = 2_000;
/** A scheme of a program's own is a reversed domain name, which others do not have by chance (RFC 8252 section 7.1). */
const OWN_SCHEME = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+:$/;

/**
 * Why an address cannot be one that people are led back to; undefined where it can: https anywhere, http on the reader's own machine, or a
 * program's own scheme.
 */
export function whyNoRedirectUri(uri: string): string | undefined {
	const url = URL.parse(uri);
	if (!url || uri.length > LONGEST || !/^[\x21-\x7e]+$/.test(uri)) return "is no address";
	if (uri.includes("#")) return "has a fragment";
	// Where readers of addresses differ about what is a host: `https://good.example\@bad.example`.
	if (uri.includes("\\") || url.username !== "" || url.password !== "") return "has a user name";
	if (url.protocol === "https:") return undefined;
	if (url.protocol === "http:") return isLoopback(url) ? undefined : "is not encrypted";
	return OWN_SCHEME.test(url.protocol) ? undefined : "has a scheme that is not allowed";
}

/** To the letter; on the reader's own machine the port is the program's to choose each time. */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
	if (whyNoRedirectUri(uri) !== undefined) return false;
	return registered.some((known) => known === uri || withoutLoopbackPort(known) === withoutLoopbackPort(uri));
}

function isLoopback({ hostname }: URL): boolean {
	return LOOPBACK.includes(hostname);
}

/** An address that is not on the reader's own machine stays as it is. */
function withoutLoopbackPort(uri: string): string {
	const url = URL.parse(uri);
	if (url?.protocol !== "http:" || !isLoopback(url)) return uri;
	url.port = "";
	return url.href;
}
