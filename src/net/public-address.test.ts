import { BlockList, isIP } from "node:net";
import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { describe, expect, it } from "vitest";
import { readJsonVector } from "#test/vectors/vectors.ts";
import { createHostVetting, type HostRules, systemResolve } from "./host-vetting.ts";
import {
	type AddressBlock,
	AddressSet,
	CLOUD_SERVICES,
	canonicalAddress,
	isPublicAddress,
	SPECIAL_IPV4,
	SPECIAL_IPV6,
} from "./public-address.ts";

const BLOCKS = [...SPECIAL_IPV4, ...SPECIAL_IPV6, ...CLOUD_SERVICES];

const CLASSIFIED = "addresses/ip-classification.json";

describe("isPublicAddress", () => {
	it("allows none of the 165 classified addresses that is not globally reachable", () => {
		const { rows } = readJsonVector<{ rows: { addr: string; global_?: boolean }[] }>(CLASSIFIED);
		const classified = rows.filter(({ global_ }) => global_ !== undefined);
		expect(classified).toHaveLength(165);
		const allowedWrongly = classified.filter(({ addr, global_ }) => !global_ && isPublicAddress(addr));
		expect(allowedWrongly).toEqual([]);
		// Refused on purpose: anycast, AS112 and AMT rows of the registry, and tunnels.
		const refusedGlobals = classified.filter(({ addr, global_ }) => global_ && !isPublicAddress(addr));
		const registry = (address: string) => [...SPECIAL_IPV4, ...SPECIAL_IPV6].some((block) => contains(block, address));
		expect(refusedGlobals.filter(({ addr }) => !registry(carried(addr)))).toEqual([]);
	});

	it("agrees with a proxy's firewall on every address that it denies by default", () => {
		const { rows } = readJsonVector<{ rows: { addr: string; verdict?: string }[] }>(CLASSIFIED);
		const denied = rows.filter(({ verdict }) => /^ipDeny(NotGlobal|Private|CGNAT)/.test(verdict ?? ""));
		expect(denied.length).toBeGreaterThan(15);
		expect(denied.filter(({ addr }) => isPublicAddress(addr))).toEqual([]);
	});

	it("contains every row of the registries", () => {
		const registry = readJsonVector<Record<"ipv4" | "ipv6", [string, number, string][]>>(
			"addresses/iana-special-purpose.json",
		);
		expect(SPECIAL_IPV4).toEqual(registry.ipv4.map((row) => row.slice(0, 3)));
		expect(SPECIAL_IPV6).toEqual(registry.ipv6.map((row) => row.slice(0, 3)));
	});

	it("decides the first and last address of every row and their neighbours", () => {
		const probes = BLOCKS.flatMap((block) => edges(block));
		expect(probes.length).toBeGreaterThan(200);
		const wrong = probes.filter((address) => isPublicAddress(address) !== expected(address));
		expect(wrong).toEqual([]);
	});

	it("agrees with the rule as written, for any address", () => {
		const anyIPv4 = fc.nat({ max: 0xff_ff_ff_ff }).map((value) => textOf(BigInt(value), 4));
		const anyIPv6 = fc.bigInt({ min: 0n, max: (1n << 128n) - 1n }).map((value) => textOf(value, 16));
		const inside = fc.constantFrom(...BLOCKS).chain((block) => {
			const { first, last, size } = rangeOf(block);
			return fc.bigInt({ min: first, max: last }).map((value) => textOf(value, size));
		});
		fc.assert(fc.property(fc.oneof(anyIPv4, anyIPv6, inside), (a) => isPublicAddress(a) === expected(a)));
	});

	it("gives every textual form of an IPv4 address the same verdict", () => {
		const octet = fc.integer({ min: 0, max: 255 });
		fc.assert(
			fc.property(fc.tuple(octet, octet, octet, octet), (octets) => {
				const dotted = octets.join(".");
				const forms = [...urlForms(octets).map(hostAsUrlReadsIt), ...ipv6Carriers(octets)];
				for (const form of forms) expect([form, isPublicAddress(form)]).toEqual([form, isPublicAddress(dotted)]);
				for (const tunnel of tunnels(octets)) expect([tunnel, isPublicAddress(tunnel)]).toEqual([tunnel, false]);
			}),
		);
	});

	it.each([
		["2001:4860:4860::8888%eth0", "a zone id"],
		["fe80::1%eth0", "a zone id"],
		["2606:4700::5efe:10.0.0.1", "ISATAP"],
		["2606:4700::200:5efe:8.8.8.8", "ISATAP, universal bit set"],
		["0177.0.0.1", "octal"],
		["0x7f.1", "hexadecimal"],
		["2130706433", "one number"],
		["127.1", "short form"],
		["8.8.8.8 ", "a blank"],
		["[2606:4700::1]", "brackets"],
		["example.com", "a name"],
		["", "nothing"],
	])("refuses %j (%s)", (address) => {
		expect(isPublicAddress(address)).toBe(false);
	});

	it.each([
		["168.63.129.16", ["168.63.129.15", "168.63.129.17"]],
		["::ffff:168.63.129.16", ["::ffff:168.63.129.15"]],
		["64:ff9b::a83f:8110", ["64:ff9b::a83f:8111"]],
		["199.36.153.4", ["199.36.153.3", "199.36.153.12"]],
		["2600:2d00:2:2000::1", ["2600:2d00:2:2100::1"]],
		["161.26.0.10", ["161.25.255.255", "161.27.0.0"]],
		["166.11.255.255", ["166.7.255.255", "166.12.0.0"]],
	])("refuses %s of a cloud's own services, but not its neighbours", (address, neighbours) => {
		expect(isPublicAddress(address)).toBe(false);
		for (const neighbour of neighbours) expect([neighbour, isPublicAddress(neighbour)]).toEqual([neighbour, true]);
	});

	it.each([
		"169.254.169.254",
		"169.254.170.2",
		"169.254.0.23",
		"192.0.0.192",
		"100.100.100.200",
		"fd00:ec2::254",
		"fd20:ce::254",
	])("refuses %s, a cloud's metadata service", (address) => {
		expect(isPublicAddress(address)).toBe(false);
	});

	it.each(["1.1.1.1", "93.184.216.34", "2606:4700:4700::1111", "2001:4860:4860::8888", "::ffff:8.8.8.8"])(
		"allows %s",
		(address) => expect(isPublicAddress(address)).toBe(true),
	);
});

