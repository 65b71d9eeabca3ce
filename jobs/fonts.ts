// npm run fonts [folder]: subsets Source Sans 3 to the letters in src/styles/fonts.css and the weights in our
// style sheets. Its licence requires another name for a changed typeface.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

const WEIGHTS = { min: 300, max: 700 };

/** Published name → ours, of the same length, so that offsets in the file stay. */
const NAMES = { "Source Sans 3": "SightlineSans", "SourceSans3-Roman": "SightlineSans-Var" };

const FACE = /sightline-sans-(?<part>[a-z-]+)\.woff2"[^}]*unicode-range:(?<letters>[^;]*);/g;

const published = new URL("files/", import.meta.resolve("@fontsource-variable/source-sans-3/package.json"));
const styles = fileURLToPath(new URL("../src/styles", import.meta.url));
const folder = process.argv[2] ?? join(styles, "fonts");

for (const { groups } of (await readFile(join(styles, "fonts.css"), "utf8")).matchAll(FACE)) {
	const { part = "", letters = "" } = groups ?? {};
	const whole = await readFile(new URL(`source-sans-3-${part}-wght-normal.woff2`, published));
	const text = lettersIn(letters);
	const font = await subsetFont(whole, text, { targetFormat: "truetype", variationAxes: { wght: WEIGHTS } });
	for (const [theirs, ours] of Object.entries(NAMES)) rename(font, theirs, ours);
	// Names must be changed before compression.
	const compressed = await subsetFont(font, text, { targetFormat: "woff2" });
	await writeFile(join(folder, `sightline-sans-${part}.woff2`), compressed);
}

/** @param ranges as in CSS: `U+20-7E, U+131` */
function lettersIn(ranges: string): string {
	return Array.from(ranges.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g), ([, from = "", to = from]) => {
		const [first, last] = [Number.parseInt(from, 16), Number.parseInt(to, 16)];
		return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));
	}).join("");
}

function rename(font: Buffer, theirs: string, ours: string): void {
	const [from, to] = [asInFont(theirs), asInFont(ours)];
	for (let at = font.indexOf(from); at >= 0; at = font.indexOf(from, at)) to.copy(font, at);
}

/** Names in a font are UTF-16, high byte first. */
function asInFont(name: string): Buffer {
	return Buffer.from(name, "utf16le").swap16();
}
