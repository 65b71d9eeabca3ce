import type { PageElement } from "./page-tree.ts";

/** Elements whose edges do not part words, as `<b>S</b>ale` reads "Sale": inline ones, and ones that are never drawn. */
const INLINE: ReadonlySet<string> = new Set(
	`link meta noscript rp script style template
	a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr output q ruby s samp slot small
	span strike strong sub sup time tspan tt u var wbr`.split(/\s+/),
);

/** True when text before and after the element's edge are two words. */
export function partsWords(element: PageElement): boolean {
	return !INLINE.has(element.tagName);
}
