import { crc32, deflateSync } from "node:zlib";
import { PALETTE } from "./svg-document.ts";

/** How a PNG begins. */
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Bit depth 4, colour type 3 (indexed), and the only methods there are; not interlaced. */
const FORMAT = [4, 3, 0, 0, 0];

type Colour = readonly [red: number, green: number, blue: number];

/**
 * The colours of every PNG: the inks of cards, and steps between them and the paper for the edges of letters, fine enough that
 * nobody sees a difference. The paper comes first. Sixteen, so that two pixels take a byte.
 */
const COLOURS: readonly Colour[] = [
	...(["paper", "ink", "quiet", "rule", "track", "red", "amber", "green"] as const).map((ink) => shadeOf(ink, 1)),
	...[0.28, 0.39, 0.5, 0.61, 0.86].map((part) => shadeOf("ink", part)),
	...(["red", "amber", "green"] as const).map((ink) => shadeOf(ink, 0.5)),
];

/** An ink that covers so much of the paper. */
function shadeOf(ink: keyof typeof PALETTE, part: number): Colour {
	const [from, to] = [bytesOf(PALETTE.paper.light), bytesOf(PALETTE[ink].light)];
	const [red = 0, green = 0, blue = 0] = from.map((value, at) => Math.round(value + part * ((to[at] ?? 0) - value)));
	return [red, green, blue];
}

function bytesOf(colour: string): Buffer {
	return Buffer.from(colour.slice(1), "hex");
}

/** Rows of pixels as a PNG keeps them: each begins with the number of its filter, and a byte is two pixels. */
export interface PackedRows {
	/** In pixels; even. */
	readonly width: number;
	readonly height: number;
	readonly bytes: Uint8Array;
}

/** Rows of nothing but paper, without a filter: long runs of it pack best as they are. */
export function blankRows(width: number, height: number): PackedRows {
	return { width, height, bytes: new Uint8Array(height * (1 + width / 2)) };
}

/** Two pixels a byte, each as the number of the nearest colour. @param pixels four bytes each, RGBA, none of them transparent */
export function packPixels(pixels: Uint8Array): Uint8Array {
	const words = asWords(pixels);
	const packed = new Uint8Array(words.length / 2);
	for (let at = 0; at < packed.length; at++) {
		const [left, right] = [words[2 * at] as number, words[2 * at + 1] as number];
		if (left === PAPER && right === PAPER) continue;
		packed[at] = (numberOf(left) << 4) | numberOf(right);
	}
	return packed;
}

/** A pixel at once, its bytes in whatever order this machine has them. */
function asWords(pixels: Uint8Array): Int32Array {
	const { buffer, byteOffset, byteLength } = pixels.byteOffset % 4 === 0 ? pixels : Uint8Array.from(pixels);
	return new Int32Array(buffer, byteOffset, byteLength / 4);
}

const PAPER = asWords(Uint8Array.of(...(COLOURS[0] as Colour), 255))[0];

/** Numbers of the colours that were asked for, of which there are some hundreds. */
const numbers = new Map<number, number>();

function numberOf(word: number): number {
	const known = numbers.get(word);
	if (known !== undefined) return known;
	const [red = 0, green = 0, blue = 0] = new Uint8Array(Int32Array.of(word).buffer);
	const away = COLOURS.map(([r, g, b]) => (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2);
	const nearest = away.indexOf(Math.min(...away));
	numbers.set(word, nearest);
	return nearest;
}

/** Of deflate: a higher one takes a quarter more time for two bytes of a hundred. */
const LEVEL = 5;

/** PNG (third edition) sections 9.2 and 11.2.1 to 11.2.4. */
export function indexedPng({ width, height, bytes }: PackedRows): Uint8Array<ArrayBuffer> {
	const head = Buffer.alloc(8);
	head.writeUInt32BE(width, 0);
	head.writeUInt32BE(height, 4);
	return Buffer.concat([
		SIGNATURE,
		chunk("IHDR", Buffer.concat([head, Buffer.from(FORMAT)])),
		chunk("PLTE", Buffer.from(COLOURS.flat())),
		chunk("IDAT", deflateSync(bytes, { level: LEVEL })),
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
