import { describe, expect, it } from "vitest";
import { hasSmallOrder, verifyEd25519 } from "./ed25519.ts";
import { flipByte } from "./tree.testkit.ts";

const hex = (text: string) => Uint8Array.from(Buffer.from(text, "hex"));
/** Every encoding of a point whose order divides 8, from C2SP/CCTV, ed25519/README.md. */
const LISTED = [
	"0000000000000000000000000000000000000000000000000000000000000000",
	"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"0000000000000000000000000000000000000000000000000000000000000080",
	"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
	"0100000000000000000000000000000000000000000000000000000000000000",
	"0100000000000000000000000000000000000000000000000000000000000080",
	"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
	"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
	"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
	"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
	"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
	"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
].map(hex);
/** The point that all keys are multiples of (RFC 8032 section 5.1). */
const BASE = hex(`58${"66".repeat(31)}`);

describe("points of small order", () => {
	it("are the listed ones, in each of their encodings", () => {
		for (const point of LISTED) expect(hasSmallOrder(point), `${point}`).toBe(true);
		for (const point of [BASE, ...LISTED.flatMap((listed) => [flipByte(listed, 0), flipByte(listed, 15)])])
			expect(hasSmallOrder(point), `${point}`).toBe(false);
	});

	it("verify nothing as keys: with the neutral point as key, R = B and S = 1 would sign every message", async () => {
		const neutral = hex(`01${"00".repeat(31)}`);
		const signature = Uint8Array.from([...BASE, 1, ...new Uint8Array(31)]);
		expect(await verifyEd25519(neutral, new TextEncoder().encode("anything"), signature)).toBe(false);
	});
});
