import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { Failure } from "#core/failure.ts";
import { SPECIAL_USE_TLDS } from "#core/target.ts";
import { clipped } from "#core/wording.ts";
import type { AuditLookups } from "./name-lookups.ts";
import { networkFailure, shown } from "./network-failure.ts";

/**
 * [first address, prefix length, name] by the IANA IPv4 and IPv6 Special-Purpose Address Registries of 2025-10-09,
 * https://www.iana.org/assignments/iana-ipv4-special-registry and
 * https://www.iana.org/assignments/iana-ipv6-special-registry (CC0-1.0); multicast by RFC 5771, RFC 4291 section 2.7.
 * Rows that IANA marks globally reachable count too: anycast such as 192.0.0.10 ends at the nearest router, maybe ours.
 */
export type AddressBlock = readonly [first: string, prefixLength: number, name: string];

export const SPECIAL_IPV4: readonly AddressBlock[] = [
	["0.0.0.0", 32, "This host on this network"],
	["0.0.0.0", 8, "This network"],
	["10.0.0.0", 8, "Private-Use"],
	["100.64.0.0", 10, "Shared Address Space"],
	["127.0.0.0", 8, "Loopback"],
	["169.254.0.0", 16, "Link Local"],
	["172.16.0.0", 12, "Private-Use"],
	["192.0.0.0", 29, "IPv4 Service Continuity Prefix"],
	["192.0.0.0", 24, "IETF Protocol Assignments"],
	["192.0.0.8", 32, "IPv4 dummy address"],
	["192.0.0.9", 32, "Port Control Protocol Anycast"],
	["192.0.0.10", 32, "TURN Anycast"],
	["192.0.0.170", 32, "NAT64/DNS64 Discovery"],
	["192.0.0.171", 32, "NAT64/DNS64 Discovery"],
	["192.0.2.0", 24, "TEST-NET-1"],
	["192.31.196.0", 24, "AS112-v4"],
	["192.52.193.0", 24, "AMT"],
	["192.88.99.0", 24, "Deprecated 6to4 Relay Anycast"],
	["192.88.99.2", 32, "6a44-relay anycast"],
	["192.168.0.0", 16, "Private-Use"],
	["192.175.48.0", 24, "Direct Delegation AS112"],
	["198.18.0.0", 15, "Benchmarking"],
	["198.51.100.0", 24, "TEST-NET-2"],
	["203.0.113.0", 24, "TEST-NET-3"],
	["224.0.0.0", 4, "Multicast"],
	["240.0.0.0", 4, "Reserved"],
	["255.255.255.255", 32, "Limited Broadcast"],
];

export const SPECIAL_IPV6: readonly AddressBlock[] = [
	["::", 128, "Unspecified"],
	["::1", 128, "Loopback"],
	["::ffff:0:0", 96, "IPv4-mapped"],
	["64:ff9b::", 96, "IPv4-IPv6 Translat."],
	["64:ff9b:1::", 48, "IPv4-IPv6 Translat."],
	["100::", 64, "Discard-Only"],
	["100:0:0:1::", 64, "Dummy IPv6 Prefix"],
	["2001::", 32, "TEREDO"],
	["2001::", 23, "IETF Protocol Assignments"],
	["2001:1::1", 128, "PCP Anycast"],
	["2001:1::2", 128, "TURN Anycast"],
	["2001:1::3", 128, "DNS-SD SRP Anycast"],
	["2001:2::", 48, "Benchmarking"],
	["2001:3::", 32, "AMT"],
	["2001:4:112::", 48, "AS112-v6"],
	["2001:10::", 28, "Deprecated ORCHID"],
	["2001:20::", 28, "ORCHIDv2"],
	["2001:30::", 28, "Drone Remote ID DETs"],
	["2001:db8::", 32, "Documentation"],
	["2002::", 16, "6to4"],
	["2620:4f:8000::", 48, "Direct Delegation AS112"],
	["3fff::", 20, "Documentation"],
	["5f00::", 16, "SRv6 SIDs"],
	["fc00::", 7, "Unique-Local"],
	["fe80::", 10, "Link-Local Unicast"],
	["ff00::", 8, "Multicast"],
];

