import type { Located } from "./located.ts";

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
