import { constants, crc32, deflateSync } from "node:zlib";

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

/** Each byte of a row is written as its difference from the one above it: like rows become zeros, which runs pack best. */
const FILTER_UP = 2;

/**
 * The same picture with a palette, which takes a third of the bytes where a few inks are all that it has. PNG (third edition)
 * sections 9.2 and 11.2.1 to 11.2.4. Undefined for a picture of more than 256 colours, or with a pixel that lets something
 * through.
 */
export function indexedPng(picture: Pixels): Uint8Array | undefined {
	const { width, height } = picture;
	const indexed = withPalette(picture);
	if (!indexed) return undefined;
	const head = Buffer.alloc(8);
	head.writeUInt32BE(width, 0);
	head.writeUInt32BE(height, 4);
	return Buffer.concat([
		SIGNATURE,
		chunk("IHDR", Buffer.concat([head, Buffer.from(FORMAT)])),
		chunk("PLTE", Buffer.from(indexed.palette)),
		chunk("IDAT", deflateSync(filtered(indexed.indexes, picture), { strategy: constants.Z_RLE })),
		chunk("IEND", Buffer.alloc(0)),
	]);
}

/** Each pixel as its colour's number, colours in the order in which they come up. */
function withPalette({ pixels }: Pixels) {
	// A colour at once, its bytes in whatever order this machine has them.
	const { buffer, byteOffset, byteLength } = pixels.byteOffset % 4 === 0 ? pixels : Uint8Array.from(pixels);
	const colours = new Int32Array(buffer, byteOffset, byteLength / 4);
	const indexes = new Uint8Array(colours.length);
	const known = new Map<number, number>();
	const palette: number[] = [];
	for (let at = 0; at < colours.length; ) {
		const colour = colours[at] as number;
		let end = at + 1;
		while (end < colours.length && colours[end] === colour) end++;
		const index = known.get(colour) ?? known.size;
		if (index === known.size) {
			const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at * 4, at * 4 + 4);
			if (index === MOST_COLOURS || alpha !== OPAQUE) return undefined;
			known.set(colour, index);
			palette.push(red, green, blue);
		}
		while (at < end) indexes[at++] = index;
	}
	return { indexes, palette };
}

/** The rows of a picture, each behind the number of its filter. */
function filtered(indexes: Uint8Array, { width, height }: Pixels): Uint8Array {
	const rows = new Uint8Array(height * (width + 1));
	for (let row = 0; row < height; row++) rows[row * (width + 1)] = FILTER_UP;
	for (let column = 0; column < width; column++) rows[1 + column] = indexes[column] as number;
	for (let row = 1; row < height; row++) {
		const begin = row * (width + 1) + 1;
		const end = (row + 1) * width;
		for (let at = row * width, to = begin; at < end; at++, to++)
			rows[to] = (indexes[at] as number) - (indexes[at - width] as number);
	}
	return rows;
}

function chunk(type: string, data: Buffer): Buffer {
	const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
	const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(data.length);
	sum.writeUInt32BE(crc32(named));
	return Buffer.concat([length, named, sum]);
}
