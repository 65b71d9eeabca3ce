import type { Evidence, Page } from "#evidence/evidence-map.ts";
import { addressKey } from "./hreflang-annotations.ts";

/** The home page and the sample of a deep audit. */
export function pagesSeen({ home, sample }: Pick<Evidence, "home" | "sample">): readonly Page[] {
	const first = home.state === "found" ? [home.value] : [];
	return sample.state === "found" ? [...first, ...sample.value] : first;
}

/**
 * Other pages that say the same of themselves: case and white space aside, in the same language, and neither of them
 * naming another page as its canonical one, since that is how copies are made known.
 *
 * @param wordsOf what a page says; "" when nothing
 */
export function twinsOf(page: Page, pages: readonly Page[], wordsOf: (page: Page) => string): readonly Page[] {
	const own = folded(wordsOf(page));
	if (own === "" || pages.length < 2 || !standsForItself(page)) return [];
	const key = addressKey(page.url);
	return pages.filter((other) => {
		if (folded(wordsOf(other)) !== own || addressKey(other.url) === key) return false;
		return languageOf(other) === languageOf(page) && standsForItself(other);
	});
}

function standsForItself({ url, digest }: Page): boolean {
	const named = digest.links.filter(({ rel, href, inHead }) => inHead && rel.includes("canonical") && href !== null);
	return named.every(({ href }) => {
		const address = URL.parse(href ?? "", url);
		return address === null || addressKey(address.href) === addressKey(url);
	});
}

function languageOf({ digest }: Page): string {
	return digest.lang?.text.trim().toLowerCase() ?? "";
}

function folded(text: string): string {
	return text.trim().replace(/\s+/g, " ").toLowerCase();
}
