import { BlockList, isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * [first address, prefix length, name] by the IANA IPv4 and IPv6 Special-Purpose Address Registries of 2025-10-09,
 * https://www.iana.org/assignments/iana-ipv4-special-registry and
 * https://www.iana.org/assignments/iana-ipv6-special-registry (CC0-1.0); multicast by RFC 5771, RFC 4291 section 2.7.
 * Includes rows that IANA marks globally reachable: anycast such as 192.0.0.10 reaches the nearest router, maybe ours.
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
 * Global by IANA's registries, but inside the cloud's network they lead to the machine's host or to services that trust
 * it. SPECIAL_IPV4 and SPECIAL_IPV6 already include 169.254.0.0/16 (AWS, Google, Azure, Oracle, Tencent, DigitalOcean,
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

/** An IPv4 address as a number; NaN for other text, including leading zeros. */
function ipv4Number(text: string): number {
	let [number, octet, digits, octets] = [0, 0, 0, 1];
	for (let at = 0; at < text.length; at++) {
		const digit = text.charCodeAt(at) - 48;
		if (digit === DOT && digits > 0 && octets < 4) {
			number = number * 256 + octet;
			[octet, digits] = [0, 0];
			octets++;
			continue;
		}
		if (!(digit >= 0 && digit <= 9) || (digits > 0 && octet === 0)) return Number.NaN;
		octet = octet * 10 + digit;
		digits++;
		if (octet > 255) return Number.NaN;
	}
	return octets === 4 && digits > 0 ? number * 256 + octet : Number.NaN;
}

/** Char code of `.` minus that of `0`. */
const DOT = -2;

/** Sorted, without overlaps. A BlockList takes 1.5 KiB per range and 3 µs per lookup: too slow for lines of a log. */
class IPv4Ranges {
	readonly #firsts: Float64Array;
	readonly #lasts: Float64Array;

	constructor(blocks: readonly (readonly [first: string, prefixLength: number, ...name: readonly string[]])[]) {
		const ranges: { first: number; last: number }[] = [];
		const rows = blocks.map(([text, prefixLength]) => {
			const [address, size] = [ipv4Number(text), 2 ** (32 - prefixLength)];
			return { first: address - (address % size), last: address - (address % size) + size - 1 };
		});
		for (const { first, last } of rows.sort((a, b) => a.first - b.first)) {
			const before = ranges.at(-1);
			if (before && first <= before.last + 1) before.last = Math.max(before.last, last);
			else ranges.push({ first, last });
		}
		this.#firsts = Float64Array.from(ranges, ({ first }) => first);
		this.#lasts = Float64Array.from(ranges, ({ last }) => last);
	}

	has(address: number): boolean {
		let [low, high] = [0, this.#firsts.length];
		while (low < high) {
			const middle = (low + high) >>> 1;
			if ((this.#firsts[middle] ?? 0) <= address) low = middle + 1;
			else high = middle;
		}
		return low > 0 && address <= (this.#lasts[low - 1] ?? -1);
	}
}

const specialIPv4 = new IPv4Ranges([...SPECIAL_IPV4, ...CLOUD_SERVICES.filter(([first]) => isIP(first) === 4)]);
const specialIPv6 = blockList([...SPECIAL_IPV6, ...CLOUD_SERVICES.filter(([first]) => isIP(first) === 6)]);

/** IPv6 prefixes that embed an IPv4 address in the last 32 bits: mapped (RFC 4291), NAT64 (RFC 6052). */
const IPV4_CARRIERS = [
	[0, 0, 0, 0, 0, 0xffff],
	[0x64, 0xff9b, 0, 0, 0, 0],
];

/**
 * Accepts canonical text outside the blocks, for IPv6 inside 2000::/3. Mapped and NAT64 addresses count as their IPv4
 * address; rejects 6to4, Teredo, ISATAP, zone ids and forms such as `0x7f.1`.
 */
export function isPublicAddress(address: string): boolean {
	const number = ipv4Number(address);
	if (!Number.isNaN(number)) return !specialIPv4.has(number);
	if (isIP(address) !== 6 || address.includes("%")) return false;
	const { parts } = parseIPv6(address);
	const carried = carriedIPv4(parts);
	if (carried !== undefined) return isPublicAddress(carried);
	return isGlobalUnicast(parts) && !isIsatap(parts) && !specialIPv6.check(address, "ipv6");
}

/** Canonical form for comparison; returns other text unchanged. */
export function canonicalAddress(address: string): string {
	if (isIP(address) !== 6 || address.includes("%")) return address;
	const parsed = parseIPv6(address);
	return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address().toString() : parsed.toString();
}

/** URL writes hexadecimal only: ipaddr.js alone would parse the compatible form ::1.2.3.4 as a mapped one. */
function parseIPv6(address: string): ipaddr.IPv6 {
	const hexadecimal = address.includes(".") ? new URL(`http://[${address}]/`).hostname.slice(1, -1) : address;
	return ipaddr.IPv6.parse(hexadecimal);
}

function blockList(blocks: readonly (readonly [first: string, prefixLength: number, ...name: readonly string[]])[]) {
	const list = new BlockList();
	for (const [first, prefixLength] of blocks) list.addSubnet(first, prefixLength, "ipv6");
	return list;
}

function carriedIPv4(parts: readonly number[]): string | undefined {
	if (!IPV4_CARRIERS.some((prefix) => prefix.every((part, index) => part === parts[index]))) return undefined;
	return parts
		.slice(6)
		.flatMap((part) => [part >> 8, part & 0xff])
		.join(".");
}

/** 2000::/3, the only block from which IANA has assigned unicast addresses (RFC 4291 section 2.4). */
function isGlobalUnicast(parts: readonly number[]): boolean {
	return (parts[0] ?? 0) >> 13 === 0b001;
}

/** Interface identifier 0000:5efe or 0200:5efe: the tunnel ends at an embedded IPv4 address (RFC 5214 section 6.1). */
function isIsatap(parts: readonly number[]): boolean {
	return ((parts[4] ?? 0) & ~0x0200) === 0 && parts[5] === 0x5efe;
}

/** A set of ranges as vendors publish them: `192.0.2.0/24`, `2001:db8::/32`, or one address. */
export class AddressSet {
	readonly #ipv4: IPv4Ranges;
	readonly #ipv6: BlockList;
	readonly size: number;

	/** @throws RangeError for an invalid range */
	constructor(ranges: readonly string[]) {
		const strange = ranges.find((range) => !isAddressRange(range));
		if (strange !== undefined) throw new RangeError(`"${strange}" is not an address range.`);
		const blocksOf = (version: 4 | 6, longest: number) =>
			ranges.flatMap((range): [string, number][] => {
				const [first = "", length = longest] = range.split("/");
				return isIP(first) === version ? [[first, Number(length)]] : [];
			});
		this.#ipv4 = new IPv4Ranges(blocksOf(4, 32));
		this.#ipv6 = blockList(blocksOf(6, 128));
		this.size = ranges.length;
	}

	/** False for invalid addresses. */
	has(address: string): boolean {
		const number = ipv4Number(address);
		if (!Number.isNaN(number)) return this.#ipv4.has(number);
		if (isIP(address) !== 6 || address.includes("%")) return false;
		const canonical = canonicalAddress(address);
		const mapped = ipv4Number(canonical);
		return Number.isNaN(mapped) ? this.#ipv6.check(canonical, "ipv6") : this.#ipv4.has(mapped);
	}
}

export function isAddressRange(text: string): boolean {
	const [first = "", length = "0", more] = text.split("/");
	const version = isIP(first);
	if (version === 0 || more !== undefined || first.includes("%")) return false;
	return /^\d{1,3}$/.test(length) && Number(length) <= (version === 4 ? 32 : 128);
}

export function isIPAddress(text: string): boolean {
	return isIP(text) !== 0;
}
