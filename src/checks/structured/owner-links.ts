import type { Page } from "#evidence/evidence-map.ts";
import type { PageAnchor } from "#evidence/page-digest.ts";
import { OWNER_PATHS, OWNER_WORDS, type OwnerPage } from "../language/contact-words.ts";
import { hostOf } from "../page/own-address.ts";

/** A link text longer than this is a sentence or a card, and names no page. */
const LONGEST_TEXT = 60;

/** Links of a page that lead to the page of that kind, or, for contact, straight to mail or telephone. */
export function ownerLinks(page: Page, kind: OwnerPage): readonly PageAnchor[] {
	return page.digest.anchors.filter((anchor) => leadsTo(page, anchor, kind));
}

function leadsTo(page: Page, { href, url, name }: PageAnchor, kind: OwnerPage): boolean {
	if (href === null || url === null || href.trim() === "#") return false;
	if (kind === "contact" && /^(?:(?:mailto|tel|sms):.|https:\/\/wa\.me\/)/i.test(url)) return true;
	if (!/^https?:/i.test(url)) return false;
	// A privacy page may lie with a service; people's own pages lie with themselves.
	const own = hostOf(url, page.url) === hostOf(page.url, page.url);
	return isCalled(name, kind) || (own && isAddressed(url, kind));
}

function isCalled(name: string, kind: OwnerPage): boolean {
	if (name.length > LONGEST_TEXT) return false;
	const text = folded(name);
	return OWNER_WORDS[kind].some((word) => {
		if (text === word) return true;
		// Scripts without spaces have no word boundary to ask for.
		if (!/[a-z]/.test(word)) return word.length > 1 && text.includes(word);
		return text.startsWith(`${word} `) || text.endsWith(` ${word}`);
	});
}

function isAddressed(url: string, kind: OwnerPage): boolean {
	const { pathname, hash } = new URL(url);
	const parts = [...pathname.split("/"), hash.slice(1)].map((part) => part.toLowerCase().replace(/\.[a-z]{2,5}$/, ""));
	return parts.some((part) =>
		OWNER_PATHS[kind].some((word) => part === word || part.startsWith(`${word}-`) || part.endsWith(`-${word}`)),
	);
}

/** Lower case, without accents and marks, every run of anything else one space. */
function folded(text: string): string {
	return text
		.normalize("NFKD")
		.replace(/[\u0300-\u036f]/gu, "")
		.normalize("NFC")
		.toLowerCase()
		.replaceAll("ı", "i")
		.replaceAll("ß", "ss")
		.replace(/[^\p{L}\p{N}\p{M}-]+/gu, " ")
		.trim();
}
