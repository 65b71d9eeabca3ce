import { Sections } from "./content/sections.ts";
import { findMainText, type MainText } from "./main-text/main-text.ts";
import { RawText } from "./markup/property-value.ts";
import { AccessibleNames } from "./names/accessible-names.ts";
import { Labels } from "./names/fields.ts";
import { baseOf } from "./names/links-and-buttons.ts";
import { keptValue } from "./tree/attributes.ts";
import { annotate, type PageElementEntry, type PageEntries } from "./tree/page-entries.ts";
import { PageSource } from "./tree/page-source.ts";
import { type PageTree, parsePage, SVG } from "./tree/page-tree.ts";
import { hiddenBySheets } from "./tree/style-sheets.ts";

/** A parsed and annotated page. Collectors read it; none of them changes it or needs another to have run. */
export interface Page extends PageEntries {
	readonly source: PageSource;
	readonly url: string;
	/** Of the first `<base>` with href (HTML section 4.2.3), as written. */
	readonly baseHref: string | null;
	/** Address that relative ones begin from. */
	readonly base: string;
	readonly names: AccessibleNames;
	readonly labels: Labels;
	readonly sections: Sections;
	readonly mainText: MainText;
	readonly rawText: RawText;
	readonly truncated: boolean;
	readonly doctype: boolean;
}

export function openPage(html: string, url: string): Page {
	const tree = parsePage(html);
	const entries = annotateReadable(tree);
	const names = new AccessibleNames(entries.steps);
	const baseHref = findBase(entries.elements);
	return {
		...entries,
		source: new PageSource(html),
		url,
		baseHref,
		base: baseOf(baseHref, url),
		names,
		labels: new Labels(entries.elements, names),
		sections: new Sections(entries),
		mainText: findMainText(entries),
		rawText: new RawText(entries),
		truncated: tree.full,
		doctype: tree.root.childNodes.some((node) => node.nodeName === "#documentType"),
	};
}

/** A page that says next to nothing is read as it is sent to readers without scripts. */
function annotateReadable(tree: PageTree): PageEntries {
	const isHidden = hiddenBySheets(tree.styles);
	const entries = annotate(tree.root, isHidden);
	if (entries.visible.length >= LITTLE_TEXT) return entries;
	let opened = false;
	tree.openNoscripts((fragment) => {
		const isPage = annotate(fragment).visible.length >= NOTICE_LENGTH;
		opened ||= isPage;
		return isPage;
	});
	return opened ? annotate(tree.root, isHidden) : entries;
}

/** Characters of visible text with which a page says something; notices that scripts are needed are shorter than the second. */
const LITTLE_TEXT = 500;
const NOTICE_LENGTH = 200;

function findBase(elements: readonly PageElementEntry[]): string | null {
	for (const { element } of elements) {
		if (element.tagName !== "base" || element.namespaceURI === SVG) continue;
		const href = keptValue(element, "href");
		if (href !== null) return href;
	}
	return null;
}
