import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { Failure } from "#core/failure.ts";
import { SPECIAL_USE_TLDS } from "#core/target.ts";
import { clipped } from "#core/wording.ts";
import type { AuditLookups } from "./name-lookups.ts";
import { networkFailure, shown } from "./network-failure.ts";
import type { AddressRule } from "./public-address.ts";

/** Addresses that may be dialled; rejects if any is forbidden. */
export type VetHost = (host: string) => Promise<readonly string[]>;

export interface HostRules {
	readonly resolve: AuditLookups["resolve"];
	readonly isPublicAddress: AddressRule;
}

/** getaddrinfo, with local names and search domains. Occupies one of libuv's few threads: not for foreign names. */
export async function systemResolve(host: string): Promise<readonly string[]> {
	const found = await lookup(host, { all: true, order: "verbatim" });
	return found.map(({ address }) => address);
}

/**
 * Shares lookups in flight but caches nothing, so that each connection is vetted with a current response.
 * @throws Failure `target-blocked` if any address is not public, `name-not-found`, `name-lookup-failed`
 */
export function createHostVetting(rules: HostRules): VetHost {
	const underWay = new Map<string, Promise<readonly string[]>>();
	return (host) => {
		const shared = underWay.get(host);
		if (shared !== undefined) return shared;
		const vetted = vet(host, rules).finally(() => underWay.delete(host));
		underWay.set(host, vetted);
		return vetted;
	};
}

async function vet(host: string, rules: HostRules): Promise<readonly string[]> {
	const addresses = isIP(host) === 0 ? await rules.resolve(host) : [host];
	if (addresses.length === 0) throw networkFailure("name-not-found", host);
	// One forbidden address blocks the host: an attacker could choose which one a later connection uses.
	const refused = addresses.filter((address) => !rules.isPublicAddress(address));
	if (refused.length > 0) throw addressBlocked(host, refused);
	return addresses;
}

/** The same sentence for all refusals, so that they do not reveal internal names. */
export function addressBlocked(host: string, addresses: readonly string[]): Failure {
	return new Failure(
		"target-blocked",
		{
			what: `"${host}" was not contacted.`,
			why: "It does not resolve only to public Internet addresses.",
			todo: "Give the public host name of a website.",
		},
		{ cause: addresses },
	);
}

export const WEB_PORTS: readonly number[] = [80, 443];

/** Without brackets and trailing dot. */
export function hostOf(url: URL): string {
	return url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}

/** Checks scheme, credentials, port and name before any lookup. @throws Failure `target-blocked` */
export function vetUrl(url: URL, ports: readonly number[] = WEB_PORTS, privateNames: readonly string[] = []): void {
	vetForm(url);
	const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
	if (url.port === "0" || !ports.includes(port))
		throw refused(url, `Port ${url.port || port} is not a port for websites.`);
	const host = hostOf(url);
	if (isIP(host) === 0 && isPrivateName(host) && !privateNames.includes(host))
		throw refused(url, `"${host}" is a name that only a private network resolves.`);
}

/** Checks independent of port and name. @throws Failure `target-blocked` */
export function vetForm(url: URL): void {
	if (!isWebAddress(url))
		throw refused(url, `A "${schemeOf(url)}" address ${meaningOf(url)}; it is not a web address.`);
	if (url.username !== "" || url.password !== "") throw refused(url, "It carries a user name or password.");
}

function refused(url: URL, why: string): Failure {
	return new Failure("target-blocked", {
		what: `${withoutCredentials(url)} was not contacted.`,
		why,
		todo: "Use a public web address: http or https, port 80 or 443.",
	});
}

export function isWebAddress({ protocol }: URL): boolean {
	return protocol === "http:" || protocol === "https:";
}

export function schemeOf({ protocol }: URL): string {
	return clipped(protocol, 30);
}

const OTHER_SCHEMES: Readonly<Record<string, string>> = {
	"names a file on the reader's own computer": "file",
	"contains its own content": "data",
	"is a script": "javascript vbscript",
	"names something in one browser's memory": "blob filesystem",
	"is a browser's internal page": "about chrome edge view-source",
	"writes an email": "mailto",
	"calls or texts a phone": "tel sms",
	"leads to a file server": "ftp ftps sftp",
	"opens a WebSocket": "ws wss",
};
const MEANINGS: ReadonlyMap<string, string> = new Map(
	Object.entries(OTHER_SCHEMES).flatMap(([meaning, schemes]) =>
		schemes.split(" ").map((scheme) => [`${scheme}:`, meaning] as const),
	),
);

function meaningOf({ protocol }: URL): string {
	return MEANINGS.get(protocol) ?? "opens another program, not a browser";
}

/** RFC 6761 and the like: even a DNS query would leak to a private network. */
function isPrivateName(host: string): boolean {
	return !host.includes(".") || SPECIAL_USE_TLDS.has(host.slice(host.lastIndexOf(".") + 1));
}

function withoutCredentials(url: URL): string {
	const clean = new URL(url);
	clean.username = "";
	clean.password = "";
	return shown(clean.href);
}