/**
 * Global by IANA's registries, but inside the cloud's network they lead to the machine's host or to trusting services.
 * SPECIAL_IPV4 and SPECIAL_IPV6 already hold 169.254.0.0/16 (AWS, Google, Azure, Oracle, Tencent, DigitalOcean,
 * Hetzner, OpenStack), 192.0.0.192 (Oracle), 100.100.100.200 (Alibaba), fd00:ec2::/32, fd20:ce::/32 (AWS, Google).
 */
export const CLOUD_SERVICES: readonly AddressBlock[] = [
	// https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
	["168.63.129.16", 32, "Azure, host of the virtual machine"],
	// https://cloud.google.com/vpc/docs/configure-private-google-access
	["199.36.153.4", 30, "Google, restricted.googleapis.com"],
	["199.36.153.8", 30, "Google, private.googleapis.com"],
	["34.126.0.0", 18, "Google, direct connectivity"],
	["2600:2d00:2:1000::", 56, "Google, restricted.googleapis.com"],
	["2600:2d00:2:2000::", 56, "Google, private.googleapis.com"],
	["2001:4860:8040::", 42, "Google, direct connectivity"],
	// https://cloud.ibm.com/docs/vpc?topic=vpc-service-endpoints-for-vpc
	["161.26.0.0", 16, "IBM Cloud, infrastructure services"],
	["166.8.0.0", 14, "IBM Cloud, service endpoints"],
];

export type AddressRule = (address: string) => boolean;

/** Two lists: one BlockList would match every IPv4 address against the row of IPv4-mapped IPv6. */
const specialIPv4 = blockList([...SPECIAL_IPV4, ...CLOUD_SERVICES.filter(([first]) => isIP(first) === 4)], "ipv4");
const specialIPv6 = blockList([...SPECIAL_IPV6, ...CLOUD_SERVICES.filter(([first]) => isIP(first) === 6)], "ipv6");

/** IPv6 prefixes whose last 32 bits are the IPv4 address that is reached: mapped (RFC 4291), NAT64 (RFC 6052). */
const IPV4_CARRIERS = [
	[0, 0, 0, 0, 0, 0xffff],
	[0x64, 0xff9b, 0, 0, 0, 0],
];

/**
 * Only canonical text outside the blocks, IPv6 inside 2000::/3. Mapped and NAT64 forms get the verdict of their IPv4
 * address; 6to4, Teredo, ISATAP and zone ids are refused. `0x7f.1` is no address.
 */
export function isPublicAddress(address: string): boolean {
	const version = isIP(address);
	if (version === 4) return !specialIPv4.check(address, "ipv4");
	if (version !== 6 || address.includes("%")) return false;
	const { parts } = parseIPv6(address);
	const carried = carriedIPv4(parts);
	if (carried !== undefined) return isPublicAddress(carried);
	return isGlobalUnicast(parts) && !isIsatap(parts) && !specialIPv6.check(address, "ipv6");
}

/** One spelling by which addresses compare; other text stays as it is. */
export function canonicalAddress(address: string): string {
	if (isIP(address) !== 6 || address.includes("%")) return address;
	const parsed = parseIPv6(address);
	return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address().toString() : parsed.toString();
}

/** URL writes hexadecimal only: ipaddr.js alone reads the compatible form ::1.2.3.4 as a mapped one. */
function parseIPv6(address: string): ipaddr.IPv6 {
	return ipaddr.IPv6.parse(new URL(`http://[${address}]/`).hostname.slice(1, -1));
}

function blockList(blocks: readonly AddressBlock[], family: "ipv4" | "ipv6"): BlockList {
	const list = new BlockList();
	for (const [first, prefixLength] of blocks) list.addSubnet(first, prefixLength, family);
	return list;
}

