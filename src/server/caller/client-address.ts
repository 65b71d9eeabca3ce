import { BlockList, isIP } from "node:net";
import { Failure } from "#core/failure.ts";

/**
 * The peer, or behind trusted proxies the rightmost X-Forwarded-For address that is not a proxy. Entries further left
 * came with the request. Ignores `Forwarded` (RFC 7239), because a proxy that writes one field passes on the other.
 * @param headers several lines of one field count as one list (RFC 9110 section 5.3)
 * @returns canonical address; the last proxy's if it names none; `unknown` without a peer
 */
export function clientAddress(
	peer: string | undefined,
	headers: Pick<Headers, "get">,
	trusted: TrustedProxies,
): string {
	let nearest = readAddress(peer ?? "");
	if (nearest === undefined) return UNKNOWN_ADDRESS;
	const field = headers.get("x-forwarded-for");
	const hops = field ? field.split(",") : [];
	while (trusted.includes(nearest)) {
		const hop = hops.pop();
		// A proxy that did not know the address leaves an empty entry. Trust no entry before it.
		const address: IpAddress | undefined = hop === undefined ? undefined : readHop(hop.trim());
		if (address === undefined) break;
		nearest = address;
	}
	return nearest.text;
}

/** Some proxies add a port, and with it brackets around IPv6. */
function readHop(hop: string): IpAddress | undefined {
	const { bracketed, plain } = /^(?:\[(?<bracketed>[^\]]*)\]|(?<plain>[^:[\]]*))(?::\d{1,5})?$/.exec(hop)?.groups ?? {};
	if (bracketed?.includes(":")) return readAddress(bracketed);
	return readAddress(plain ?? hop);
}

export interface TrustedProxies {
	includes(address: IpAddress): boolean;
}

/** RFC 1122 and 4291; RFC 1918, RFC 4193 and the link-local ranges. */
const NAMED_RANGES: ReadonlyMap<string, readonly string[]> = new Map([
	["loopback", ["127.0.0.0/8", "::1"]],
	["private", ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "fc00::/7", "fe80::/10"]],
]);

/** Such as `loopback, private, 10.0.0.0/8`; empty trusts none. @throws Failure `input-invalid` naming the entry */
export function readTrustedProxies(text: string | undefined): TrustedProxies {
	// One list would match IPv4 addresses against IPv6 ranges that contain mapped addresses.
	const lists = { 4: new BlockList(), 6: new BlockList() };
	for (const entry of text?.split(/[\s,]+/).filter(Boolean) ?? []) {
		for (const range of NAMED_RANGES.get(entry) ?? [entry]) {
			const { first, prefixLength } = readRange(range);
			lists[first.version].addSubnet(first.text, prefixLength, familyOf(first));
		}
	}
	return { includes: (address) => lists[address.version].check(address.text, familyOf(address)) };
}

/** In `::ffff:10.0.0.0/104` the prefix length counts from bit 96 of the IPv6 address. */
function readRange(entry: string) {
	const { address, length } = /^(?<address>[^/%]+)(?:\/(?<length>\d{1,3}))?$/.exec(entry)?.groups ?? {};
	const first = address === undefined ? undefined : readAddress(address);
	if (address === undefined || first === undefined) throw wrong(entry, "is neither an address nor a range");
	const bits = first.version === 4 ? 32 : 128;
	const carrier = isIP(address) === 6 && first.version === 4 ? 96 : 0;
	const prefixLength = length === undefined ? bits : Number(length) - carrier;
	if (prefixLength > bits) throw wrong(entry, `is longer than an address, which has ${bits + carrier} bits`);
	if (prefixLength < 1) throw wrong(entry, "would trust everyone, and anyone could choose the address they count as");
	if (hasBitsBeyond(first, prefixLength)) throw wrong(entry, "does not start at the first address of its range");
	return { first, prefixLength };
}

function hasBitsBeyond({ version, parts }: IpAddress, prefixLength: number): boolean {
	const width = version === 4 ? 8 : 16;
	return parts.some((part, index) => {
		const kept = Math.min(Math.max(prefixLength - index * width, 0), width);
		return (part & ((1 << (width - kept)) - 1)) !== 0;
	});
}

function familyOf(address: IpAddress): "ipv4" | "ipv6" {
	return address.version === 4 ? "ipv4" : "ipv6";
}

