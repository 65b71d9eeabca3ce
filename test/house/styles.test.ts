import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const sheets = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "src/styles"], {
	cwd: repository,
	encoding: "utf8",
})
	.split("\n")
	.filter((file) => file.endsWith(".css"))
	.map((file) => ({ file, text: readFileSync(join(repository, file), "utf8") }));

const tokens = sheets.find(({ file }) => file.endsWith("tokens.css"))?.text ?? "";

/** What is left or right in one script is not in another, and what is wide in one may be tall in another. */
const PHYSICAL =
	/^\s*(?:(?:margin|padding|border|inset|scroll-margin|scroll-padding)-(?:left|right|top|bottom)\b[^:]*|left|right|top|bottom|(?:min-|max-)?(?:width|height)|(?:float|clear|text-align):\s*(?:left|right))\s*[:;]/gm;

/** Luminance as WCAG 2.2 defines it. */
function luminance(hex: string): number {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
		const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
		return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
	const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (light + 0.05) / (dark + 0.05);
}

/** Colour of a token in one scheme: 0 is light, 1 is dark. */
function colour(token: string, scheme: number): string {
	const [, light, dark] = new RegExp(`--${token}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(tokens) ?? [];
	return (scheme === 0 ? light : dark) ?? "";
}

describe("the style sheets", () => {
	it("name no side of the page by left, right, top or bottom", () => {
		const found = sheets.flatMap(({ file, text }) =>
			Array.from(text.matchAll(PHYSICAL), ([line]) => [file, line.trim()]),
		);
		expect(found).toEqual([]);
	});

	it("have no colour of their own beside the tokens but what brings its own ground", () => {
		const own = sheets.filter(({ file }) => !/(?:tokens|agency|print)\.css$/.test(file));
		expect(
			own.flatMap(({ file, text }) => Array.from(text.matchAll(/#[0-9a-f]{3,8}\b/gi), ([hex]) => [file, hex])),
		).toEqual([]);
	});

	it.each(["ink", "ink-quiet", "red", "amber", "green"])("set --%s with a contrast of 4.5 on every ground", (ink) => {
		const grounds = ["paper", "paper-sunk", ...(["red", "amber", "green"].includes(ink) ? [`${ink}-soft`] : [])];
		for (const scheme of [0, 1]) {
			for (const ground of grounds) {
				expect(contrast(colour(ink, scheme), colour(ground, scheme)), `${ink} on ${ground}`).toBeGreaterThanOrEqual(
					4.5,
				);
			}
		}
	});
});
