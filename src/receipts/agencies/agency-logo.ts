import { type ExecFileException, execFile } from "node:child_process";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { crc32, inflate } from "node:zlib";
import PQueue from "p-queue";
import type { AgencyLogo } from "#core/agency/agency.ts";
import { Failure } from "#core/failure.ts";
import { digitGroups } from "#core/wording.ts";

/** A PNG. */
export interface LogoFile extends AgencyLogo {
	/** Rewritten, never as uploaded. */
	readonly bytes: Uint8Array<ArrayBuffer>;
}

export const LOGO_MAX_BYTES = 64 * 1024;

/**
 * Renders an SVG to PNG, and rewrites a PNG from its drawing chunks, so that nothing in it can run or load anything.
 * @param what its name at the start of a sentence @throws Failure `input-invalid` with the reason
 */
export async function readLogo(given: Uint8Array, what: string): Promise<LogoFile> {
	const refused = (why: string) =>
		new Failure("input-invalid", { what: `${what} cannot be used.`, why, todo: "Use an SVG or PNG file." });
	if (given.length > LOGO_MAX_BYTES)
		throw refused(`It has ${digitGroups(given.length)} bytes; the limit is ${digitGroups(LOGO_MAX_BYTES)}.`);
	const read = isPng(given) ? await readPng(given) : await readSvg(given);
	if (typeof read === "string") throw refused(read);
	return read;
}

/**
 * Refused SVG features: resvg reads local files named in an image, even through an entity, has no fonts that
 * readers have, and keeps every filter step in memory.
 */
