import type { BarrierKind } from "../../digest/operability.ts";
import { isField } from "../names/field-reader.ts";
import { tabIndexOf } from "../names/focusable.ts";
import { attribute } from "../tree/attributes.ts";
import { type PageElement, SVG } from "../tree/page-tree.ts";
import { inputType } from "./element-role.ts";
import type { Subject } from "./subject.ts";

export type NameKind = Extract<BarrierKind, `${string}-name`>;

/** Roles of form fields (ACT rule e086e5). */
const FIELD_ROLES: readonly string[] =
	"checkbox combobox listbox menuitemcheckbox menuitemradio radio searchbox slider spinbutton switch textbox".split(
		" ",
	);

const BY_ROLE: ReadonlyMap<string, NameKind> = new Map<string, NameKind>([
	["link", "link-name"],
	// DPUB-ARIA 1.1: kinds of link.
	...["doc-backlink", "doc-biblioref", "doc-glossref", "doc-noteref"].map((role) => [role, "link-name"] as const),
	["button", "button-name"],
	["menuitem", "menuitem-name"],
	["heading", "heading-name"],
	["img", "image-name"],
	["image", "image-name"],
	...FIELD_ROLES.map((role) => [role, "field-name"] as const),
]);

/** ACT rule 7d6734; an object or a document part may hold its own text. */
const SVG_ROLES: ReadonlySet<string> = new Set(["img", "image", "graphics-document", "graphics-symbol"]);

/** Children of one element among which its summary is looked for. */
const MAX_SIBLINGS = 50;

/** What browsers draw or play in an object by themselves; documents inside have names of their own. */
const MEDIA_TYPE = /^(?:image|audio|video)\//i;
const MEDIA_FILE = /\.(?:png|jpe?g|gif|webp|avif|svg|bmp|mp3|ogg|oga|wav|m4a|flac|mp4|m4v|webm|ogv|mov)(?:[?#]|$)/i;

/** Which kind of name an element in the accessibility tree needs; null where it needs none. */
export function neededName(subject: Subject): NameKind | null {
	const { element, explicit, role } = subject;
	if (element.namespaceURI === SVG && explicit !== null && SVG_ROLES.has(explicit)) {
		return subject.inLeaf ? null : "svg-name";
	}
	const special = bySpecialTag(element, explicit);
	if (special !== undefined) return special;
	if (explicit === null && isField(element)) return "field-name";
	// Declared as decoration; where it is exposed all the same, that is what is wrong.
	if (element.tagName === "img" && attribute(element, "alt") === "") return null;
	const kind = BY_ROLE.get(role ?? "") ?? null;
	// What stands in a button names the button; nobody meets it alone.
	return subject.inLeaf && (kind === "image-name" || kind === "heading-name") ? null : kind;
}

/** Elements that need a name by their tag, whatever role HTML gives them; undefined for others. */
function bySpecialTag(element: PageElement, explicit: string | null): NameKind | null | undefined {
	if (element.tagName === "iframe" || element.tagName === "frame") {
		return isReachedFrame(element, explicit) ? "frame-name" : null;
	}
	if (explicit !== null) return undefined;
	if (element.tagName === "object") return showsMedia(element) ? "object-name" : null;
	if (element.tagName === "summary") return opensDetails(element) ? "summary-name" : null;
	return element.tagName === "input" && inputType(element) === "image" ? "image-button-name" : undefined;
}

/** Frames without area hold measurements; a negative tabindex keeps the Tab key out (ACT rule cae760). */
function isReachedFrame(element: PageElement, explicit: string | null): boolean {
	if (explicit === "none" || explicit === "presentation" || (tabIndexOf(element) ?? 0) < 0) return false;
	return !(isNothing(attribute(element, "width")) && isNothing(attribute(element, "height")));
}

function isNothing(length: string | null): boolean {
	return length !== null && /^[01](?:px)?$/.test(length.trim());
}

function showsMedia(element: PageElement): boolean {
	const type = attribute(element, "type");
	if (type !== null && type.trim() !== "") return MEDIA_TYPE.test(type.trim());
	return MEDIA_FILE.test((attribute(element, "data") ?? "").slice(0, 2_000));
}

/** The first summary child of details is what opens them; others are text (HTML section 4.11.2). */
function opensDetails(element: PageElement): boolean {
	return element.parentNode?.nodeName === "details" && !hasSummaryBefore(element);
}

/** Looks back at a few siblings: a page may hold summaries by the thousand in one element. */
function hasSummaryBefore(element: PageElement): boolean {
	const siblings = element.parentNode?.childNodes ?? [];
	return siblings.slice(0, MAX_SIBLINGS).find((node) => node.nodeName === "summary") !== element;
}

/** An element that has a name by its own value or type. */
export function namesItself(element: PageElement): boolean {
	if (element.tagName !== "input") return false;
	const type = inputType(element);
	const value = attribute(element, "value");
	// Browsers write their own word on these two (HTML-AAM 1.0, section 4.1.2).
	if (type === "submit" || type === "reset") return value === null || value.trim() !== "";
	return type === "button" && (value ?? "").trim() !== "";
}
