import type { Located } from "./content.ts";

/**
 * Barriers that the source alone decides, each after a rule of the ACT rules, WAI-ARIA 1.2 or HTML. What an element
 * looks like, and so contrast or target size, is not among them.
 */
export const BARRIER_KINDS = [
	/** A link, button, image button, menu item, summary or heading without an accessible name. */
	"link-name",
	"button-name",
	"image-button-name",
	"menuitem-name",
	"summary-name",
	"heading-name",
	/** A picture without one: img or role=img, svg with a graphic role, object with non-text content. */
	"image-name",
	"svg-name",
	"object-name",
	/** A form field, native or by role, without one. */
	"field-name",
	"frame-name",
	/** Several fields, or the choices of one question, without a name that they have in common. */
	"group-unnamed",
	/** No word of the role attribute is a role. */
	"role-unknown",
	"aria-attribute-unknown",
	"aria-value-invalid",
	/** A role without the states that it requires. */
	"aria-required-missing",
	/** An attribute that the element's role prohibits or does not support. */
	"aria-not-permitted",
	/** A role outside the parent, or without the children, that it requires. */
	"role-context",
	/** Marked as decorative, and yet in the accessibility tree. */
	"decorative-exposed",
	"aria-hidden-focusable",
	"aria-hidden-body",
	/** An id that label, aria or headers refer to stands twice, or nowhere. */
	"id-duplicate",
	"id-missing",
	/** An element that scripts make clickable and that is no control to anybody else. */
	"click-without-control",
	"tabindex-positive",
	/** Text that moves or blinks by an obsolete element, which nobody can pause. */
	"moving-text",
	"autocomplete-invalid",
	"list-structure",
	/** A cell's headers attribute that names no header cell of its table. */
	"table-headers",
	/** A data table without a header cell. */
	"table-no-header",
	/** A header cell in which nothing stands, at the top of a column of texts. */
	"table-header-empty",
	/** A lang attribute whose language tag is not valid, on html or inside the page. */
	"lang-invalid",
	/** Two landmarks of one role that nothing tells apart. */
	"landmark-unlabelled",
] as const;
export type BarrierKind = (typeof BARRIER_KINDS)[number];

export interface Barrier extends Located {
	readonly kind: BarrierKind;
	/** What exactly is wrong, as a clause with this page's own values: `"aria-labell" is no attribute of WAI-ARIA`. */
	readonly says: string;
	/** Present on a picture without a name inside a link without one: a text for it names both. */
	readonly inNamelessLink?: boolean;
}

export interface Operability {
	/** How many elements each kind was asked of; kinds that nothing on the page concerns are left out. */
	readonly examined: Readonly<Partial<Record<BarrierKind, number>>>;
	/** How many of them have the barrier; a kind without any is left out. */
	readonly found: Readonly<Partial<Record<BarrierKind, number>>>;
	/** In document order, the first MAX_BARRIERS of each kind. */
	readonly barriers: readonly Barrier[];
	/** Pictures without a name inside links without one; absent where there are none, and in older evidence. */
	readonly inNamelessLinks?: number | undefined;
}

/** A `<form>`. */
export interface PageForm extends Located {
	/** Absolute address that it submits to; null where neither it nor its submit button has an action. */
	readonly action: string | null;
	/** `get`, `post` or `dialog`. */
	readonly method: string;
	/** Whether it says its method; `get` is taken where nothing is said. */
	readonly methodStated: boolean;
	/** Fields that a person fills in, and how many of them have a name attribute, without which nothing is sent. */
	readonly fields: number;
	readonly named: number;
	/** A submit or image button, or a button without another type. */
	readonly submits: boolean;
	/** Has a password field. */
	readonly password: boolean;
	/** `toolname` of declarative WebMCP, where given. */
	readonly toolName: string | null;
	/** Role or type `search`, or inside a search landmark. */
	readonly search: boolean;
}

/** A known challenge that asks to prove that one is human, by the vendor's own script, frame or class. */
export interface PageCaptcha extends Located {
	readonly vendor: string;
	/** A script alone may also serve silent scoring, or a form on another page. */
	readonly from: "script" | "frame" | "widget";
	/** Inside a form. */
	readonly inForm: boolean;
	/** Present where the page asks the vendor to show nothing unless a visit raises a doubt. */
	readonly invisible?: true;
}

/** A button, native or by role. */
export interface PageButton extends Located {
	/** Accessible name. */
	readonly name: string;
	/** Present where the button is hidden from the accessibility tree. */
	readonly hidden?: true;
	/** Present in a search, a dialog, a comment section or a feed of a social network: no part of the page's own lists. */
	readonly apart?: true;
}