function carriedIPv4(parts: readonly number[]): string | undefined {
	if (!IPV4_CARRIERS.some((prefix) => prefix.every((part, index) => part === parts[index]))) return undefined;
	return parts
		.slice(6)
		.flatMap((part) => [part >> 8, part & 0xff])
		.join(".");
}

/** 2000::/3, the only block of which IANA has given out unicast addresses (RFC 4291 section 2.4). */
function isGlobalUnicast(parts: readonly number[]): boolean {
	return (parts[0] ?? 0) >> 13 === 0b001;
}

/** Interface identifier 0000:5efe or 0200:5efe: the tunnel ends at an IPv4 address of its own (RFC 5214 section 6.1). */
function isIsatap(parts: readonly number[]): boolean {
	return ((parts[4] ?? 0) & ~0x0200) === 0 && parts[5] === 0x5efe;
}

/** Addresses that may be dialled; rejects when one of them may not. */
export type VetHost = (host: string) => Promise<readonly string[]>;

export interface HostRules {
	readonly resolve: AuditLookups["resolve"];
	readonly isPublicAddress: AddressRule;
}

/** getaddrinfo, with local names and search domains. It holds one of libuv's few threads: not for a site's names. */
export async function systemResolve(host: string): Promise<readonly string[]> {
	const found = await lookup(host, { all: true, order: "verbatim" });
	return found.map(({ address }) => address);
}

/**
 * Shares lookups under way and keeps nothing, so that each connection is vetted on the answer of its moment.
 * @throws Failure `target-blocked` when any address is not public, `name-not-found`, `name-lookup-failed`
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
	// One bad address condemns the host: an attacker chooses which one a later connection takes.
	const refused = addresses.filter((address) => !rules.isPublicAddress(address));
	if (refused.length > 0) throw addressBlocked(host, refused);
	return addresses;
}

/** One sentence for every refusal, so that an answer is no probe of internal names. */
export function addressBlocked(host: string, addresses: readonly string[]): Failure {
	return new Failure(
		"target-blocked",
		{
			what: `"${host}" was not contacted.`,
			why: "It does not lead to the public Internet only.",
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
		throw refused(url, `Port ${url.port || port} is not one on which websites answer.`);
	const host = hostOf(url);
	if (isIP(host) === 0 && isPrivateName(host) && !privateNames.includes(host))
		throw refused(url, `"${host}" is a name that only a private network resolves.`);
}

/** What holds for all ports and names. @throws Failure `target-blocked` */
export function vetForm(url: URL): void {
	if (!isWebAddress(url)) throw refused(url, `A "${schemeOf(url)}" address ${meaningOf(url)}; it is no web address.`);
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
	"names a file on the machine of the person who opens it": "file",
	"carries its content in itself": "data",
	"is a script": "javascript vbscript",
	"names something in the memory of one browser": "blob filesystem",
	"is a page of the browser's own": "about chrome edge view-source",
	"writes an e-mail": "mailto",
	"calls or writes to a telephone": "tel sms",
	"leads to a file server": "ftp ftps sftp",
	"opens a WebSocket": "ws wss",
};
const MEANINGS: ReadonlyMap<string, string> = new Map(
	Object.entries(OTHER_SCHEMES).flatMap(([meaning, schemes]) =>
		schemes.split(" ").map((scheme) => [`${scheme}:`, meaning] as const),
	),
);

function meaningOf({ protocol }: URL): string {
	return MEANINGS.get(protocol) ?? "is for another program than a browser";
}

/** RFC 6761 and relatives: even asking the DNS would tell a private network about us. */
function isPrivateName(host: string): boolean {
	return !host.includes(".") || SPECIAL_USE_TLDS.has(host.slice(host.lastIndexOf(".") + 1));
}

function withoutCredentials(url: URL): string {
	const clean = new URL(url);
	clean.username = "";
	clean.password = "";
	return shown(clean.href);
}
