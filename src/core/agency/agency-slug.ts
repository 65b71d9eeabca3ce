import slugify from "@sindresorhus/slugify";
import { ANONYMOUS_ENDING, agencySlugSchema, SLUG_LENGTH } from "./agency.ts";

/** Transliterates other scripts and diacritics to Latin (after NFKC), and the rest to hyphens; may be `""`. */
export function agencySlugOf(name: string): string {
	const spelled = slugify(name.normalize("NFKC"), { decamelize: false, customReplacements: REPLACEMENTS });
	const slug = spelled.slice(0, SLUG_LENGTH).replace(/-+$/, "");
	return ANONYMOUS_ENDING.test(slug) ? `agency-${slug}` : slug;
}

/** Symbols are not words: do not transliterate them to English ones. */
const REPLACEMENTS: [string, string][] = [
	["&", " "],
	["@", " "],
	["🦄", " "],
	["♥", " "],
];

/** The first free slug of `slug`, `slug-2`, `slug-3`, …; `slug` is not empty. */
export async function freeSlug(slug: string, isTaken: (slug: string) => Promise<boolean>): Promise<string> {
	for (let number = 1; ; number++) {
		const ending = number === 1 ? "" : `-${number}`;
		const tried = slug.slice(0, SLUG_LENGTH - ending.length).replace(/-+$/, "") + ending;
		if (agencySlugSchema.safeParse(tried).success && !(await isTaken(tried))) return tried;
	}
}
