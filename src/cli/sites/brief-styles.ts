import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { PACKAGE } from "#core/brand.ts";

/** Of the site's styles those that its briefs are made of, in the order in which a page has them. */
const SHEETS = "fonts tokens base page table figure brief print sheet sheet-charts sheet-print".split(" ");

/** The style sheets of a brief as one text that names no file: the typeface is in it. */
export async function briefStyles(): Promise<string> {
	// Beside `lib` in the package as in the repository.
	const folder = join(dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`)), "src", "styles");
	const sheets = await Promise.all(SHEETS.map((name) => readFile(join(folder, `${name}.css`), "utf8")));
	const styles = sheets.join("\n");
	const fonts = [...new Set(Array.from(styles.matchAll(/url\("(fonts\/[^"]+)"\)/g), ([, path = ""]) => path))];
	const bytes = await Promise.all(fonts.map((path) => readFile(join(folder, path), "base64")));
	return fonts.reduce(
		(text, path, index) => text.replaceAll(`url("${path}")`, `url("data:font/woff2;base64,${bytes[index]}")`),
		styles,
	);
}