describe("canonicalAddress", () => {
	it("gives equal addresses one spelling", () => {
		expect(canonicalAddress("::ffff:192.0.2.1")).toBe("192.0.2.1");
		expect(canonicalAddress("2606:4700:0:0::1")).toBe(canonicalAddress("2606:4700::1"));
		expect(canonicalAddress("nonsense")).toBe("nonsense");
	});
});

function bytesOf(address: string): { value: bigint; size: number } {
	const bytes = ipaddr.parse(address).toByteArray();
	return { value: bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n), size: bytes.length };
}

function rangeOf([firstAddress, prefixLength]: AddressBlock) {
	const { value: first, size } = bytesOf(firstAddress);
	return { first, last: first + (1n << BigInt(size * 8 - prefixLength)) - 1n, size };
}

function contains(block: AddressBlock, address: string): boolean {
	const { first, last, size } = rangeOf(block);
	const asked = bytesOf(address);
	return asked.size === size && asked.value >= first && asked.value <= last;
}

function textOf(value: bigint, size: number): string {
	const bytes = Array.from({ length: size }, (_, index) => Number((value >> BigInt(8 * (size - 1 - index))) & 0xffn));
	return ipaddr.fromByteArray(bytes).toString();
}

function edges(block: AddressBlock): string[] {
	const { first, last, size } = rangeOf(block);
	const end = (1n << BigInt(size * 8)) - 1n;
	return [first - 1n, first, first + 1n, last - 1n, last, last + 1n]
		.filter((value) => value >= 0n && value <= end)
		.map((value) => textOf(value, size));
}

/** The IPv4 address in a mapped or NAT64 address, else the address itself. */
function carried(address: string): string {
	const { value, size } = bytesOf(address.replace(/%.*/, ""));
	const prefix = value >> 32n;
	const isCarrier = size === 16 && (prefix === 0xffffn || prefix === 0x64ff9bn << 64n);
	return isCarrier ? textOf(value & 0xff_ff_ff_ffn, 4) : address;
}

/** An independent implementation of the rule, with arithmetic on whole addresses. */
function expected(address: string): boolean {
	const reached = carried(address);
	const { value, size } = bytesOf(reached);
	if (size === 4) return !BLOCKS.some((block) => contains(block, reached));
	const isatap = ((value >> 32n) & 0xfdff_ffffn) === 0x5efen;
	return value >> 125n === 1n && !isatap && !BLOCKS.some((block) => contains(block, reached));
}

function urlForms([a, b, c, d]: number[]): string[] {
	const hex = (byte = 0) => `0x${byte.toString(16)}`;
	const octal = (byte = 0) => `0${byte.toString(8)}`;
	const number = (((a ?? 0) * 256 + (b ?? 0)) * 256 + (c ?? 0)) * 256 + (d ?? 0);
	const low = (c ?? 0) * 256 + (d ?? 0);
	return [
		[a, b, c, d].join("."),
		[a, b, c, d].map(hex).join("."),
		[a, b, c, d].map(octal).join("."),
		`${number}`,
		`0x${number.toString(16)}`,
		`0${number.toString(8)}`,
		[a, b, low].join("."),
		`${a}.${((b ?? 0) << 16) + low}`,
		`${[a, b, c, d].join(".")}.`,
		[a, b, c, d].join("%2e"),
		[a, b, c, d].join("。"),
	];
}

