import { escapeMarkdown, escapeMarkup, plainText } from "../page/page-text.ts";
import type { SiteLinks } from "../page/site-links.ts";
import { badgeAlternative } from "./badge-texts.ts";
import { frozen, type PictureFacts } from "./picture-facts.ts";

/** In pixels; the same whatever it says, so that pages that embed it never move. */
export const BADGE_SIZE = { width: 252, height: 20 } as const;
/** In pixels. */
export const SEAL_SIZE = { width: 384, height: 152 } as const;

/** A picture as it stands on somebody's page: where it comes from, what it says, and where a click leads. */
export interface Embed {
	/** Absolute addresses. */
	readonly source: string;
	readonly target: string;
	readonly alternative: string;
	/** In pixels. */
	readonly width: number;
	readonly height: number;
}

/** The badge, which always shows the newest sealed audit and leads to the page that is shared. */
export function badgeEmbed(facts: PictureFacts, links: SiteLinks): Embed {
	return {
		...BADGE_SIZE,
		source: links.absolute(links.badge(facts.slug)),
		target: links.absolute(links.share(facts.slug)),
		alternative: badgeAlternative(facts),
	};
}

/** The seal of one receipt, which leads to the page that proves it. */
export function sealEmbed(facts: PictureFacts, links: SiteLinks): Embed {
	return {
		...SEAL_SIZE,
		source: links.absolute(links.seal(facts.receiptId)),
		target: links.absolute(links.receipt(facts.receiptId)),
		alternative: badgeAlternative(frozen(facts)),
	};
}

/** For any page; also valid as XHTML. */
export function htmlSnippet({ source, target, alternative, width, height }: Embed): string {
	return [
		`<a href="${escapeMarkup(target)}"><img`,
		`src="${escapeMarkup(source)}"`,
		`alt="${escapeMarkup(alternative)}"`,
		`width="${width}" height="${height}" /></a>`,
	].join("\n");
}

/** For a README; Markdown has no place for a size. */
export function markdownSnippet({ source, target, alternative }: Embed): string {
	return `[![${escapeMarkdown(alternative)}](${markdownAddress(source)})](${markdownAddress(target)})`;
}

/** An element for JSX; it needs no component of ours. */
export function reactSnippet({ source, target, alternative, width, height }: Embed): string {
	return [
		`<a href=${jsxText(target)}><img`,
		`src=${jsxText(source)}`,
		`alt=${jsxText(alternative)}`,
		`width={${width}} height={${height}} /></a>`,
	].join("\n");
}

/** In an address, parentheses would end the link. */
function markdownAddress(address: string): string {
	return new URL(address).href.replace(/[()<>\\]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Where JSX might read an entity or the end of the text, as an expression: there JavaScript's own escapes hold. */
function jsxText(text: string): string {
	const plain = plainText(text);
	return /[&"]/.test(plain) ? `{${JSON.stringify(plain)}}` : `"${plain}"`;
}
