import { findMainText, type MainText } from "./content/main-text.ts";
import { Sections } from "./content/sections.ts";
import { AccessibleNames } from "./controls/accessible-names.ts";
import { baseOf, Labels } from "./controls/controls.ts";
import { RawText } from "./markup/inline-markup.ts";
import { Visibility } from "./style/visibility.ts";
import { hasAttribute, keptValue, textValue } from "./tree/attributes.ts";
import { annotate, type PageElementEntry, type PageEntries } from "./tree/page-entries.ts";
import { PageSource, type PageTree, parsePage, SVG } from "./tree/page-tree.ts";

/** Collectors read a page in any order; they do not change it. */
export interface Page extends PageEntries {
	readonly source: PageSource;
	readonly url: string;
	/** Of the first `<base>` with href (HTML section 4.2.3), as written. */
	readonly baseHref: string | null;
	readonly base: string;
	/** As `<html lang>` says it; "" where it does not. */
	readonly language: string;
	readonly names: AccessibleNames;
	readonly labels: Labels;
	readonly sections: Sections;
	readonly mainText: MainText;
	readonly rawText: RawText;
	readonly truncated: boolean;
	readonly doctype: boolean;
}

export function openPage(html: string, url: string, syntax?: "html" | "xml"): Page {
	const tree = parsePage(html, syntax);
	const entries = annotateReadable(tree);
	const names = new AccessibleNames(entries.steps);
	const baseHref = findBase(entries.elements);
	return {
		...entries,
		source: new PageSource(html),
		url,
		baseHref,
		base: baseOf(baseHref, url),
		language: findLanguage(entries.elements),
		names,
		labels: new Labels(entries.elements, names),
		sections: new Sections(entries),
		mainText: findMainText(entries),
		rawText: new RawText(entries),
		truncated: tree.full,
		doctype: tree.root.childNodes.some((node) => node.nodeName === "#documentType"),
	};
}

function findBase(elements: readonly PageElementEntry[]): string | null {
	for (const { element } of elements) {
		if (element.tagName !== "base" || element.namespaceURI === SVG) continue;
		const href = keptValue(element, "href");
		if (href !== null) return href;
	}
	return null;
}

function findLanguage(elements: readonly PageElementEntry[]): string {
	const root = elements.find(({ element }) => element.tagName === "html");
	return root ? textValue(root.element, "lang") : "";
}

/** Characters: a page that shows less waits for its scripts. */
const LITTLE_TEXT = 500;
/** A page has a heading, and a main part or this many links, which a hidden text and a notice about scripts have not. */
const LINKS_OF_A_PAGE = 3;
const MAX_ROUNDS = 3;

/**
 * Where scripts have a page still to draw, it may stand whole in `<noscript>`, or in a part that they show at once. Pages
 * are also kept dark until fonts and tests of variants have come.
 */
function annotateReadable(tree: PageTree): PageEntries {
	const visibility = new Visibility(tree);
	let entries = annotate(tree.root, visibility);
	if (!tree.runsScripts) return entries;
	for (let round = 0; round < MAX_ROUNDS; round++) {
		const isLittle = entries.visible.length < LITTLE_TEXT;
		const waiting = hiddenParts(entries).filter(({ element, index, end, context: { how } }) => {
			const isDark = how === "visibility:hidden" || how === "transparent";
			if ((!isDark && !isLittle) || !looksWhole(entries.elements.slice(index + 1, end))) return false;
			visibility.show(element);
			return true;
		});
		if (waiting.length > 0) entries = annotate(tree.root, visibility);
		else break;
	}
	if (entries.visible.length >= LITTLE_TEXT) return entries;
	let changed = false;
	tree.openNoscripts((fragment) => {
		const isPage = looksWhole(annotate(fragment).elements);
		changed ||= isPage;
		return isPage;
	});
	return changed ? annotate(tree.root, new Visibility(tree, visibility)) : entries;
}

function looksWhole(elements: readonly PageElementEntry[]): boolean {
	let links = 0;
	let heads = 0;
	let mains = 0;
	for (const { element } of elements) {
		if (element.tagName === "a" && hasAttribute(element, "href")) links++;
		else if (element.tagName === "main") mains++;
		else if (/^h[1-3]$/.test(element.tagName)) heads++;
	}
	return heads > 0 && (mains > 0 || links >= LINKS_OF_A_PAGE);
}

function hiddenParts({ elements }: PageEntries): PageElementEntry[] {
	return elements.filter(({ context, outer }) => context.seen?.unseen && !outer.seen?.unseen);
}
