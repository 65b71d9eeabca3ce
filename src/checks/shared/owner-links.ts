import { isWithin } from "#core/target.ts";
import type { Page } from "#evidence/evidence-map.ts";
import type { PageAnchor } from "#evidence/page-digest.ts";
import { OWNER_PAGES, OWNER_PATHS, OWNER_WORDS, type OwnerPage } from "./contact-words.ts";

/** A link text longer than this is a sentence or a card, and names no page. */
const LONGEST_TEXT = 60;

/**
 * Words that name such a page only where they stand alone: `Team` does, `New Zealand Company` is the title of an article.
 */
const ALONE: ReadonlySet<string> = new Set(
	`company team mission empresa unternehmen azienda equipo equipe compania valores kurumsal despre sobre om
	tentang legal policies rodo integritet acerca conoce inquiry`.split(/\s+/),
);

/** Words of one kind, ready to be looked for. */
interface Lexicon {
	readonly words: ReadonlySet<string>;
	/** Of scripts without spaces, which have no word boundary to ask for. */
	readonly unspaced: readonly string[];
	readonly paths: ReadonlySet<string>;
}

const LEXICONS = Object.fromEntries(OWNER_PAGES.map((kind) => [kind, lexiconOf(kind)])) as Record<OwnerPage, Lexicon>;

function lexiconOf(kind: OwnerPage): Lexicon {
	const words = OWNER_WORDS[kind];
	const unspaced = words.filter((word) => !/[a-z]/.test(word) && word.length > 1);
	return { words: new Set(words), unspaced, paths: new Set(OWNER_PATHS[kind]) };
}

/**
 * Links of a page that lead to the page of that kind, or, for contact, straight to mail or telephone.
 * @param domain the site's registrable domain: its other hosts are the site, too
 */
export function ownerLinks(page: Page, kind: OwnerPage, domain: string): readonly PageAnchor[] {
	return page.digest.anchors.filter((anchor) => leadsTo(domain, anchor, kind));
}

function leadsTo(domain: string, anchor: PageAnchor, kind: OwnerPage): boolean {
	const { href, url } = anchor;
	if (href === null || url === null || href.trim() === "#") return false;
	if (kind === "contact" && /^(?:(?:mailto|tel|sms):[^?]|https:\/\/wa\.me\/)/i.test(url)) return true;
	if (!/^https?:/i.test(url)) return false;
	// A privacy page may lie with a service; people's own pages lie with themselves.
	const lexicon = LEXICONS[kind];
	const link = readLink(anchor, url);
	return isCalled(link, lexicon) || (isAddressed(link, lexicon) && isWithin(new URL(url).hostname, domain));
}

/** A link as the lexicons are asked about it. */
interface ReadLink {
	/** Folded; empty where it is too long to name a page. */
	readonly text: string;
	readonly textEdges: readonly string[];
	/** Segments of the path and the fragment, lower case, without file endings. */
	readonly parts: readonly string[];
	readonly partEdges: readonly string[];
}

/** Each link is asked about for every kind of page, and read once. */
const READ = new WeakMap<PageAnchor, ReadLink>();

function readLink(anchor: PageAnchor, url: string): ReadLink {
	const known = READ.get(anchor);
	if (known) return known;
	const text = anchor.name.length > LONGEST_TEXT ? "" : folded(anchor.name);
	const { pathname, hash } = new URL(url);
	const parts = [...pathname.split("/"), hash.slice(1)]
		.filter((part) => part !== "")
		.map((part) =>
			part
				.toLowerCase()
				.replace(/\.[a-z]{2,5}$/, "")
				.replace(/[_:+]+/g, "-"),
		);
	const partEdges = parts.flatMap((part) => edgesOf(part, "-"));
	// Scripts without a small letter from a to z are looked for anywhere in the text.
	const textEdges = edgesOf(text, " ").filter((edge) => /[a-z]/.test(edge));
	const read = { text, textEdges, parts, partEdges };
	READ.set(anchor, read);
	return read;
}

/** The whole text is a word of the kind, or begins or ends with one. */
function isCalled({ text, textEdges }: ReadLink, { words, unspaced }: Lexicon): boolean {
	if (text === "") return false;
	if (words.has(text) || textEdges.some((edge) => words.has(edge) && !ALONE.has(edge))) return true;
	return !/^[ -~]*$/.test(text) && unspaced.some((word) => text.includes(word));
}

function isAddressed({ parts, partEdges }: ReadLink, { paths }: Lexicon): boolean {
	return parts.some((part) => paths.has(part)) || partEdges.some((edge) => paths.has(edge) && !ALONE.has(edge));
}

/** What stands before and behind each separator: `a b c` → a, b c, a b, c. */
function edgesOf(text: string, separator: string): string[] {
	const edges: string[] = [];
	for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + 1)) {
		edges.push(text.slice(0, at), text.slice(at + 1));
	}
	return edges;
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