function hostAsUrlReadsIt(form: string): string {
	return new URL(`http://${form}/`).hostname;
}

function hexPair([a = 0, b = 0, c = 0, d = 0]: number[]): string {
	return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}

function ipv6Carriers(octets: number[]): string[] {
	const pair = hexPair(octets);
	return [
		`::ffff:${octets.join(".")}`,
		`::ffff:${pair}`,
		`::FFFF:${pair.toUpperCase()}`,
		`0:0:0:0:0:ffff:${pair}`,
		`64:ff9b::${octets.join(".")}`,
		`64:ff9b::${pair}`,
		`0064:ff9b:0000::${pair}`,
	];
}

/** Addresses that bypass the public Internet, whatever they embed. */
function tunnels(octets: number[]): string[] {
	const pair = hexPair(octets);
	return [`::${octets.join(".")}`, `::ffff:0:${pair}`, `64:ff9b:1::${pair}`, `2002:${pair}::1`, `2001:0:${pair}::1`];
}

const vetting = (resolve: HostRules["resolve"]) => createHostVetting({ resolve, isPublicAddress });

describe("createHostVetting", () => {
	it("returns every address of a public host, in the resolver's order", async () => {
		const vet = vetting(async () => ["2606:4700::1", "93.184.216.34"]);
		expect(await vet("example.com")).toEqual(["2606:4700::1", "93.184.216.34"]);
	});

	it("refuses a host if any of its addresses is not public, without naming it", async () => {
		const vet = vetting(async () => ["93.184.216.34", "2606:4700::1", "10.1.2.3"]);
		const failure = await vet("example.com").catch((error) => error);
		expect(failure).toMatchObject({ code: "target-blocked", cause: ["10.1.2.3"] });
		expect(failure.message).not.toContain("10.1.2.3");
	});

	it("vets literal addresses without a lookup", async () => {
		const vet = vetting(() => Promise.reject(new Error("asked")));
		expect(await vet("93.184.216.34")).toEqual(["93.184.216.34"]);
		await expect(vet("127.0.0.1")).rejects.toMatchObject({ code: "target-blocked" });
		await expect(vet("::ffff:7f00:1")).rejects.toMatchObject({ code: "target-blocked" });
	});

	it("shares a lookup in flight, and looks up again afterwards", async () => {
		let asked = 0;
		const vet = vetting(async () => {
			asked += 1;
			return ["93.184.216.34"];
		});
		await Promise.all([vet("example.com"), vet("example.com"), vet("example.com")]);
		expect(asked).toBe(1);
		await vet("example.com");
		expect(asked).toBe(2);
	});

	it("reports a host without addresses", async () => {
		await expect(vetting(async () => [])("example.com")).rejects.toMatchObject({ code: "name-not-found" });
	});
});

describe("an AddressSet", () => {
	const near = fc.oneof(
		fc.ipV4(),
		fc.ipV6(),
		fc.nat({ max: 2 ** 12 }).map((low) => `10.0.${low >> 8}.${low & 255}`),
	);
	const range = fc.oneof(
		near.map((address) => address),
		fc.tuple(near, fc.nat({ max: 32 })).map(([address, length]) => `${address}/${length}`),
	);

	it("has the addresses that Node's BlockList has", () => {
		fc.assert(
			fc.property(fc.array(range, { maxLength: 12 }), fc.array(near, { maxLength: 8 }), (ranges, addresses) => {
				const lists = { 4: new BlockList(), 6: new BlockList() };
				for (const each of ranges) {
					const [first = "", length] = each.split("/");
					const version = isIP(first) === 4 ? 4 : 6;
					lists[version].addSubnet(first, Number(length ?? (version === 4 ? 32 : 128)), `ipv${version}`);
				}
				const set = new AddressSet(ranges);
				for (const address of [...addresses, ...ranges.map((each) => each.split("/")[0] ?? "")]) {
					// Mapped addresses have the spelling of IPv4.
					const one = canonicalAddress(address);
					const version = isIP(one) === 4 ? 4 : 6;
					expect([address, set.has(address)]).toEqual([address, lists[version].check(one, `ipv${version}`)]);
				}
			}),
			{ numRuns: 500 },
		);
	});

	it.each([
		"",
		"1",
		"1.2.3",
		"1.2.3.4.5",
		"01.2.3.4",
		"1.2.3.256",
		"1.2.3.",
		".1.2.3",
		"1..2.3",
		"1.2.3.4 ",
		"fe80::1%1",
		"a.b.c.d",
	])("of all addresses does not have %j", (text) =>
		expect(new AddressSet(["0.0.0.0/0", "::/0"]).has(text)).toBe(false),
	);
});

describe("systemResolve", () => {
	it("resolves names that only the machine knows", async () => {
		expect(await systemResolve("localhost")).toContain("127.0.0.1");
	});
});
