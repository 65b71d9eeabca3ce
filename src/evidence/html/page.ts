import { findMainText, type MainText } from "./content/main-text.ts";
import { Sections } from "./content/sections.ts";
import { AccessibleNames } from "./controls/accessible-names.ts";
import { baseOf, Labels } from "./controls/controls.ts";
import { RawText } from "./markup/inline-markup.ts";
import { attribute, keptValue, textValue } from "./tree/attributes.ts";
import {
	annotate,
	displayHides,
	type IsHiddenBySheet,
	type PageElementEntry,
	type PageEntries,
	type PageTextEntry,
	readStyle,
	visit,
} from "./tree/page-entries.ts";
import { type PageElement, PageSource, type PageTree, parsePage, SVG } from "./tree/page-tree.ts";
import { type HidingSheets, hidingSheets } from "./tree/style-sheets.ts";

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
	readonly sheets: HidingSheets | undefined;
	readonly truncated: boolean;
	readonly doctype: boolean;
}

export function openPage(html: string, url: string, syntax?: "html" | "xml"): Page {
	const tree = parsePage(html, syntax);
	const sheets = hidingSheets(tree.styles);
	const entries = annotateReadable(tree, sheets?.hides);
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
		sheets,
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

const LITTLE_TEXT = 500;
/** Notices that scripts are needed are shorter. */
const NOTICE_LENGTH = 200;
/** Menus and notices that a style hides are shorter. */
const WAITING_LENGTH = 1_000;

/** Where a page shows next to nothing, its text may stand in `<noscript>`, or in a part that a script shows at once. */
function annotateReadable(tree: PageTree, isHidden: IsHiddenBySheet | undefined): PageEntries {
	const entries = annotate(tree.root, isHidden);
	if (entries.visible.length >= LITTLE_TEXT) return entries;
	let changed = false;
	tree.openNoscripts((fragment) => {
		const isPage = annotate(fragment).visible.length >= NOTICE_LENGTH;
		changed ||= isPage;
		return isPage;
	});
	for (const element of changed ? [] : waitingParts(entries)) {
		element.attrs = element.attrs.filter(({ name }) => name !== "style");
		changed = true;
	}
	return changed ? annotate(tree.root, isHidden) : entries;
}

function waitingParts({ steps }: PageEntries): PageElement[] {
	const parts: PageElement[] = [];
	let part: PageElementEntry | undefined;
	let length = 0;
	visit(steps, {
		start(entry) {
			if (part || !entry.context.notRendered || entry.outer.notRendered) return;
			if (displayHides(readStyle(attribute(entry.element, "style"))) !== null) part = entry;
		},
		end(entry) {
			if (entry !== part) return;
			if (length >= WAITING_LENGTH) parts.push(entry.element);
			part = undefined;
			length = 0;
		},
		text({ folded }: PageTextEntry) {
			if (part) length += folded.trim().length;
		},
	});
	return parts;
}