function wrong(entry: string, why: string): Failure {
	return new Failure("input-invalid", {
		what: "SIGHTLINE_TRUSTED_PROXIES cannot be used.",
		why: `${JSON.stringify(entry)} ${why}.`,
		todo: "Write addresses and ranges such as 192.0.2.7, 10.0.0.0/8 or 2001:db8::/32, or loopback or private.",
	});
}

/** Canonical, so that equal addresses are equal texts. */
interface IpAddress {
	readonly version: 4 | 6;
	/** IPv4 with dots; IPv6 by RFC 5952 section 4, without a zone. */
	readonly text: string;
	/** Four bytes, or eight groups of 16 bits. */
	readonly parts: readonly number[];
}

/** Compatible, mapped (RFC 4291 section 2.5.5), translated (RFC 2765 section 2.1), NAT64 (RFC 6052 section 2.1). */
const IPV4_CARRIERS: readonly (readonly number[])[] = [
	[0, 0, 0, 0, 0, 0],
	[0, 0, 0, 0, 0, 0xffff],
	[0, 0, 0, 0, 0xffff, 0],
	[0x64, 0xff9b, 0, 0, 0, 0],
];

/** Maps all IPv6 forms of an IPv4 address to it. Undefined for `0x7f.1`, a name or an address with a port. */
export function readAddress(text: string): IpAddress | undefined {
	if (isIP(text) === 4) return fromIPv4(text.split(".").map(Number));
	const bare = text.replace(/%.*$/s, "");
	if (isIP(bare) !== 6) return undefined;
	const canonical = new URL(`http://[${bare}]/`).hostname.slice(1, -1);
	const parts = groupsOf(canonical);
	const carried = carriedIPv4(parts);
	return carried === undefined ? { version: 6, text: canonical, parts } : fromIPv4(carried);
}

function fromIPv4(bytes: readonly number[]): IpAddress {
	return { version: 4, text: bytes.join("."), parts: bytes };
}

function groupsOf(canonical: string): number[] {
	const [before = [], after = []] = canonical
		.split("::")
		.map((side) => (side === "" ? [] : side.split(":").map((group) => Number.parseInt(group, 16))));
	return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function carriedIPv4(groups: readonly number[]): number[] | undefined {
	const carrier = IPV4_CARRIERS.find((prefix) => prefix.every((group, index) => group === groups[index]));
	const [high = 0, low = 0] = groups.slice(6);
	// `::`, `::1` and others in the place of 0.0.0.0/16 are IPv6 addresses.
	if (carrier === undefined || (carrier === IPV4_CARRIERS[0] && high === 0)) return undefined;
	return [high >> 8, high & 0xff, low >> 8, low & 0xff];
}

/** All callers without a known address share one counter, so that hiding it does not evade limits. */
const UNKNOWN_ADDRESS = "unknown";

/** Key suffixes for one customer's IPv6 network and for the network around it. */
const SUBNET = "::/64";
const NETWORK = "::/48";

/** The IPv4 address, or the IPv6 /64, where a caller has all addresses; `unknown` if it is not an address. */
export function addressKey(address: string): string {
	const read = readAddress(address);
	if (read === undefined) return UNKNOWN_ADDRESS;
	return read.version === 4 ? read.text : hexadecimal(read.parts.slice(0, 4)) + SUBNET;
}

/** The /48 of a /64 key: sites usually get a /48 (RFC 6177 section 2) and so own 65,536 keys. Else undefined. */
export function networkKey(key: string): string | undefined {
	if (!/^(?:[0-9a-f]{1,4}:){3}[0-9a-f]{1,4}::\/64$/.test(key)) return undefined;
	return key.split(":", 3).join(":") + NETWORK;
}

/** For logs, without the personal part: IPv4 /24, IPv6 /48. */
export function truncatedAddress(address: string): string {
	const read = readAddress(address);
	if (read === undefined) return UNKNOWN_ADDRESS;
	const network = read.parts.slice(0, 3);
	return read.version === 4 ? `${network.join(".")}.0/24` : hexadecimal(network) + NETWORK;
}

function hexadecimal(groups: readonly number[]): string {
	return groups.map((group) => group.toString(16)).join(":");
}
