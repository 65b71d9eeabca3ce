import { BlockList } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formsOf, ipv4, ipv6 } from "./addresses.testkit.ts";
import { readAddress } from "./ip-address.ts";
import { readTrustedProxies } from "./trusted-proxies.ts";

function trusts(list: string | undefined, address: string): boolean {
	const read = readAddress(address);
	if (read === undefined) throw new Error(`${address} is no address`);
	return readTrustedProxies(list).includes(read);
}

describe("readTrustedProxies", () => {
	it("trusts nobody unless told", () => {
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

	it("knows an IPv4 proxy in every form, in the list and on the wire", () => {
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

	it("draws the borders of a range where they are", () => {
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
		["10.0.0.1/8", '"10.0.0.1/8" does not begin with the first address of its range'],
		["2001:db8::1/64", "does not begin with the first address of its range"],
		["0.0.0.0/0", "would trust everybody"],
		["::/0", "would trust everybody"],
		["::ffff:0:0/96", "would trust everybody"],
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
