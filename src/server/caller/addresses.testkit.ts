import fc from "fast-check";

/** IPv4 addresses as text. */
export const ipv4 = fc.ipV4();

/** IPv6 addresses in every spelling; without those that carry an IPv4 address, unless they begin with zeros. */
export const ipv6 = fc.oneof(
	fc.ipV6().filter((address) => !address.startsWith("::") && !/^(0{1,4}:)+/.test(address)),
	groups([0x2001, 0x0db8]),
	groups([0x2a00, 0]),
	groups([0xfe80, 0, 0, 0]),
);

/** Every form of the same IPv4 address. */
export function formsOf(address: string): string[] {
	const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
	const tail = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
	return [
		address,
		`::ffff:${address}`,
		`::FFFF:${tail}`,
		`0:0:0:0:0:ffff:${address}`,
		`0000:0000:0000:0000:0000:ffff:${tail}`,
		`::ffff:0:${address}`,
		`64:ff9b::${address}`,
		`64:ff9b:0:0:0:0:${tail}`,
		`::ffff:${address}%eth0`,
		...(a === 0 && b === 0 ? [] : [`::${address}`, `0:0:0:0:0:0:${tail}`]),
	];
}

function groups(prefix: readonly number[]): fc.Arbitrary<string> {
	const rest = 8 - prefix.length;
	return fc
		.array(fc.integer({ min: 0, max: 0xffff }), { minLength: rest, maxLength: rest })
		.map((parts) => [...prefix, ...parts].map((part) => part.toString(16)).join(":"));
}
