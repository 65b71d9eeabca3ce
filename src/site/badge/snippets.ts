import type { Embed } from "./embed.ts";
import { escapeMarkup, plainText } from "./plain-text.ts";

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

/** Every ASCII punctuation mark may be escaped (CommonMark 2.4); those that begin anything, or a link by itself, are. */
function escapeMarkdown(text: string): string {
	return plainText(text).replace(/[!-/:-@[-`{-~]/g, (mark) => (SAFE_MARKS.has(mark) ? mark : `\\${mark}`));
}

/** Without a meaning between the brackets of an alternative text. */
const SAFE_MARKS: ReadonlySet<string> = new Set([",", ".", "-", "(", ")", ":", ";", "'", "%"]);

/** In an address, parentheses would end the link. */
function markdownAddress(address: string): string {
	return new URL(address).href.replace(/[()<>\\]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Where JSX might read an entity or the end of the text, as an expression: there JavaScript's own escapes hold. */
function jsxText(text: string): string {
	const plain = plainText(text);
	return /[&"]/.test(plain) ? `{${JSON.stringify(plain)}}` : `"${plain}"`;
}
