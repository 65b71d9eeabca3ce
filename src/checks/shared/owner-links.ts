import { foldedName } from "#core/folded-name.ts";
import { isWithin } from "#core/hosts/is-within.ts";
import type { Page } from "#evidence/evidence-map.ts";
import type { PageAnchor } from "#evidence/page-digest.ts";
import data from "./owner-links.json" with { type: "json" };
import translated from "./owner-links-translated.json" with { type: "json" };

export const OWNER_PAGES = ["about", "contact", "privacy"] as const;
export type OwnerPage = (typeof OWNER_PAGES)[number];

/** A longer link text is a sentence or a card, not the name of a page. */
const LONGEST_TEXT = 60;

const { words: OWNER_WORDS, paths: OWNER_PATHS } = data;
/** Words that count only as the whole text: other texts often begin with them, and with one-word translations. */
const ALONE: ReadonlySet<string> = new Set([
	...data.alone,
	...Object.entries(translated.words).flatMap(([kind, words]) =>
		words.filter((word) => /^[a-z]+$/.test(word) && !OWNER_WORDS[kind as OwnerPage].includes(word)),
	),
]);

interface Lexicon {
	readonly words: ReadonlySet<string>;
	/** Matched anywhere in a text: words of scripts without spaces, and long words. */
	readonly unspaced: readonly string[];
	readonly paths: ReadonlySet<string>;
}

const LEXICONS = new Map<OwnerPage, Lexicon>();
/** Thai, Lao, Burmese, Khmer and East Asian scripts. */
const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u9fff\uac00-\ud7af]/;
/** Shorter words occur inside others. */
const LONG = 6;

function lexiconOf(kind: OwnerPage): Lexicon {
	const known = LEXICONS.get(kind);
	if (known) return known;
	const [own, more] = [OWNER_WORDS[kind], translated.words[kind]];
	const unspaced = [
		...own.filter((word) => !/[a-z]/.test(word) && word.length > 1),
		...more.filter((word) => UNSPACED.test(word) || (!/[a-z]/.test(word) && word.length >= LONG)),
	];
	const lexicon = { words: new Set([...own, ...more]), unspaced, paths: new Set(OWNER_PATHS[kind]) };
	LEXICONS.set(kind, lexicon);
	return lexicon;
}

/** Names of a link to the page; `alone` lists those that count only as the whole text. */
export function ownerWords(kind: OwnerPage): {
	readonly words: ReadonlySet<string>;
	readonly alone: ReadonlySet<string>;
} {
	return { words: lexiconOf(kind).words, alone: ALONE };
}

const LANGUAGES: ReadonlySet<string> = new Set(`${data.languages} ${translated.languages}`.split(" "));

/** Whether we know link names in this language, by its first subtag. */
export function knowsOwnerLinks(language: string): boolean {
	return LANGUAGES.has(language);
}

/** For contact, includes mail and telephone links. @param domain registrable: its other hosts count as the site */
export function ownerLinks(page: Page, kind: OwnerPage, domain: string): readonly PageAnchor[] {
	const seen = page.digest.anchors.filter((anchor) => !anchor.unseen && !isPlaceholder(page, anchor));
	return seen.filter((anchor) => leadsTo(domain, anchor, kind));
}

export function placeholderLinks(page: Page, kind: OwnerPage): readonly PageAnchor[] {
	const { anchors } = page.digest;
	return anchors.filter(
		(anchor) => isPlaceholder(page, anchor) && isCalled(readLink(anchor, anchor.url ?? page.url), lexiconOf(kind)),
	);
}

/** Menu buttons have no address; the menu contains the pages that they are named after. */
const OPENS_MENU = /\baria-(?:haspopup|expanded|controls)\b|dropdown|toggle|collapse|submenu/i;

