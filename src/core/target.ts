import { domainToUnicode } from "node:url";
import { parse } from "tldts";
import { Failure } from "./failure.ts";
import { clipped } from "./wording.ts";

/** The validated subject of an audit: one public host and its home page, or a folder published below a path. */
export interface Target {
	/** ASCII host, lower case, no trailing dot: `www.xn--mnchen-3ya.example.de`. */
	readonly host: string;
	/** For display: `www.münchen.example.de`. */
	readonly displayHost: string;
	/** The host's site, by `siteOf`: `example.de`, `someone.github.io`. */
	readonly registrableDomain: string;
	/** Address of the home page: `https://host/`, or with the path that a folder is published below. */
	readonly url: string;
}

export const TARGET_MAX_LENGTH = 2048;

/** RFC 6761 and the IANA special-use registry: top-level domains without public sites. */
export const SPECIAL_USE_TLDS: ReadonlySet<string> = new Set(
	"alt arpa corp example home internal intranet invalid lan local localdomain localhost mail onion private test".split(
		" ",
	),
);

const ALLOWED_PORTS = new Set(["", "80", "443"]);
/** Schemes without a host, written without slashes. */
const HOSTLESS = /^(?:about|blob|callto|data|file|geo|javascript|magnet|mailto|sips?|sms|tel|urn|view-source|xmpp):/i;
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
/** `https:/example.com`, `https//example.com`: the scheme would be parsed as a host. */
const BROKEN_SCHEME = /^(https?)(?::\/?(?!\/)|;?\/\/)/i;
const MAIL_ADDRESS = /^[^\s/:@]+@[^\s/:@]+\.[^\s/:@]+$/;
const LABEL = /^(?!-)[a-z0-9-]+(?<!-)$/;
/** RFC 1035 section 2.3.4. */
const [HOST_LENGTH, LABEL_LENGTH] = [253, 63];

/**
 * Drops scheme, path, case and trailing dot; converts international names to punycode.
 * @throws Failure `target-invalid` without a public host name, `target-blocked` for an IP address or a private name
 */
export function parseTarget(input: string): Target {
	const host = hostOf(readUrl(input.trim()));
	const found = parse(host, { allowPrivateDomains: false, validateHostname: true });
	if (found.isIp) throw blocked(host, "An audit names a public website, not an IP address.");
	if (host === "") throw invalid(`"${show(input.trim())}" is not an address.`, "It names no host.");
	const fault = hostFault(host);
	if (fault !== undefined) throw invalid(`"${show(host)}" is not a valid host name.`, fault);
	const tld = host.slice(host.lastIndexOf(".") + 1);
	if (found.isIcann && found.domain === null)
		throw invalid(
			`"${show(host)}" is a public suffix, not a website.`,
			`Names such as example.${show(host)} are registered under it.`,
		);
	if (!host.includes(".")) throw blocked(host, "It is a single word, which only a private network resolves.");
	if (SPECIAL_USE_TLDS.has(tld)) throw blocked(host, `Names under .${tld} are reserved for private use.`);
	if (!found.domain || !found.publicSuffix || !(found.isIcann || found.isPrivate))
		throw invalid(`"${show(host)}" is not a public website.`, "It does not end in a registered public suffix.");
	return { host, displayHost: domainToUnicode(host) || host, registrableDomain: siteOf(host), url: `https://${host}/` };
}

/**
 * Where a folder is published: a host, or a path below it, such as the GitHub Pages project `someone.github.io/repo`.
 * @throws Failure as `parseTarget`; `target-invalid` for a query or a fragment
 */
