import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import { firstRole } from "../names/roles.ts";
import { MAX_HIDDEN_PARTS } from "../page-caps.ts";
import { attribute, hasAttribute, tokens } from "../tree/attributes.ts";
import { partsWords } from "../tree/block-boundary.ts";
import { FoldedText, fold } from "../tree/fold-text.ts";
import { styleHides } from "../tree/inline-style.ts";
import { type PageElement, SVG } from "../tree/page-tree.ts";
import type { Standing } from "../tree/standing.ts";
import type { Reader } from "../tree/walk.ts";
import { WIDGET } from "./name-marks.ts";
import type { Whereabouts } from "./whereabouts.ts";

/** Helper text for screen readers, and messages that scripts show, are shorter. */
const MIN_LENGTH = 80;

/** Elements and roles whose content is shown in its turn. */
const WIDGET_TAGS: ReadonlySet<string> = new Set(["dialog", "details", "nav", "menu", "form", "template", "noscript"]);
const WIDGET_ROLES: ReadonlySet<string> = new Set(
	`alert alertdialog dialog listbox log menu menubar navigation option radiogroup region search status tab tablist
	tabpanel tooltip tree treegrid`.split(/\s+/),
);
/** By which a control names what it shows. */
const REFERENCES: ReadonlySet<string> = new Set(
	`aria-controls aria-owns aria-describedby aria-labelledby aria-details href data-target data-bs-target
	data-toggle-target popovertarget commandfor`.split(/\s+/),
);
const MAX_REFERENCES = 20;
const ID_LENGTH = 2_000;
/** Where they hide whole pages, it is until a script has run or a font has come. */
const FRAMES: ReadonlySet<string> = new Set(["html", "body", "main", "head"]);

interface Part {
	readonly element: PageElement;
	readonly text: FoldedText;
	/** Ids of the part and of what it holds. */
	readonly ids: string[];
}

/**
 * Text hidden from people that no control shows: not that of menus, dialogs, tabs and the like. What fades in
 * (`opacity: 0`) is left out: it is how pages animate.
 */
export class HiddenShareReader implements Reader {
	readonly #where: Whereabouts;
	readonly #kept: { readonly length: number; readonly ids: readonly string[] }[] = [];
	readonly #shown = new Set<string>();
	readonly #widgets: PageElement[] = [];
	#part: Part | undefined;

	constructor(where: Whereabouts) {
		this.#where = where;
	}

	/** Characters. */
	finish(): number {
		const left = this.#kept.filter(({ ids }) => !ids.some((id) => this.#shown.has(id)));
		return left.reduce((sum, { length }) => sum + length, 0);
	}

	enter(element: PageElement, here: Standing): void {
		if (element.attrs.length > 0) this.#noteTargets(element);
		if (this.#widgets.length > 0 || this.#isWidget(element)) {
			if (this.#isWidget(element)) this.#widgets.push(element);
			return;
		}
		if (!this.#part && element.attrs.length > 0 && isHidden(element, here)) {
			this.#part = { element, text: new FoldedText(0), ids: [] };
		}
		if (!this.#part) return;
		const id = attribute(element, "id");
		if (id && this.#part.ids.length < MAX_HIDDEN_PARTS) this.#part.ids.push(id);
		if (partsWords(element)) this.#part.text.gap();
	}

	leave(element: PageElement): void {
		if (element === this.#widgets.at(-1)) this.#widgets.pop();
		const part = this.#part;
		if (part && partsWords(element)) part.text.gap();
		if (!part || part.element !== element) return;
		this.#part = undefined;
		const { length } = part.text;
		if (length >= MIN_LENGTH && this.#kept.length < MAX_HIDDEN_PARTS) this.#kept.push({ length, ids: part.ids });
	}

	text(node: Tree.TextNode, here: Standing): void {
		if (this.#part && this.#widgets.length === 0 && !here.muted) this.#part.text.add(fold(node.value));
	}

	#noteTargets(element: PageElement): void {
		if (this.#shown.size > MAX_HIDDEN_PARTS) return;
		for (const { name, value } of element.attrs) {
			if (!REFERENCES.has(name) || value.length > ID_LENGTH) continue;
			if (name === "href" && !value.startsWith("#")) continue;
			for (const id of value.split(/\s+/, MAX_REFERENCES)) this.#shown.add(id.replace(/^#/, ""));
		}
	}

	#isWidget(element: PageElement): boolean {
		if (WIDGET_TAGS.has(element.tagName) || element.namespaceURI === SVG) return true;
		if (element.attrs.length === 0 || FRAMES.has(element.tagName)) return false;
		if ((this.#where.marks & WIDGET) !== 0 || hasAttribute(element, "popover")) return true;
		return WIDGET_ROLES.has(firstRole(attribute(element, "role")) ?? "");
	}
}

function isHidden(element: PageElement, { head }: Standing): boolean {
	if (head || FRAMES.has(element.tagName)) return false;
	const hidden = attribute(element, "hidden");
	if (hidden !== null) return !tokens(hidden).includes("until-found");
	const how = hasAttribute(element, "style") ? styleHides(element) : null;
	return how !== null && how !== "transparent";
}
