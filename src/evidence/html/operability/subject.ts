import type { FactEnd } from "../fact-readers.ts";
import type { PageElement } from "../tree/page-tree.ts";
import type { Standing } from "../tree/standing.ts";

/** An element that some barrier may concern, looked at once for all of them. */
export interface Subject {
	readonly element: PageElement;
	readonly here: Standing;
	readonly outer: Standing;
	/** Place in document order. */
	readonly order: number;
	/** In the accessibility tree, as far as the source tells; others are not judged. */
	readonly exposed: boolean;
	/** The role that the author gave it; null where the element keeps its own. */
	readonly explicit: string | null;
	/** The role that it has; null where it has none that matters, or none that the source decides. */
	readonly role: string | null;
	/** Names of its aria-* attributes. */
	readonly aria: readonly string[];
	/** The nearest element around it that has a role that matters, or that nobody can look into. */
	readonly above: Subject | null;
	/** Inside an element whose content is no part of the accessibility tree, such as a button (WAI-ARIA 1.2 section 5.2.8). */
	readonly inLeaf: boolean;
}

/** Looks for barriers of a few kinds among the page's subjects. */
export interface BarrierReader {
	enter?(subject: Subject): void;
	/** Called inside out. */
	leave?(subject: Subject): void;
	finish?(end: FactEnd): void;
}

/** A custom element may show anything in place of its content. */
export function isOpaque({ tagName }: PageElement): boolean {
	return tagName.includes("-");
}
