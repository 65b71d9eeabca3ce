import { crc32, deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { LOGO_MAX_BYTES, readLogo } from "./agency-logo.ts";

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");

function chunk(name: string, data: Buffer): Buffer {
	const checked = Buffer.concat([Buffer.from(name, "latin1"), data]);
	const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(data.length);
	sum.writeUInt32BE(crc32(checked));
	return Buffer.concat([length, checked, sum]);
}

interface Header {
	width?: number;
	height?: number;
	depth?: number;
	colour?: number;
	interlaced?: number;
}

function header({ width = 3, height = 2, depth = 8, colour = 6, interlaced = 0 }: Header = {}): Buffer {
	const data = Buffer.alloc(13);
	data.writeUInt32BE(width, 0);
	data.writeUInt32BE(height, 4);
	data.set([depth, colour, 0, 0, interlaced], 8);
	return chunk("IHDR", data);
}

const pixels = (bytes: number) => chunk("IDAT", deflateSync(Buffer.alloc(bytes)));
const END = chunk("IEND", Buffer.alloc(0));
const WHOLE = Buffer.concat([SIGNATURE, header(), pixels(26), END]);
const why = (bytes: Buffer) =>
	readLogo(bytes, "The logo").then(
		() => "it was taken",
		(error: Error) => error.message,
	);

describe("a PNG", () => {
	it("is taken as it is, without what draws nothing", async () => {
		expect(await readLogo(WHOLE, "The logo")).toEqual({
			format: "png",
			width: 3,
			height: 2,
			bytes: new Uint8Array(WHOLE),
		});
		const texts = [chunk("tEXt", Buffer.from("Comment\0<script>")), chunk("eXIf", Buffer.from("place"))];
		const more = Buffer.concat([
			SIGNATURE,
			header(),
			...texts,
			pixels(26),
			END,
			Buffer.from("<script>alert(1)</script>"),
		]);
		expect((await readLogo(more, "The logo")).bytes).toEqual(new Uint8Array(WHOLE));
	});

	it.each([
		["grey, 1 bit", { depth: 1, colour: 0, width: 9 }, 2 * (1 + 2)],
		["indexed, 4 bits", { depth: 4, colour: 3 }, 2 * (1 + 2)],
		[
			"interlaced",
			{ interlaced: 1, width: 8, height: 8, colour: 0 },
			1 * 2 + 1 * 2 + 1 * 3 + 2 * 3 + 2 * 5 + 4 * 5 + 4 * 9,
		],
		["interlaced, one pixel", { interlaced: 1, width: 1, height: 1, colour: 0 }, 2],
	])("may be %s", async (_, given, bytes) => {
		expect(await why(Buffer.concat([SIGNATURE, header(given), pixels(bytes), END]))).toBe("it was taken");
	});

	it.each([
		["cut off", WHOLE.subarray(0, -3)],
		["changed", Buffer.concat([WHOLE.subarray(0, 20), Buffer.from([9]), WHOLE.subarray(21)])],
		["without pixels", Buffer.concat([SIGNATURE, header(), END])],
		["with pixels too few", Buffer.concat([SIGNATURE, header(), pixels(25), END])],
		["with pixels too many", Buffer.concat([SIGNATURE, header(), pixels(60_000), END])],
		["of no size", Buffer.concat([SIGNATURE, header({ width: 0 }), pixels(26), END])],
		["of an unknown kind", Buffer.concat([SIGNATURE, header({ colour: 5 }), pixels(26), END])],
		["that does not begin with its header", Buffer.concat([SIGNATURE, pixels(26), header(), END])],
		["of its signature alone", SIGNATURE],
	])("is refused where it is %s", async (_, bytes) => {
		expect(await why(bytes)).toBe("The logo cannot be used. It is a PNG that is damaged. Give an SVG or a PNG.");
	});

	it("is refused where it is larger than any logo", async () => {
		const huge = Buffer.concat([SIGNATURE, header({ width: 30_000, height: 30_000 }), pixels(26), END]);
		expect(await why(huge)).toContain("30000 by 30000 pixels; at most 2048 a side");
		expect(await why(Buffer.alloc(LOGO_MAX_BYTES + 1))).toContain("65,537 bytes; at most 65,536");
	});
});

it("knows a logo by its bytes, whatever its name says", async () => {
	const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2"><path d="M0 0"/></svg>');
	expect(await readLogo(svg, "logo.png")).toMatchObject({ format: "svg", width: 4, height: 2 });
});
