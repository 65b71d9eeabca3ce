/** What a page says of itself outside its structured data: values for the lines that a check proposes. */

import type { Page } from "#evidence/evidence-map.ts";
import { dayOf, shownDay } from "./article-dates.ts";

/** Pictures of the site's frame, by their address. */
const ORNAMENT = /logo|icon|avatar|sprite|pixel|spacer|placeholder|badge|banner|\.svg(?:\?|$)/i;
const LONGEST_NAME = 80;

/** The first of these tags that has a value, on one line. */
export function metaOf({ digest }: Page, ...keys: readonly string[]): string | undefined {
	for (const key of keys) {
		const content = digest.metas.find((meta) => meta.key === key && meta.content.trim() !== "")?.content;
		if (content !== undefined) return content.replace(/\s+/g, " ").trim();
	}
	return undefined;
}

/** Its main heading, or what its tags call it. */
export function ownHeadline(page: Page): string | undefined {
	const { headings, titles } = page.digest;
	const heading = headings.find(({ level, hidden, text }) => level === 1 && !hidden && text.trim() !== "");
	return heading?.text.trim() ?? metaOf(page, "og:title") ?? (titles[0]?.text.trim() || undefined);
}

/** The picture that it gives itself for previews. */
export function ownPicture(page: Page): string | undefined {
	const address = metaOf(page, "og:image", "og:image:url", "og:image:secure_url", "twitter:image");
	return address === undefined ? undefined : absolute(address, page.url);
}

/** The first picture that belongs to the content, as far as its name tells. */
export function firstPicture(page: Page): string | undefined {
	const shown = page.digest.images.find(
		({ src, decorative, excerpt }) => src && !decorative && !ORNAMENT.test(src) && !ORNAMENT.test(excerpt),
	);
	return shown?.src ? absolute(shown.src, page.url) : undefined;
}

/** When it was published: the time of its tag, or the day that it shows. */
export function ownPublication(page: Page): string | undefined {
	const tagged = metaOf(page, "article:published_time");
	return dayOf(tagged) === undefined ? shownDay(page, "published")?.day : tagged;
}

/** Who wrote it, by its byline or its tag. */
export function ownAuthor(page: Page): string | undefined {
	const name = page.digest.bylines[0]?.name.trim() || metaOf(page, "author", "article:author");
	return name === undefined || name.length > LONGEST_NAME || /^https?:/i.test(name) ? undefined : name;
}

function absolute(address: string, base: string): string | undefined {
	const url = URL.parse(address, base);
	return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
