import type { PageAnchor } from "../../page-digest.ts";
import { MAX_ANCHORS, VALUE_LENGTH } from "../page-caps.ts";
import { attribute, keptValue, tokens } from "../tree/attributes.ts";
import type { PageSource } from "../tree/page-source.ts";
import type { PageElement } from "../tree/page-tree.ts";
import type { AccessibleNames } from "./accessible-names.ts";
import { type Collected, Collector } from "./collect.ts";
import type { NameTape } from "./name-tape.ts";
import { explicitRole } from "./roles.ts";
import { standsApart } from "./stands-apart.ts";

export function anchorReader(tape: NameTape): Collector {
	return new Collector(tape, MAX_ANCHORS, (element) => element.tagName === "a");
}

/** Event handlers by which script takes a link over; ones for focus or loading do not. */
const HANDLER = /^on(?:click|dblclick|auxclick|key|mousedown|mouseup|pointer|touch)/;

/** `base` is the address that relative ones are resolved by. */
export function anchorOf(collected: Collected, names: AccessibleNames, source: PageSource, base: string): PageAnchor {
	const { element, here, named } = collected;
	return {
		...source.whole(element),
		href: keptValue(element, "href"),
		url: resolve(attribute(element, "href"), base),
		name: names.name(named),
		rel: tokens(attribute(element, "rel")),
		inNav: here.nav,
		scripted: isScripted(element),
		...(here.silent ? { hidden: true as const } : {}),
		...(leadsNowhere(element) && standsApart(element) ? { apart: true as const } : {}),
	};
}

/**
 * The address that relative ones are resolved by (HTML section 2.4.2): `<base href>`, unless it cannot be read or would
 * run script.
 */
export function baseOf(baseHref: string | null, pageUrl: string): string {
	const base = baseHref === null ? null : URL.parse(baseHref, pageUrl);
	return base && base.protocol !== "data:" && base.protocol !== "javascript:" ? base.href : pageUrl;
}

function resolve(href: string | null, base: string): string | null {
	if (href === null || href.length > VALUE_LENGTH) return null;
	return URL.parse(href, base)?.href ?? null;
}

/** A button in the shape of a link. */
function leadsNowhere(element: PageElement): boolean {
	return /^\s*(?:#|javascript:|$)/i.test(attribute(element, "href") ?? "");
}

function isScripted(element: PageElement): boolean {
	const role = explicitRole(element);
	return (role !== null && role !== "link") || element.attrs.some(({ name }) => HANDLER.test(name));
}
