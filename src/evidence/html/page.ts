import { Sections } from "./content/sections.ts";
import { findMainText, type MainText } from "./main-text/main-text.ts";
import { RawText } from "./markup/property-value.ts";
import { AccessibleNames } from "./names/accessible-names.ts";
import { Labels } from "./names/fields.ts";
import { baseOf } from "./names/links-and-buttons.ts";
import { keptValue } from "./tree/attributes.ts";
import type { PageElementEntry, PageEntries } from "./tree/page-entries.ts";
import { PageSource } from "./tree/page-source.ts";
import { parsePage, SVG } from "./tree/page-tree.ts";
import { annotateReadable } from "./tree/readable-text.ts";
import { type HidingSheets, hidingSheets } from "./tree/style-sheets.ts";

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
	readonly sheets: HidingSheets | undefined;
	readonly truncated: boolean;
	readonly doctype: boolean;
}

export function openPage(html: string, url: string): Page {
	const tree = parsePage(html);
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
