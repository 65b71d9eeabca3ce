import { BlockList, isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { type AddressBlock, SPECIAL_IPV4, SPECIAL_IPV6 } from "./iana-special-purpose.ts";

/** Decides whether a connection to an address may be opened. */
export type AddressRule = (address: string) => boolean;

/** Two lists, because one BlockList would match every IPv4 address against the row of IPv4-mapped IPv6. */
const specialIPv4 = blockList(SPECIAL_IPV4, "ipv4");
const specialIPv6 = blockList(SPECIAL_IPV6, "ipv6");

/** IPv6 prefixes whose last 32 bits are the IPv4 address that is reached: mapped (RFC 4291), NAT64 (RFC 6052). */
const IPV4_CARRIERS = [
	[0, 0, 0, 0, 0, 0xffff],
	[0x64, 0xff9b, 0, 0, 0, 0],
];

/**
 * True when the address is a plain public unicast address of the Internet.
 *
 * Only what is known to be good passes: a canonical IPv4 or IPv6 text outside every block of the IANA special-purpose
 * registries, IPv6 inside 2000::/3 only. Mapped and NAT64 forms get the verdict of the IPv4 address they carry; 6to4,
 * Teredo, ISATAP and addresses with a zone id are refused. Any other text, such as `0x7f.1`, is no address: false.
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

/** The one spelling of an address by which two can be compared; the text itself where it is no address. */
export function canonicalAddress(address: string): string {
	if (isIP(address) !== 6 || address.includes("%")) return address;
	const parsed = parseIPv6(address);
	return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address().toString() : parsed.toString();
}

/** By way of URL, which writes hexadecimal only: ipaddr.js alone reads the compatible form ::1.2.3.4 as a mapped one. */
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
