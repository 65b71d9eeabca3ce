import { BlockList, isIP } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formsOf, ipv4, ipv6 } from "./addresses.testkit.ts";
import {
	addressKey,
	clientAddress,
	networkKey,
	readAddress,
	readTrustedProxies,
	truncatedAddress,
} from "./client-address.ts";

const PROXY = "10.0.0.1";
const trusted = readTrustedProxies("10.0.0.0/8, 2001:db8:aaaa::/48");
const forwarded = (...lines: string[]) => new Headers(lines.map((line): [string, string] => ["x-forwarded-for", line]));
/** Addresses of clients: not of the proxies above. */
const client = fc.oneof(
	ipv4.filter((address) => !address.startsWith("10.")),
	ipv6.filter((address) => !address.startsWith("2001:db8:aaaa:")),
);
/** Any valid header value. */
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

	it("cannot be forged without a trusted proxy", () => {
		fc.assert(
			fc.property(client, fc.array(junk, { maxLength: 3 }), (peer, lines) => {
				const key = addressKey(clientAddress(peer, forwarded(...lines), trusted));
				expect(key).toBe(addressKey(peer));
				expect(addressKey(clientAddress(peer, forwarded(...lines), readTrustedProxies(undefined)))).toBe(key);
			}),
		);
	});

	it("cannot be forged through trusted proxies that append their peer", () => {
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

function trusts(list: string | undefined, address: string): boolean {
	const read = readAddress(address);
	if (read === undefined) throw new Error(`${address} is no address`);
	return readTrustedProxies(list).includes(read);
}

describe("readTrustedProxies", () => {
	it("trusts nobody by default", () => {
		for (const list of [undefined, "", " , "]) {
			for (const address of ["127.0.0.1", "::1", "10.0.0.1", "fd00::1"]) expect(trusts(list, address)).toBe(false);
		}
	});

	it("reads addresses, ranges and words", () => {
		const list = "192.0.2.7, 198.51.100.0/24 2001:db8::7,2001:db8:1::/48\nloopback";
		for (const address of ["192.0.2.7", "198.51.100.255", "2001:db8::7", "2001:db8:1:ffff::", "127.9.9.9", "::1"]) {
			expect(trusts(list, address), address).toBe(true);
		}
		for (const address of ["192.0.2.8", "198.51.101.0", "2001:db8::8", "2001:db8:2::", "10.0.0.1", "::2"]) {
			expect(trusts(list, address), address).toBe(false);
		}
		for (const address of ["10.9.9.9", "172.31.0.1", "192.168.1.1", "169.254.1.1", "fd12::1", "fe80::1%eth0"]) {
			expect(trusts("private", address), address).toBe(true);
		}
		for (const address of ["172.32.0.1", "11.0.0.1", "100.64.0.1", "127.0.0.1", "2001:db8::1"]) {
			expect(trusts("private", address), address).toBe(false);
		}
	});

	it("recognizes an IPv4 proxy in every form, in the list and in requests", () => {
		fc.assert(
			fc.property(ipv4, (address) => {
				const forms = formsOf(address);
				for (const form of forms) expect(trusts(address, form)).toBe(true);
				for (const form of forms.filter((text) => !text.includes("%"))) expect(trusts(form, address)).toBe(true);
			}),
		);
		expect(trusts("::ffff:10.0.0.0/104", "10.200.0.1")).toBe(true);
		expect(trusts("::ffff:10.0.0.0/104", "11.0.0.1")).toBe(false);
		expect(trusts("8000::/1", "192.0.2.1")).toBe(false);
		expect(trusts("::/1", "192.0.2.1")).toBe(false);
	});

	it("respects the boundaries of a range", () => {
		const either = fc.oneof(
			fc.tuple(ipv4, ipv4, fc.integer({ min: 1, max: 32 })),
			fc.tuple(ipv6, ipv6, fc.integer({ min: 1, max: 128 })),
		);
		fc.assert(
			fc.property(either, ([one, other, length]) => {
				const family = one.includes(":") ? "ipv6" : "ipv4";
				const range = `${firstOf(one, length)}/${length}`;
				const judge = new BlockList();
				judge.addSubnet(one, length, family);
				expect(trusts(range, one)).toBe(true);
				expect(trusts(range, other)).toBe(judge.check(other, family));
			}),
		);
	});

	it.each([
		["10.0.0.0/8, proxy.example", '"proxy.example" is neither an address nor a range'],
		["10.0.0.0/8/8", "is neither an address nor a range"],
		["10.0.0/8", "is neither an address nor a range"],
		["10.0.0.0/", "is neither an address nor a range"],
		["10.0.0.0/-1", "is neither an address nor a range"],
		["fe80::1%eth0", "is neither an address nor a range"],
		["Loopback", "is neither an address nor a range"],
		["toString", "is neither an address nor a range"],
		["192.0.2.7:80", "is neither an address nor a range"],
		["10.0.0.0/33", "is longer than an address, which has 32 bits"],
		["2001:db8::/129", "is longer than an address, which has 128 bits"],
		["::ffff:10.0.0.0/129", "is longer than an address, which has 128 bits"],
		["10.0.0.1/8", '"10.0.0.1/8" does not start at the first address of its range'],
		["2001:db8::1/64", "does not start at the first address of its range"],
		["0.0.0.0/0", "would trust everyone"],
		["::/0", "would trust everyone"],
		["::ffff:0:0/96", "would trust everyone"],
	])("refuses %s", (list, why) => {
		expect(() => readTrustedProxies(list)).toThrow(
			expect.objectContaining({ code: "input-invalid", message: expect.stringContaining(why) }),
		);
	});
});

/** The first address of the range around an address, by counting in one large number. */
function firstOf(address: string, length: number): string {
	const { version, parts } = readAddress(address) ?? { version: 4, parts: [] };
	const width = version === 4 ? 8n : 16n;
	const free = BigInt((version === 4 ? 32 : 128) - length);
	const number = (parts.reduce((sum, part) => (sum << width) + BigInt(part), 0n) >> free) << free;
	const split = parts.map((_, index) => (number >> (width * BigInt(parts.length - 1 - index))) & ((1n << width) - 1n));
	return version === 4 ? split.join(".") : split.map((part) => part.toString(16)).join(":");
}

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

	it("distinguishes IPv4 addresses in every form", () => {
		fc.assert(
			fc.property(ipv4, (address) => {
				for (const form of formsOf(address)) expect(addressKey(form)).toBe(address);
			}),
		);
	});

	it("distinguishes IPv6 addresses only by /64, in every spelling", () => {
		fc.assert(
			fc.property(ipv6, ipv6, (one, other) => {
				const subnet = new BlockList();
				subnet.addSubnet(one, 64, "ipv6");
				expect(addressKey(one) === addressKey(other)).toBe(subnet.check(other, "ipv6"));
				expect(addressKey(new URL(`http://[${one}]/`).hostname.slice(1, -1).toUpperCase())).toBe(addressKey(one));
			}),
		);
	});

	it("accepts any text", () => {
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
	it("is the /48 of an IPv6 key, and undefined for other text", () => {
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

	it("contains at most 24 and 48 bits", () => {
		fc.assert(
			fc.property(ipv4, (a) => void expect(truncatedAddress(a)).toBe(truncatedAddress(a.replace(/\d+$/, "1")))),
		);
		fc.assert(fc.property(ipv6, (a) => void expect(`${networkKey(addressKey(a))}`).toBe(truncatedAddress(a))));
	});
});
