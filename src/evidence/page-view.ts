/** What an agent gets of a page: the accessibility tree in document order, of a browser or as raw HTML gives it. */
export interface PageView {
	readonly url: string;
	readonly title: string;
	/** Of `<html>`; "" where it has none. */
	readonly lang: string;
	readonly nodes: readonly ViewNode[];
	/** All text of the tree, a line for each run. */
	readonly text: string;
	/** Addresses of frames whose content is not among the nodes. */
	readonly frames: readonly string[];
	/** Vendors of challenges that are to be solved on the page. */
	readonly captchas: readonly string[];
	/** More nodes than are kept. */
	readonly cut: boolean;
}

export interface ViewNode {
	/** Of this page as long as it is open. */
	readonly key: string;
	/** Computed ARIA role; `text` for what has none. */
	readonly role: string;
	/** Computed accessible name; of `text` the text. */
	readonly name: string;
	readonly tag: string;
	readonly attributes: Readonly<Record<string, string>>;
	/** Absolute, of a link. */
	readonly url?: string | undefined;
	/** Key of the `<form>` around it. */
	readonly form?: string | undefined;
	/** Key of the dialog around it. */
	readonly dialog?: string | undefined;
	/** Roles of landmarks around it, the nearest last. */
	readonly inside: readonly string[];
	readonly disabled: boolean;
	readonly focusable: boolean;
	readonly required: boolean;
	/** In the page, but not in the tree that agents read, by aria-hidden or otherwise; "" where it is in the tree. */
	readonly hidden: "" | "aria" | "style";
	/** Whether it takes clicks though its role does not say so. */
	readonly clickable: boolean;
	/** What a field holds; of a checkbox or radio button, whether it is chosen. */
	readonly value: string;
	/** Choices of a list. */
	readonly options: readonly string[];
}

/** Glyphs of icon fonts say nothing. */
export function heardName(text: string): string {
	return text
		.replace(/\p{Co}/gu, " ")
		.replace(/\s+/g, " ")
		.trim()
		.slice(0, NAME_LENGTH);
}

/** Characters of a name or attribute that are kept. */
export const NAME_LENGTH = 200;
/** Nodes that are kept of one page. */
export const MAX_VIEW_NODES = 5_000;
/** Attributes that say what a control is for. */
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
