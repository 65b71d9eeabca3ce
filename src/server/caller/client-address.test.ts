import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addressKey } from "./address-key.ts";
import { ipv4, ipv6 } from "./addresses.testkit.ts";
import { clientAddress } from "./client-address.ts";
import { readTrustedProxies } from "./trusted-proxies.ts";

const PROXY = "10.0.0.1";
const trusted = readTrustedProxies("10.0.0.0/8, 2001:db8:aaaa::/48");
const forwarded = (...lines: string[]) => new Headers(lines.map((line): [string, string] => ["x-forwarded-for", line]));
/** Addresses of clients: not of the proxies above. */
const client = fc.oneof(
	ipv4.filter((address) => !address.startsWith("10.")),
	ipv6.filter((address) => !address.startsWith("2001:db8:aaaa:")),
);
/** What a client may write into a field: whatever a header may hold. */
const junk = fc.oneof(
	fc.stringMatching(/^[\x20-\x7e]{0,40}$/),
	fc
		.array(fc.oneof(ipv4, ipv6, fc.constantFrom(PROXY, "", "unknown", "[", '"')), { maxLength: 6 })
		.map((all) => all.join(",")),
);

describe("clientAddress", () => {
	it.each([
		["no field", [], PROXY],
		["an empty field", [""], PROXY],
		["one hop", ["192.0.2.7"], "192.0.2.7"],
		["two hops, one of them trusted", ["192.0.2.7, 10.0.0.2"], "192.0.2.7"],
		["what the client wrote itself", ["198.51.100.1, 192.0.2.7, 10.0.0.2"], "192.0.2.7"],
		["several lines", ["198.51.100.1", "192.0.2.7", "10.0.0.2"], "192.0.2.7"],
		["trusted hops alone", ["10.0.0.3,10.0.0.2"], "10.0.0.3"],
		["a port", ["192.0.2.7:51000"], "192.0.2.7"],
		["IPv6", ["2001:DB8:0::7"], "2001:db8::7"],
		["IPv6 in brackets", ["[2001:db8::7]"], "2001:db8::7"],
		["IPv6 in brackets with a port", ["[2001:db8::7]:443"], "2001:db8::7"],
		["IPv6 that ends like a port", ["2001:db8::7:443"], "2001:db8::7:443"],
		["a mapped address", ["::ffff:192.0.2.7"], "192.0.2.7"],
		["a trusted proxy in its mapped form", ["192.0.2.7, ::ffff:10.0.0.2"], "192.0.2.7"],
		["a zone", ["fe80::7%eth0"], "fe80::7"],
		["a name", ["192.0.2.7, client.example"], PROXY],
		["garbage behind a further proxy", ["192.0.2.7, unknown, 10.0.0.2"], "10.0.0.2"],
		["an empty entry", ["192.0.2.7, "], PROXY],
		["an empty entry before a proxy", ["192.0.2.7,, 10.0.0.2"], "10.0.0.2"],
		["IPv4 in brackets", ["[192.0.2.7]"], PROXY],
		["a number that is no port", ["192.0.2.7:port"], PROXY],
		["a quoted address", ['"192.0.2.7"'], PROXY],
	])("with a trusted proxy and %s", (_, lines, address) => {
		expect(clientAddress(PROXY, forwarded(...lines), trusted)).toBe(address);
		expect(clientAddress(`::ffff:${PROXY}`, forwarded(...lines), trusted)).toBe(address);
	});

	it("is unknown without a peer", () => {
		for (const peer of [undefined, "", "unix:"]) {
			expect(clientAddress(peer, forwarded("192.0.2.7"), trusted)).toBe("unknown");
		}
	});

	it("does not read Forwarded", () => {
		const headers = new Headers({
			forwarded: "for=198.51.100.1",
			"x-forwarded-for": "192.0.2.7",
			"x-real-ip": "198.51.100.2",
		});
		expect(clientAddress(PROXY, headers, trusted)).toBe("192.0.2.7");
		headers.delete("x-forwarded-for");
		expect(clientAddress(PROXY, headers, trusted)).toBe(PROXY);
	});

	it("cannot be chosen by a client that comes through no trusted proxy", () => {
		fc.assert(
			fc.property(client, fc.array(junk, { maxLength: 3 }), (peer, lines) => {
				const key = addressKey(clientAddress(peer, forwarded(...lines), trusted));
				expect(key).toBe(addressKey(peer));
				expect(addressKey(clientAddress(peer, forwarded(...lines), readTrustedProxies(undefined)))).toBe(key);
			}),
		);
	});

	it("cannot be chosen by a client through trusted proxies that add the peer they saw", () => {
		const proxies = fc.array(fc.constantFrom("10.0.0.2", "10.255.0.1", "2001:db8:aaaa::1"), { maxLength: 3 });
		fc.assert(
			fc.property(client, fc.array(junk, { maxLength: 3 }), proxies, (peer, lines, hops) => {
				const written = [...lines, peer, ...hops];
				const asOneLine = written.filter((line) => line !== "").join(", ");
				expect(addressKey(clientAddress(PROXY, forwarded(...written), trusted))).toBe(addressKey(peer));
				expect(addressKey(clientAddress(PROXY, forwarded(asOneLine), trusted))).toBe(addressKey(peer));
			}),
		);
	});
});
