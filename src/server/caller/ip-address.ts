import { isIP } from "node:net";

/** An address in its one spelling, so that equal addresses are equal texts. */
export interface IpAddress {
	readonly version: 4 | 6;
	/** IPv4 with dots; IPv6 as RFC 5952 section 4 writes it, without a zone. */
	readonly text: string;
	/** Four bytes, or eight groups of 16 bits. */
	readonly parts: readonly number[];
}

/**
 * IPv6 prefixes of 96 bits before an IPv4 address: IPv4-compatible and IPv4-mapped (RFC 4291 section 2.5.5),
 * IPv4-translated (RFC 2765 section 2.1), NAT64 (RFC 6052 section 2.1).
 */
const IPV4_CARRIERS: readonly (readonly number[])[] = [
	[0, 0, 0, 0, 0, 0],
	[0, 0, 0, 0, 0, 0xffff],
	[0, 0, 0, 0, 0xffff, 0],
	[0x64, 0xff9b, 0, 0, 0, 0],
];

/**
 * Reads an address; one IPv4 address reads the same in whichever IPv6 form it arrives.
 * @returns undefined for every text that is no address, such as `0x7f.1`, a name or an address with a port
 */
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

/** The eight groups of a canonical text. */
function groupsOf(canonical: string): number[] {
	const [before = [], after = []] = canonical
		.split("::")
		.map((side) => (side === "" ? [] : side.split(":").map((group) => Number.parseInt(group, 16))));
	return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function carriedIPv4(groups: readonly number[]): number[] | undefined {
	const carrier = IPV4_CARRIERS.find((prefix) => prefix.every((group, index) => group === groups[index]));
	const [high = 0, low = 0] = groups.slice(6);
	// `::`, `::1` and what else would carry an address in 0.0.0.0/16 are addresses of their own
	if (carrier === undefined || (carrier === IPV4_CARRIERS[0] && high === 0)) return undefined;
	return [high >> 8, high & 0xff, low >> 8, low & 0xff];
}

/** Stands for every caller whose address is not known: they share one counter, so that it is no way around limits. */
export const UNKNOWN_ADDRESS = "unknown";

/** Ends of the keys of one IPv6 customer's network and of the network around it. */
const SUBNET = "::/64";
const NETWORK = "::/48";

/**
 * What quotas of callers without a token are counted by: an IPv4 address as it is, in whichever IPv6 form it arrives;
 * of an IPv6 address the /64, since whoever has one address there has them all; `unknown` for what is no address.
 */
export function addressKey(address: string): string {
	const read = readAddress(address);
	if (read === undefined) return UNKNOWN_ADDRESS;
	return read.version === 4 ? read.text : hexadecimal(read.parts.slice(0, 4)) + SUBNET;
}

/**
 * The /48 around the /64 that a key of `addressKey` stands for: what a site usually gets (RFC 6177 section 2), so one
 * caller may own all of its 65,536 keys.
 * @returns undefined for every other key
 */
export function networkKey(key: string): string | undefined {
	if (!/^(?:[0-9a-f]{1,4}:){3}[0-9a-f]{1,4}::\/64$/.test(key)) return undefined;
	return key.split(":", 3).join(":") + NETWORK;
}

/** An address as logs may hold it, without the part that identifies one person: IPv4 /24, IPv6 /48. */
export function truncatedAddress(address: string): string {
	const read = readAddress(address);
	if (read === undefined) return UNKNOWN_ADDRESS;
	const network = read.parts.slice(0, 3);
	return read.version === 4 ? `${network.join(".")}.0/24` : hexadecimal(network) + NETWORK;
}

function hexadecimal(groups: readonly number[]): string {
	return groups.map((group) => group.toString(16)).join(":");
}
