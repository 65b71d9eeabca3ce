import { isEmptyMount } from "./content/document.ts";
import { findMainText, type MainText } from "./content/main-text.ts";
import { markConsent, Sections } from "./content/sections.ts";
import { AccessibleNames } from "./controls/accessible-names.ts";
import { baseOf, Labels } from "./controls/controls.ts";
import { RawText } from "./markup/inline-markup.ts";
import { Visibility } from "./style/visibility.ts";
import { hasAttribute, keptValue, textValue } from "./tree/attributes.ts";
import { annotate, type PageElementEntry, type PageEntries } from "./tree/page-entries.ts";
import { PageSource, type PageTree, parsePage, SVG } from "./tree/page-tree.ts";

/** Collectors read a page in any order and do not change it. */
export interface Page extends PageEntries {
	readonly source: PageSource;
	readonly url: string;
	/** href of the first `<base>` that has one (HTML section 4.2.3), as written. */
	readonly baseHref: string | null;
	readonly base: string;
	/** From `<html lang>`; "" if not stated. */
	readonly language: string;
	readonly names: AccessibleNames;
	readonly labels: Labels;
	readonly sections: Sections;
	/** By element index, 1 inside a consent dialog. */
	readonly consent: Uint8Array;
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
	const consent = markConsent(entries);
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
		consent,
		mainText: findMainText(entries, consent),
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

/** Characters: a page with less visible text is waiting for its scripts. */
const LITTLE_TEXT = 500;
/** Minimum links of a page without a main part; hidden texts and notices about scripts have fewer. */
const LINKS_OF_A_PAGE = 3;
const MAX_ROUNDS = 3;

/**
 * A page that scripts have yet to render may be in a hidden part that they show at once; pages are also kept invisible
 * until fonts or A/B tests have loaded. If there is an empty mount element, only a whole page in `<noscript>` counts;
 * without one, readers with scripts may never see its content.
 */
function annotateReadable(tree: PageTree): PageEntries {
	const visibility = new Visibility(tree);
	let entries = annotate(tree.root, visibility);
	if (!tree.runsScripts) return entries;
	const mounts = hiddenParts(entries).length > 0 ? entries.elements.filter(isEmptyMount) : [];
	for (let round = 0; round < MAX_ROUNDS; round++) {
		const isLittle = entries.visible.length < LITTLE_TEXT;
		const waiting = hiddenParts(entries).filter((part) => {
			const { element, index, end, context } = part;
			const isDark = context.how === "visibility:hidden" || context.how === "transparent";
			if ((!isDark && !isLittle) || mounts.some((mount) => areApart(mount, part))) return false;
			if (!looksWhole(entries.elements.slice(index + 1, end))) return false;
			visibility.show(element);
			return true;
		});
		if (waiting.length > 0) entries = annotate(tree.root, visibility);
		else break;
	}
	if (entries.visible.length >= LITTLE_TEXT || !entries.elements.some(isEmptyMount)) return entries;
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
		else if (element.tagName === "h1") heads++;
	}
	return heads > 0 && (mains > 0 || links >= LINKS_OF_A_PAGE);
}

function areApart(one: PageElementEntry, other: PageElementEntry): boolean {
	return one.end <= other.index || other.end <= one.index;
}

function hiddenParts({ elements }: PageEntries): PageElementEntry[] {
	return elements.filter(({ context, outer }) => context.seen?.unseen && !outer.seen?.unseen);
}
