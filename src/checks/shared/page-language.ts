/** The signs of a page's language beside its lang attribute. */

import type { Page } from "#evidence/evidence-map.ts";
import { isSamePage } from "./own-address.ts";

export interface LanguageSign {
	/** `de` or `de-AT`. */
	readonly tag: string;
	/** The first part of it, with one spelling for each language. */
	readonly language: string;
	readonly where: string;
}

const TAG = /^[a-z]{2,3}(?:[-_][a-z0-9]{1,8})*$/i;
/** Languages by which sites name their sections; codes that are as often a country's (be, br, ca, ch, se, uk) are left out. */
const SECTIONS: ReadonlySet<string> = new Set(
	"ar bg cs da de el en es et fi fr he hr hu it ja ko lt lv nl pl pt ro ru sk sl sv th tr vi zh".split(" "),
);
/** Written Norwegian has two codes beside the general one; two codes are older ones. */
const ALIASES: Readonly<Record<string, string>> = { nb: "no", nn: "no", iw: "he", in: "id" };

/** What og:locale, Content-Language, the page's own hreflang and the address say; each place once. */
export function languageSigns(page: Page): readonly LanguageSign[] {
	const { metas, links } = page.digest;
	const meta = (key: string) => metas.find((each) => each.key === key)?.content;
	const own = links.find(
		({ rel, href, hreflang }) =>
			rel.includes("alternate") && href && hreflang && hreflang !== "x-default" && isSamePage(href, page.url, page.url),
	);
	const [section = ""] = new URL(page.url).pathname.split("/").filter((part) => part !== "");
	return [
		...signOf(meta("og:locale"), "og:locale"),
		...signOf(page.response.headers["content-language"] ?? meta("content-language"), "Content-Language"),
		...signOf(own?.hreflang, "hreflang"),
		...(SECTIONS.has(languageOf(section)) ? signOf(section, "the address") : []),
	];
}

/** `de-AT` → `de` */
export function languageOf(tag: string): string {
	const [first = ""] = tag.toLowerCase().split(/[-_]/);
	return ALIASES[first] ?? first;
}

function signOf(value: string | null | undefined, where: string): readonly LanguageSign[] {
	const written = value?.trim() ?? "";
	return TAG.test(written) ? [{ tag: written.replaceAll("_", "-"), language: languageOf(written), where }] : [];
}
