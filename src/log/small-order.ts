import { toHex } from "./sha256.ts";

const inner = (byte: string) => byte.repeat(30);

/**
 * The y of every point of edwards25519 whose order divides 8, little-endian: 0, 1, -1 and the two of order 8; 0 and 1
 * also as p and p + 1. The list of C2SP/CCTV, ed25519/README.md.
 */
const SMALL_ORDER_Y: ReadonlySet<string> = new Set([
	`00${inner("00")}00`,
	`01${inner("00")}00`,
	`ec${inner("ff")}7f`,
	`ed${inner("ff")}7f`,
	`ee${inner("ff")}7f`,
	"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
	"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
]);

/** Whether an encoded point, 32 bytes, is one of the few that verify much that nobody signed. */
export function hasSmallOrder(point: Uint8Array): boolean {
	// The highest bit is the sign of x, of which both belong to the list.
	return SMALL_ORDER_Y.has(toHex(point.map((byte, at) => (at === 31 ? byte & 0x7f : byte))));
}