/** A placeholder address: empty, `#`, `#!`, `javascript:`, or the page itself. */
function isPlaceholder(page: Page, { href, url, excerpt }: PageAnchor): boolean {
	if (href === null || url === null || OPENS_MENU.test(excerpt)) return false;
	if (/^\s*(?:#(?:!|0|top|none)?|javascript:.*)?\s*$/is.test(href)) return true;
	const [address, section] = url.split("#");
	return !section && address === page.url.split("#")[0] && new URL(page.url).pathname === "/";
}

function leadsTo(domain: string, anchor: PageAnchor, kind: OwnerPage): boolean {
	const { href, url } = anchor;
	if (href === null || url === null) return false;
	if (kind === "contact" && /^(?:(?:mailto|tel|sms):[^?]|https:\/\/wa\.me\/)/i.test(url))
		return !isPlaceholderContact(url, domain);
	if (!/^https?:/i.test(url)) return false;
	// A service may host a privacy page; pages about people are on their own site.
	const lexicon = lexiconOf(kind);
	const link = readLink(anchor, url);
	return isCalled(link, lexicon) || (isAddressed(link, lexicon) && isWithin(new URL(url).hostname, domain));
}

interface ReadLink {
	/** Folded; empty if too long to name a page. */
	readonly text: string;
	readonly textEdges: readonly string[];
	/** Segments of path and fragment, lower case, without file extensions. */
	readonly parts: readonly string[];
	readonly partEdges: readonly string[];
}

/** Cached, because each link is tested for every kind of page. */
const READ = new WeakMap<PageAnchor, ReadLink>();

function readLink(anchor: PageAnchor, url: string): ReadLink {
	const known = READ.get(anchor);
	if (known) return known;
	const text = anchor.name.length > LONGEST_TEXT ? "" : foldedName(anchor.name, "-");
	const { pathname, hash } = URL.parse(url) ?? { pathname: "", hash: "" };
	const parts = [...decoded(pathname).split("/"), decoded(hash.slice(1))]
		.filter((part) => part !== "")
		.map((part) =>
			part
				.toLowerCase()
				.replace(/\.[a-z]{2,5}$/, "")
				.replace(/[_:+]+/g, "-"),
		);
	const partEdges = parts.flatMap((part) => edgesOf(part, "-"));
	const textEdges = edgesOf(text, " ");
	const read = { text, textEdges, parts, partEdges };
	READ.set(anchor, read);
	return read;
}

function isCalled({ text, textEdges }: ReadLink, { words, unspaced }: Lexicon): boolean {
	if (text === "") return false;
	if (words.has(text) || textEdges.some((edge) => words.has(edge) && !ALONE.has(edge))) return true;
	return !/^[ -~]*$/.test(text) && unspaced.some((word) => text.includes(word));
}

function isAddressed({ parts, partEdges }: ReadLink, { paths, words }: Lexicon): boolean {
	// In scripts without a-z, addresses contain the words of link texts.
	if (parts.some((part) => /[^ -~]/.test(part) && words.has(foldedName(part.replaceAll("-", " "), "-")))) return true;
	return parts.some((part) => paths.has(part)) || partEdges.some((edge) => paths.has(edge) && !ALONE.has(edge));
}

/** The text before and after each separator: `a b c` → a, b c, a b, c. */
function edgesOf(text: string, separator: string): string[] {
	const edges: string[] = [];
	for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + 1)) {
		edges.push(text.slice(0, at), text.slice(at + 1));
	}
	return edges;
}

/** RFC 2606 reserves example and the like. */
const HOST =
	/^(?:.+\.)?(?:example\.(?:com|org|net)|(?:your|my)-?(?:domain|site|website|company|email|mail|business)\.[a-z.]{2,6}|(?:domain|email|company|website)\.(?:com|tld|ltd)|.+\.(?:example|test|invalid))$/;
const NAME = /^(?:your|you|youremail|your[-._]?(?:e?mail|name|address)|name|someone|example)$/;
/** North American numbers reserved for fiction, repeated digits and ascending digits. */
const NUMBER = /^(?:1?(?:\d{3})?555(?:01\d\d|1234)|1555\d{7}|1?(\d)\1{5,}|\d{0,3}123456(?:7(?:8(?:90*)?)?)?)$/;
/** Placeholder text: `123 Main Street, Anytown`, and the words of an unedited template. */
const TEXT =
	/\b(?:123\s+(?:main|fake|example|sample|anywhere)\s+(?:street|st\b|road|avenue|ave)|lorem ipsum|anytown|your\s+(?:street\s+)?address)/i;

/** Whether a mail or telephone link is a placeholder; mail to the site itself never is. */
export function isPlaceholderContact(url: string, domain: string): boolean {
	const [, mailbox, host] = /^mailto:([^?@]+)@([^?,;]+)/i.exec(decoded(url)) ?? [];
	if (mailbox !== undefined && host !== undefined) {
		const at = host.trim().toLowerCase();
		return !isWithin(at, domain) && (HOST.test(at) || NAME.test(mailbox.trim().toLowerCase()));
	}
	const number = /^(?:tel|sms):([^?;]*)/i.exec(decoded(url))?.[1];
	return number !== undefined && isPlaceholderNumber(number);
}

/** Short numbers belong to emergency services and directory enquiries. */
export function isPlaceholderNumber(number: string): boolean {
	const digits = number.replace(/\D/g, "");
	return digits.length < 6 || NUMBER.test(digits);
}

export function isPlaceholderAddress(text: string): boolean {
	return TEXT.test(text);
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
