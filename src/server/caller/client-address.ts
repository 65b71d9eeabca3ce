import { UNKNOWN_ADDRESS } from "./address-key.ts";
import { type IpAddress, readAddress } from "./ip-address.ts";
import type { TrustedProxies } from "./trusted-proxies.ts";

/**
 * Who asks. Without a trusted proxy it is the peer of the connection, whatever the headers say. A trusted proxy's word
 * is taken from X-Forwarded-For, read from the right, where each proxy adds the peer it saw: the first address that is
 * not itself a trusted proxy's. What stands further left came with the request and is nobody's word.
 *
 * `Forwarded` (RFC 7239) is not read: a proxy that writes the one field lets the other through as the client sent it,
 * so whoever reads both reads what the client likes. A proxy that knows only `Forwarded` has to be told to write
 * X-Forwarded-For.
 *
 * @param peer address of the other end of the connection; undefined when it has gone
 * @param headers of the request; several lines of one field count as one list (RFC 9110 section 5.3)
 * @returns an address in its one spelling; the last proxy's where that one names no address; `unknown` without a peer
 */
export function clientAddress(peer: string | undefined, headers: Headers, trusted: TrustedProxies): string {
	let nearest = readAddress(peer ?? "");
	if (nearest === undefined) return UNKNOWN_ADDRESS;
	const field = headers.get("x-forwarded-for");
	const hops = field ? field.split(",") : [];
	while (trusted.includes(nearest)) {
		const hop = hops.pop();
		// an empty entry is a proxy that knew no address, and what stands before it is not that proxy's word
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
