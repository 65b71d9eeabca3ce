/** A page as agents get it: the accessibility tree in document order, from a browser or from raw HTML. */
export interface PageView {
	readonly url: string;
	readonly title: string;
	/** Of `<html>`; "" if missing. */
	readonly lang: string;
	readonly nodes: readonly ViewNode[];
	/** All text of the tree, one line per run. */
	readonly text: string;
	/** Frames whose content is not in `nodes`. */
	readonly frames: readonly string[];
	/** Vendors of challenges on the page. */
	readonly captchas: readonly string[];
	/** Has more nodes than we keep. */
	readonly cut: boolean;
}

export interface ViewNode {
	/** Valid while the page is open. */
	readonly key: string;
	/** Computed ARIA role; `text` for text. */
	readonly role: string;
	/** Computed accessible name, or the text. */
	readonly name: string;
	readonly tag: string;
	readonly attributes: Readonly<Record<string, string>>;
	/** Absolute; links only. */
	readonly url?: string | undefined;
	/** Key of the surrounding `<form>`. */
	readonly form?: string | undefined;
	/** Key of the surrounding dialog. */
	readonly dialog?: string | undefined;
	/** Roles of surrounding landmarks, innermost last. */
	readonly inside: readonly string[];
	readonly disabled: boolean;
	readonly focusable: boolean;
	readonly required: boolean;
	/** On the page, but hidden from the accessibility tree by aria-hidden or by style; "" if it is in the tree. */
	readonly hidden: "" | "aria" | "style";
	/** Handles clicks although its role does not say so. */
	readonly clickable: boolean;
	/** A field's value; for a checkbox or radio button, whether it is checked. */
	readonly value: string;
	/** Options of a list. */
	readonly options: readonly string[];
}

/** Removes glyphs of icon fonts. */
export function heardName(text: string): string {
	return text
		.replace(/\p{Co}/gu, " ")
		.replace(/\s+/g, " ")
		.trim()
		.slice(0, NAME_LENGTH);
}

/** Maximum characters of a name or attribute. */
export const NAME_LENGTH = 200;
/** Nodes kept per page. */
export const MAX_VIEW_NODES = 5_000;
/** Attributes that describe a control's purpose. */
export const VIEW_ATTRIBUTES = [
	"id",
	"name",
	"type",
	"class",
	"href",
	"src",
	"role",
	"autocomplete",
	"inputmode",
	"placeholder",
	"aria-label",
	"aria-hidden",
	"aria-disabled",
	"aria-expanded",
	"aria-haspopup",
	"onclick",
	"disabled",
	"readonly",
	"required",
	"tabindex",
	"target",
	"download",
	"action",
	"method",
	"toolname",
	"tooldescription",
	"toolparamdescription",
	"itemprop",
	"datetime",
] as const;
