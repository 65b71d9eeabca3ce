import { crc32, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { FULL } from "#core/long-form.testkit.ts";
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
	it("is copied without non-drawing chunks", async () => {
		expect(await readLogo(WHOLE, "The logo")).toEqual({
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
		expect(await why(bytes)).toBe("The logo cannot be used. The PNG is damaged. Use an SVG or PNG file.");
	});

	it("is refused if it is larger than any logo", async () => {
		const huge = Buffer.concat([SIGNATURE, header({ width: 30_000, height: 30_000 }), pixels(26), END]);
		expect(await why(huge)).toContain("30000 by 30000 pixels; the limit is 2048 a side");
		expect(await why(Buffer.alloc(LOGO_MAX_BYTES + 1))).toContain("65,537 bytes; the limit is 65,536");
	});
});

const SVG = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const RED = '<path fill="#f00" d="M0 0h40v20H0z"/>';
const drawing = (inside: string, box = 'viewBox="0 0 40 20"') => Buffer.from(`<svg ${SVG} ${box}>${inside}</svg>`);

/** Each of 12 elements uses the previous one ten times: 10¹² shapes. */
function repeating(name: string, use: (id: string) => string): string {
	const nested = Array.from(
		{ length: 12 },
		(_, at) => `<${name} id="a${at + 1}">${use(`a${at}`).repeat(10)}</${name}>`,
	);
	return `<${name} id="a0">${RED}</${name}>${nested.join("")}${use("a12")}`;
}

describe("an SVG", () => {
	let red: ReturnType<typeof readLogo> | undefined;
	it.each([
		["wide", 'viewBox="0 0 400 20"', 672, 34],
		["high", 'width="10" height="40"', 33, 132],
		["huge", 'viewBox="0 0 10000 10000"', 132, 132],
		["of no size", "", 264, 132],
	])("that is %s becomes a PNG of at most 672 by 132 pixels", async (_, box, width, height) => {
		const logo = await readLogo(drawing(RED, box), "a");
		expect(logo).toMatchObject({ width, height });
		// The stored PNG is valid input again.
		expect(await readLogo(logo.bytes, "a")).toMatchObject({ width, height });
	});

	it.each([
		["a style sheet", '<style>.a{fill:#f00}</style><path class="a" d="M0 0h40v20H0z"/>'],
		["repeated symbols", `<symbol id="a">${RED}</symbol><use xlink:href="#a"/>`],
		["scripts", `<script>alert(1)</script><g onload="alert(1)">${RED}</g>`],
		["addresses", `<style>@import url(https://a.example);</style><a xlink:href="javascript:alert(1)">${RED}</a>`],
		["a file that is used", `<use xlink:href="/etc/hostname#a"/>${RED}`],
		["no filter", `<g filter="none" style="filter: none">${RED}</g>`],
		["a mask", `<mask id="m"><path fill="#fff" d="M0 0h40v20H0z"/></mask><g mask="url(#m)">${RED}</g>`],
	])("with %s is the picture that it draws", async (_, inside) => {
		red ??= readLogo(drawing(RED), "logo.svg");
		expect(await readLogo(drawing(inside), "logo.png")).toEqual(await red);
	});

	it.each([
		["text", "<text>Nordlicht</text>", "It contains text"],
		["a picture", '<image href="/etc/logo.png"/>', "It contains a picture"],
		[
			"a picture with a prefix",
			`<s:image xmlns:s="http://www.w3.org/2000/svg"\nhref="a.png"/>`,
			"It contains a picture",
		],
		["a filter", `<filter id="f"><feFlood/></filter><g filter="url(#f)">${RED}</g>`, "It contains a filter"],
		["a filter by name", `<style>g { filter : blur(2px) }</style><g>${RED}</g>`, "It contains a filter"],
		["a filter in disguise", `<g style="&#x66;ilte&#000000000114;/**/:blur(2px)">${RED}</g>`, "It contains a filter"],
		["nothing that is seen", "<script/>", "that can be drawn: it draws nothing."],
		["an open tag", "<path>", "that can be drawn: "],
		["elements without end", "<g>".repeat(9_000) + "</g>".repeat(9_000), "that can be drawn: "],
		[
			"a fault that ends the program that draws",
			'<marker id="m"><path d="M0 0h1v1z"/></marker><path style="marker-mid:url(#m)" d="M0 0h99999v9v9"/>',
			"It cannot be drawn.",
		],
		["no height", RED, "that can be drawn: Target size is zero.", 'viewBox="0 0 1e9 1"'],
		["symbols that repeat one another", repeating("g", (id) => `<use xlink:href="#${id}"/>`), "that can be drawn: "],
		...(FULL
			? [
					[
						"clips that repeat one another",
						repeating("clipPath", (id) => `<path clip-path="url(#${id})" d="M0 0h9v9z"/>`),
						"Drawing it takes more than 5 seconds.",
					],
				]
			: []),
	])("with %s is refused", { timeout: 20_000 }, async (_, inside, says, box?: string) => {
		expect(await why(drawing(inside, box))).toContain(says);
	});

	it.each(["", "GIF89a", "<html/>"])("is not %j", async (text) => {
		expect(await why(Buffer.from(text))).toContain("It is neither a PNG nor an SVG that can be drawn: ");
	});

	it("must not declare entities, which could hide an image", async () => {
		const hidden = `<!DOCTYPE svg [<!ENTITY a "&#60;image href='/etc/logo.png'/>">]>${drawing("&a;")}`;
		expect(await why(Buffer.from(hidden))).toContain("It declares entities.");
	});

	it("is never unpacked", async () => {
		expect(await why(gzipSync(drawing(RED)))).toContain("It is neither a PNG nor an SVG");
	});
});
