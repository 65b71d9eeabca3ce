import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type { Font } from "satori";

export const WEIGHTS = [400, 600] as const;
export type Weight = (typeof WEIGHTS)[number];

/** Parts of the typeface, the most frequent first: one file holds no more than these letters. */
const SUBSETS = ["latin", "latin-ext", "greek", "greek-ext", "cyrillic", "cyrillic-ext", "vietnamese"] as const;

/** Value of `font-family` under which every subset is found. */
export const FAMILY = SUBSETS.map(familyOf).join(", ");

let loaded: Font[] | undefined;

/** Source Sans 3 (SIL Open Font License 1.1) in all its subsets; read once. */
export function typeface(): Font[] {
	if (loaded) return loaded;
	const require = createRequire(import.meta.url);
	const files = new URL("files/", pathToFileURL(require.resolve("@fontsource/source-sans-3/package.json")));
	loaded = SUBSETS.flatMap((subset) =>
		WEIGHTS.map(
			(weight): Font => ({ name: familyOf(subset), weight, style: "normal", data: readFont(files, subset, weight) }),
		),
	);
	return loaded;
}

function readFont(files: URL, subset: string, weight: Weight): Buffer {
	return readFileSync(new URL(`source-sans-3-${subset}-${weight}-normal.woff`, files));
}

function familyOf(subset: string): string {
	return `SourceSans3-${subset}`;
}
