import { readAddress } from "./ip-address.ts";

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

/** An address as logs may hold it, without the part that tells one person from the neighbours: IPv4 /24, IPv6 /48. */
export function truncatedAddress(address: string): string {
	const read = readAddress(address);
	if (read === undefined) return UNKNOWN_ADDRESS;
	const network = read.parts.slice(0, 3);
	return read.version === 4 ? `${network.join(".")}.0/24` : hexadecimal(network) + NETWORK;
}

function hexadecimal(groups: readonly number[]): string {
	return groups.map((group) => group.toString(16)).join(":");
}
