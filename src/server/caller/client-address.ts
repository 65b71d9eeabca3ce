import { BlockList, isIP } from "node:net";
import { Failure } from "#core/failure.ts";
import { type IpAddress, readAddress, UNKNOWN_ADDRESS } from "./ip-address.ts";

/**
 * Address of the client. Without a trusted proxy it is the peer of the connection, whatever the headers say. For a trusted proxy
 * X-Forwarded-For is read from the right, where each proxy adds the peer it saw: the first address that is
 * not itself a trusted proxy's. Entries further left came with the request and are not trusted.
 *
 * `Forwarded` (RFC 7239) is not read: a proxy that writes the one field lets the other through as the client sent it,
 * so a server that reads both can be deceived by the client. A proxy that knows only `Forwarded` must be configured to write
 * X-Forwarded-For.
 *
 * @param peer address of the other end of the connection; undefined when it has gone
 * @param headers of the request; several lines of one field count as one list (RFC 9110 section 5.3)
 * @returns an address in its one spelling; the last proxy's where that one names no address; `unknown` without a peer
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
		// an empty entry is from a proxy that knew no address; entries before it are not trusted
		const address: IpAddress | undefined = hop === undefined ? undefined : readHop(hop.trim());
		if (address === undefined) break;
		nearest = address;
	}
	return nearest.text;
}

/** Some proxies write the port of the connection too, and then an IPv6 address in brackets. */
function readHop(hop: string): IpAddress | undefined {
	const { bracketed, plain } = /^(?:\[(?<bracketed>[^\]]*)\]|(?<plain>[^:[\]]*))(?::\d{1,5})?$/.exec(hop)?.groups ?? {};
	if (bracketed?.includes(":")) return readAddress(bracketed);
	return readAddress(plain ?? hop);
}

/** Proxies whose X-Forwarded-For is trusted. */
export interface TrustedProxies {
	includes(address: IpAddress): boolean;
}

/** Names of ranges: RFC 1122 and 4291; RFC 1918, RFC 4193 and the link-local ranges. */
const NAMED_RANGES: ReadonlyMap<string, readonly string[]> = new Map([
	["loopback", ["127.0.0.0/8", "::1"]],
	["private", ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "fc00::/7", "fe80::/10"]],
]);

/**
 * Reads a list such as `loopback, 10.0.0.0/8, 2001:db8::7`: addresses, ranges, and the words `loopback` and `private`,
 * with commas or spaces between them. Absent or empty, nobody is trusted.
 * @throws Failure `input-invalid` naming the entry that is wrong
 */
export function readTrustedProxies(text: string | undefined): TrustedProxies {
	// two lists, because one would match every IPv4 address against ranges of IPv6 around the mapped addresses
	const lists = { 4: new BlockList(), 6: new BlockList() };
	for (const entry of text?.split(/[\s,]+/).filter(Boolean) ?? []) {
		for (const range of NAMED_RANGES.get(entry) ?? [entry]) {
			const { first, prefixLength } = readRange(range);
			lists[first.version].addSubnet(first.text, prefixLength, familyOf(first));
		}
	}
	return { includes: (address) => lists[address.version].check(address.text, familyOf(address)) };
}

/** An IPv4 range may be written in an IPv6 form, `::ffff:10.0.0.0/104`: its length then counts from the 96th bit on. */
function readRange(entry: string) {
	const { address, length } = /^(?<address>[^/%]+)(?:\/(?<length>\d{1,3}))?$/.exec(entry)?.groups ?? {};
	const first = address === undefined ? undefined : readAddress(address);
	if (address === undefined || first === undefined) throw wrong(entry, "is neither an address nor a range");
	const bits = first.version === 4 ? 32 : 128;
	const carrier = isIP(address) === 6 && first.version === 4 ? 96 : 0;
	const prefixLength = length === undefined ? bits : Number(length) - carrier;
	if (prefixLength > bits) throw wrong(entry, `is longer than an address, which has ${bits + carrier} bits`);
	if (prefixLength < 1)
		throw wrong(entry, "would trust everybody, and everybody could choose the address they count as");
	if (hasBitsBeyond(first, prefixLength)) throw wrong(entry, "does not begin with the first address of its range");
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
		what: "SIGHTLINE_TRUSTED_PROXIES is not usable.",
		why: `${JSON.stringify(entry)} ${why}.`,
		todo: "Write addresses and ranges such as 192.0.2.7, 10.0.0.0/8 or 2001:db8::/32, or loopback or private.",
	});
}