const REFUSED: readonly (readonly [RegExp, string])[] = [
	[/<!ENTITY/, "It declares entities. Save it as plain SVG."],
	[tag("image|feImage"), "It contains a picture. Save it as a PNG, or draw it as outlines."],
	[tag("text"), "It contains text, and we may not have its font. Convert the text to outlines."],
	[
		/\bfilter\s*[:=/](?!\s*["']?\s*none\b)/,
		"It contains a filter, such as a shadow. Remove the filter, or save it as a PNG.",
	],
];

function tag(names: string): RegExp {
	return new RegExp(String.raw`<(?:[^\s<>/]*:)?(?:${names})\b`);
}

/** In pixels: 3 times the size in `styles/agency.css`. */
const DRAWN = { width: 672, height: 132 };
const DRAWING_MAX_SECONDS = 5;

/**
 * resvg is native code that no thread timeout can stop and whose crash ends the process, so it runs in a separate
 * process. The program is a string, because a file would have to be copied to every place of a bundle.
 */
const PROGRAM = `
const { Resvg } = require(process.argv[1]);
const svg = require("node:fs").readFileSync(0, "utf8");
const options = { font: { loadSystemFonts: false }, logLevel: "off" };
try {
	const { width, height } = new Resvg(svg, options);
	const mode = width / height > ${DRAWN.width / DRAWN.height} ? "width" : "height";
	const picture = new Resvg(svg, { ...options, fitTo: { mode, value: ${JSON.stringify(DRAWN)}[mode] } }).render();
	if (!picture.pixels.some((value, at) => at % 4 === 3 && value > 0)) throw new Error("it draws nothing");
	process.stdout.write(picture.asPng());
} catch ({ message }) {
	process.stderr.write(message);
	process.exitCode = 1;
}`;

const run = promisify(execFile);
/** One at a time, because a hostile drawing can take half a gigabyte. */
const drawings = new PQueue({ concurrency: 1 });

/** @returns a sentence if it is refused */
async function readSvg(given: Uint8Array): Promise<LogoFile | string> {
	// As text, because resvg unpacks gzip.
	const svg = new TextDecoder().decode(given);
	const plain = svg.replace(/&#(x?)([0-9a-f]+);/gi, (whole, hex: string, digits: string) => {
		const code = Number.parseInt(digits, hex === "" ? 10 : 16);
		return code < 128 ? String.fromCharCode(code) : whole;
	});
	const refused = REFUSED.find(([pattern]) => pattern.test(plain));
	if (refused) return refused[1];
	try {
		const bytes = Uint8Array.from(await drawings.add(() => draw(svg)));
		const header = new DataView(bytes.buffer);
		return { width: header.getUint32(16), height: header.getUint32(20), bytes };
	} catch (error) {
		const { code, killed, signal, stderr } = error as ExecFileException;
		if (killed) return `Drawing it takes more than ${DRAWING_MAX_SECONDS} seconds.`;
		if (signal) return "It cannot be drawn.";
		// Drop resvg's technical details in parentheses.
		if (code === 1) return `It is neither a PNG nor an SVG that can be drawn: ${String(stderr).replace(/ \(.*/, "")}.`;
		throw error;
	}
}

async function draw(svg: string): Promise<Buffer> {
	const resvg = createRequire(import.meta.url).resolve("@resvg/resvg-js");
	const running = run(process.execPath, ["--eval", PROGRAM, resvg], {
		encoding: "buffer",
		// The drawing is untrusted, so do not pass our settings.
		env: {},
		killSignal: "SIGKILL",
		timeout: DRAWING_MAX_SECONDS * 1000,
	});
	// If the process ends before reading everything, its result has the reason.
	running.child.stdin?.on("error", () => {}).end(svg);
	return (await running).stdout;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** PNG, third edition. Excludes texts, times, profiles and animations. */
const DRAWING_CHUNKS: ReadonlySet<string> = new Set([
	"IHDR",
	"PLTE",
	"tRNS",
	"gAMA",
	"sRGB",
	"cHRM",
	"sBIT",
	"IDAT",
	"IEND",
]);
const MOST_PIXELS_A_SIDE = 2048;
const DAMAGED = "The PNG is damaged.";

function isPng(bytes: Uint8Array): boolean {
	return SIGNATURE.equals(bytes.subarray(0, SIGNATURE.length));
}

/** Copies only drawing chunks. @returns a sentence if it is refused */
async function readPng(given: Uint8Array): Promise<LogoFile | string> {
	const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
	const chunks = readChunks(bytes);
	const header = chunks?.[0];
	if (!chunks || header?.name !== "IHDR" || header.data.length !== 13 || chunks.at(-1)?.name !== "IEND") return DAMAGED;
	const [width, height] = [header.data.readUInt32BE(0), header.data.readUInt32BE(4)];
	if (width === 0 || height === 0) return DAMAGED;
	if (Math.max(width, height) > MOST_PIXELS_A_SIDE)
		return `It is ${width} by ${height} pixels; the limit is ${MOST_PIXELS_A_SIDE} a side.`;
	if (!(await isWhole(chunks, header.data))) return DAMAGED;
	const kept = chunks.filter(({ name }) => DRAWING_CHUNKS.has(name)).map(({ whole }) => whole);
	return { width, height, bytes: Uint8Array.from(Buffer.concat([SIGNATURE, ...kept])) };
}

interface Chunk {
	readonly name: string;
	readonly data: Buffer;
	/** Including length, name and checksum. */
	readonly whole: Buffer;
}

/** Up to the end chunk; undefined if one is truncated or its checksum is wrong. */
function readChunks(bytes: Buffer): Chunk[] | undefined {
	const chunks: Chunk[] = [];
	for (let at = SIGNATURE.length; chunks.at(-1)?.name !== "IEND"; ) {
		if (at + 12 > bytes.length) return undefined;
		const end = at + 12 + bytes.readUInt32BE(at);
		if (end > bytes.length) return undefined;
		const checked = bytes.subarray(at + 4, end - 4);
		if (crc32(checked) !== bytes.readUInt32BE(end - 4)) return undefined;
		chunks.push({ name: checked.toString("latin1", 0, 4), data: checked.subarray(4), whole: bytes.subarray(at, end) });
		at = end;
	}
	return chunks;
}

/** Samples per pixel by colour type. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const unpack = promisify(inflate);

/** The data must unpack to the size in the header, so that a small file is not a huge picture. */
async function isWhole(chunks: readonly Chunk[], header: Buffer): Promise<boolean> {
	const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
	const [depth = 0, colour = 0, , , interlaced = 0] = header.subarray(8);
	const samples = SAMPLES[colour];
	if (samples === undefined || ![1, 2, 4, 8, 16].includes(depth) || interlaced > 1) return false;
	const lineBytes = (across: number) => (across === 0 ? 0 : 1 + Math.ceil((across * samples * depth) / 8));
	const expected = interlaced === 0 ? height * lineBytes(width) : adam7(width, height, lineBytes);
	const packed = Buffer.concat(chunks.filter(({ name }) => name === "IDAT").map(({ data }) => data));
	try {
		return (await unpack(packed, { maxOutputLength: expected })).length === expected;
	} catch {
		// Not zlib data, truncated or too long.
		return false;
	}
}

/** Column, row and pixel steps of the 7 passes of an interlaced picture. */
const PASSES = [
	[0, 0, 8, 8],
	[4, 0, 8, 8],
	[0, 4, 4, 8],
	[2, 0, 4, 4],
	[0, 2, 2, 4],
	[1, 0, 2, 2],
	[0, 1, 1, 2],
] as const;

function adam7(width: number, height: number, lineBytes: (across: number) => number): number {
	return PASSES.reduce((sum, [column, row, across, down]) => {
		const [columns, rows] = [Math.ceil((width - column) / across), Math.ceil((height - row) / down)];
		return sum + Math.max(0, rows) * lineBytes(Math.max(0, columns));
	}, 0);
}