export function parsePlace(input: string): Target {
	const target = parseTarget(input);
	const { pathname, search, hash } = readUrl(input.trim());
	if (search !== "" || hash !== "")
		throw invalid(`"${show(input.trim())}" is not the address of a folder.`, "It has a query or a fragment.");
	return { ...target, url: new URL(pathname.replace(/\/*$/, "/"), target.url).href };
}

/** Why a text is not a host name (RFC 1123), as a sentence; undefined if it may be one. */
function hostFault(host: string): string | undefined {
	if (host.length > HOST_LENGTH) return `It has ${host.length} characters, ${HOST_LENGTH} are allowed.`;
	const labels = host.split(".");
	if (labels.includes("")) return "Between two dots, and before the first, stands a name.";
	const long = labels.find((label) => label.length > LABEL_LENGTH);
	if (long !== undefined) return `A part of it has ${long.length} characters, ${LABEL_LENGTH} are allowed.`;
	const [wrong] = /[^a-z0-9.-]/u.exec(host) ?? [];
	if (wrong !== undefined) return `No name of a website has the character "${show(wrong)}".`;
	return labels.every((label) => LABEL.test(label)) ? undefined : "No part of it begins or ends with a hyphen.";
}

/** Undefined for the home page, which is all we audit. @throws Failure as `parseTarget` unless it is an address */
export function pathBeyondHome(input: string): string | undefined {
	const { pathname, search, hash } = readUrl(input.trim());
	const beyond = pathname + search + hash;
	return beyond === "/" || beyond === "" ? undefined : beyond;
}

/**
 * By the public suffix list, with names that providers give to customers: `www.someone.github.io` →
 * `someone.github.io`. A public suffix itself, such as `github.io`, or a host below none is its own site.
 */
export function siteOf(host: string): string {
	const { domain } = parse(host, { allowPrivateDomains: true });
	return domain ?? parse(host, { allowPrivateDomains: false }).domain ?? host;
}

/** Whether the host is below a private suffix, such as `someone.github.io`. */
export function isHostedName(host: string): boolean {
	return parse(host, { allowPrivateDomains: true }).isPrivate === true;
}

/** Example names (RFC 2606), which are nobody's site. */
const EXAMPLE_NAMES: ReadonlySet<string> = new Set(["example.com", "example.net", "example.org"]);
/** Loopback, private and link-local addresses (RFC 1122, 1918, 3927), including IPv6 as URLs write it. */
const PRIVATE_ADDRESS =
	/^(?:(?:0|10|127)\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|172\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+|169\.254\.\d+\.\d+|\[(?:::1?|f[cd][\da-f]{2}:.*|fe[89ab][\da-f]:.*)\])$/;

/** Why the host is not publicly reachable, as a clause; undefined if it may be. */
export function whyUnreachable(host: string): string | undefined {
	const tld = host.slice(host.lastIndexOf(".") + 1);
	if (PRIVATE_ADDRESS.test(host) || tld === "localhost") return "exists on the reader's own machine or network only";
	if (EXAMPLE_NAMES.has(siteOf(host)) || tld === "example") return "is a name that stands for examples";
	// .onion names are public sites for users of Tor.
	if (SPECIAL_USE_TLDS.has(tld) && tld !== "onion") return "is a name that only private networks know";
	return undefined;
}

function readUrl(text: string): URL {
	if (text === "") throw invalid("No domain was given.", "The address is empty.");
	if (text.length > TARGET_MAX_LENGTH)
		throw invalid("The address is too long.", `It has ${text.length} characters, ${TARGET_MAX_LENGTH} are allowed.`);
	// The WHATWG parser drops these silently, so 2 different inputs could look alike.
	if (/[\s\p{Cc}\\]/u.test(text))
		throw invalid(`"${show(text)}" is not an address.`, "It has a space, a backslash or a control character.");
	const [hostless] = HOSTLESS.exec(text) ?? [];
	if (hostless !== undefined) throw wrongScheme(hostless.toLowerCase());
	const [, scheme] = BROKEN_SCHEME.exec(text) ?? [];
	if (scheme !== undefined)
		throw invalid(`"${show(text)}" is not an address.`, `After ${scheme} stand a colon and two slashes.`);
	if (MAIL_ADDRESS.test(text))
		throw invalid(`"${show(text)}" is an email address.`, "An audit begins at a website's home page.");
	const withScheme = HAS_SCHEME.test(text) ? text : `https://${text.replace(/^\/\//, "")}`;
	if (!URL.canParse(withScheme)) throw invalid(`"${show(text)}" is not an address.`, "It cannot be read as a URL.");
	return new URL(withScheme);
}

function hostOf(url: URL): string {
	if (url.protocol !== "https:" && url.protocol !== "http:") throw wrongScheme(url.protocol);
	if (url.username !== "" || url.password !== "")
		throw invalid("The address carries a user name or password.", "Credentials are never sent to an audited site.");
	if (!ALLOWED_PORTS.has(url.port))
		throw invalid(`Port ${url.port} cannot be audited.`, "A public website answers on port 80 or 443.");
	const host = url.hostname.replace(/\.$/, "").toLowerCase();
	if (host.startsWith("[")) throw blocked(host, "An audit names a public website, not an IP address.");
	return host;
}

function wrongScheme(protocol: string): Failure {
	return invalid(`"${show(protocol)}" addresses cannot be audited.`, "Only http and https are websites.");
}

function invalid(what: string, why: string): Failure {
	return new Failure("target-invalid", { what, why, todo: "Enter a public host name such as example.com." });
}

function blocked(host: string, why: string): Failure {
	return new Failure("target-blocked", {
		what: `"${show(host)}" cannot be audited.`,
		why,
		todo: "Enter a public host name such as example.com.",
	});
}

function show(text: string): string {
	return clipped(text.replace(/\p{C}/gu, "?"), 80);
}
