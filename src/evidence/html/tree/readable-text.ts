import { attribute } from "./attributes.ts";
import type { IsHiddenBySheet } from "./inherited-context.ts";
import { displayHides, readStyle } from "./inline-style.ts";
import { annotate, type PageElementEntry, type PageEntries, type PageTextEntry, visit } from "./page-entries.ts";
import type { PageElement, PageTree } from "./page-tree.ts";

/** Characters of visible text below which a page says next to nothing. */
const LITTLE_TEXT = 500;
/** Notices that scripts are needed are shorter. */
const NOTICE_LENGTH = 200;
/** Menus and notices that a style hides are shorter. */
const WAITING_LENGTH = 1_000;

/**
 * Annotates a page as readers without scripts read it. Where it shows next to nothing, its text may stand in `<noscript>`,
 * or in a part with a style that a script takes away as soon as it runs.
 */
export function annotateReadable(tree: PageTree, isHidden: IsHiddenBySheet | undefined): PageEntries {
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

/** Elements whose own style hides much text. */
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
