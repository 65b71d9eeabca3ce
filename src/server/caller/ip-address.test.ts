import { BlockList, isIP } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formsOf, ipv4, ipv6 } from "./addresses.testkit.ts";
import { addressKey, networkKey, truncatedAddress } from "./ip-address.ts";

describe("addressKey", () => {
	it.each([
		["192.0.2.7", "192.0.2.7"],
		["::ffff:192.0.2.7", "192.0.2.7"],
		["::ffff:c000:207", "192.0.2.7"],
		["64:ff9b::c000:207", "192.0.2.7"],
		["::192.0.2.7", "192.0.2.7"],
		["::ffff:0:192.0.2.7", "192.0.2.7"],
		["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
		["2001:0DB8:0001:0002::", "2001:db8:1:2::/64"],
		["2001:db8::1", "2001:db8:0:0::/64"],
		["fe80::1%eth0", "fe80:0:0:0::/64"],
		["64:ff9b:1::192.0.2.7", "64:ff9b:1:0::/64"],
		["::1", "0:0:0:0::/64"],
		["::", "0:0:0:0::/64"],
	])("%s counts as %s", (address, key) => {
		expect(addressKey(address)).toBe(key);
	});

	it.each([
		"",
		"unknown",
		"localhost",
		"192.0.2.7:80",
		"[::1]",
		"0x7f.1",
		"127.1",
		"192.0.2.07",
		"192.0.2.7%eth0",
		" 192.0.2.7",
		"2001:db8::1/64",
		"::1]#[::2",
		"1:2:3:4:5:6:7:8:9",
		"%",
	])("%j is no address and shares the counter of all that are none", (text) => {
		expect(addressKey(text)).toBe("unknown");
		expect(truncatedAddress(text)).toBe("unknown");
	});

	it("never collapses IPv4 addresses into one, in whichever form they arrive", () => {
		fc.assert(
			fc.property(ipv4, (address) => {
				for (const form of formsOf(address)) expect(addressKey(form)).toBe(address);
			}),
		);
	});

	it("tells IPv6 addresses apart by their /64 alone, however they are written", () => {
		fc.assert(
			fc.property(ipv6, ipv6, (one, other) => {
				const subnet = new BlockList();
				subnet.addSubnet(one, 64, "ipv6");
				expect(addressKey(one) === addressKey(other)).toBe(subnet.check(other, "ipv6"));
				expect(addressKey(new URL(`http://[${one}]/`).hostname.slice(1, -1).toUpperCase())).toBe(addressKey(one));
			}),
		);
	});

	it("takes any text", () => {
		const texts = fc.oneof(fc.string(), fc.stringMatching(/^[\d.:a-f%/[\]]{0,30}$/), ipv4, ipv6);
		fc.assert(
			fc.property(texts, (text) => {
				const zoneOfIPv4 = /^[\d.]+%/.test(text);
				expect(addressKey(text) === "unknown").toBe(isIP(text.replace(/%.*$/s, "")) === 0 || zoneOfIPv4);
			}),
		);
	});
});

describe("networkKey", () => {
	it("is the /48 of a key of IPv6, and of no other text", () => {
		expect(networkKey(addressKey("2001:db8:1:2::3"))).toBe("2001:db8:1::/48");
		for (const key of ["192.0.2.7", "unknown", "x::/64", "subject of a token", "2001:db8:1:2::/64x", ""]) {
			expect(networkKey(key)).toBeUndefined();
		}
	});

	it("is the same for all addresses of a /48", () => {
		fc.assert(
			fc.property(ipv6, ipv6, (one, other) => {
				const network = new BlockList();
				network.addSubnet(one, 48, "ipv6");
				expect(networkKey(addressKey(one)) === networkKey(addressKey(other))).toBe(network.check(other, "ipv6"));
			}),
		);
	});
});

describe("truncatedAddress", () => {
	it("keeps the network and drops the person", () => {
		expect(truncatedAddress("192.0.2.7")).toBe("192.0.2.0/24");
		expect(truncatedAddress("::ffff:192.0.2.7")).toBe("192.0.2.0/24");
		expect(truncatedAddress("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1::/48");
		expect(truncatedAddress("fe80::1%eth0")).toBe("fe80:0:0::/48");
	});

	it("holds no more than 24 and 48 bits", () => {
		fc.assert(
			fc.property(ipv4, (a) => void expect(truncatedAddress(a)).toBe(truncatedAddress(a.replace(/\d+$/, "1")))),
		);
		fc.assert(fc.property(ipv6, (a) => void expect(`${networkKey(addressKey(a))}`).toBe(truncatedAddress(a))));
	});
});
