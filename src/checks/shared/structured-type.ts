import type { Exhibit } from "#core/verdict.ts";
import type { StructuredNode } from "#evidence/digest/structured-data.ts";
import type { Page } from "#evidence/evidence-map.ts";
import { exhibitsOf } from "./exhibits.ts";

/** Where nodes of structured data stand that a test picks, whichever syntax they are written in. */
export function nodeExhibits(page: Page, picks: (node: StructuredNode) => boolean): readonly Exhibit[] {
	const { jsonLd, microdata, rdfa } = page.digest;
	const inBlocks = new Set(jsonLd.nodes.filter(picks).map(({ block }) => block));
	const blocks = jsonLd.blocks.filter((_, index) => inBlocks.has(index));
	return exhibitsOf(page, [...blocks, ...[...microdata, ...rdfa].filter(picks)]);
}
