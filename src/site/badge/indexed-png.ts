import { crc32, deflateSync } from "node:zlib";

/** A picture without transparency: rows from the top, four bytes a pixel, RGBA. */
interface Pixels {
	readonly pixels: Uint8Array;
	readonly width: number;
	readonly height: number;
}

/** How a PNG begins. */
export const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const MOST_COLOURS = 256;
const OPAQUE = 255;
/** Bit depth 8, colour type 3 (indexed), and the only methods there are; not interlaced. */
const FORMAT = [8, 3, 0, 0, 0];

/**
 * The same picture with a palette, which takes a third of the bytes where a few inks are all that it has. PNG (third edition)
 * sections 11.2.1 to 11.2.4; each row without a filter, as section 12.7 advises. Undefined for a picture of more than 256
 * colours, or with a pixel that lets something through.
 */
export function indexedPng({ pixels, width, height }: Pixels): Uint8Array | undefined {
	const view = new DataView(pixels.buffer, pixels.byteOffset, pixels.byteLength);
	const indexes = new Map<number, number>();
	const rows = Buffer.alloc(height * (width + 1));
	let last = -1;
	let index = 0;
	for (let at = 0, row = 0; row < height; row++) {
		for (let column = 0; column < width; column++, at += 4) {
			const colour = view.getUint32(at);
			if (colour !== last) {
				index = indexes.get(colour) ?? indexes.size;
				if (index === MOST_COLOURS || (colour & OPAQUE) !== OPAQUE) return undefined;
				indexes.set(colour, index);
				last = colour;
			}
			rows[row * (width + 1) + 1 + column] = index;
		}
	}
	const palette = [...indexes.keys()].flatMap((colour) => [
		colour >>> 24,
		(colour >>> 16) & 0xff,
		(colour >>> 8) & 0xff,
	]);
	const head = Buffer.alloc(8);
	head.writeUInt32BE(width, 0);
	head.writeUInt32BE(height, 4);
	return Buffer.concat([
		SIGNATURE,
		chunk("IHDR", Buffer.concat([head, Buffer.from(FORMAT)])),
		chunk("PLTE", Buffer.from(palette)),
		chunk("IDAT", deflateSync(rows)),
		chunk("IEND", Buffer.alloc(0)),
	]);
}

function chunk(type: string, data: Buffer): Buffer {
	const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
	const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(data.length);
	sum.writeUInt32BE(crc32(named));
	return Buffer.concat([length, named, sum]);
}
