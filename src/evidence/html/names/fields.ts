import type { PageField } from "../../page-digest.ts";
import type { Page } from "../page.ts";
import { MAX_FIELDS, NAME_LENGTH } from "../page-caps.ts";
import { attribute, textValue } from "../tree/attributes.ts";
import { tidy } from "../tree/fold-text.ts";
import { closeEnded, type PageElementEntry } from "../tree/page-entries.ts";
import type { PageElement } from "../tree/page-tree.ts";
import type { AccessibleNames } from "./accessible-names.ts";

const BUTTON_TYPES: ReadonlySet<string> = new Set("submit reset button image hidden".split(" "));
const TEXT_TYPES: ReadonlySet<string> = new Set("text password number search tel email url".split(" "));
const OTHER_TYPES: ReadonlySet<string> = new Set(
	"date month week time datetime-local range color checkbox radio file".split(" "),
);

/** Form fields and what names them; `count` is the number of all. */
export function collectFields({ elements, names, labels, source }: Page): { fields: PageField[]; count: number } {
	const found = elements.filter(({ element }) => isField(element));
	const fields = found.slice(0, MAX_FIELDS).map(({ element, context }) => ({
		...source.startTag(element),
		tag: element.tagName,
		type: typeOf(element),
		...fieldName(element, names, labels),
		hidden: context.notExposed || context.hiddenBySheet,
	}));
	return { fields, count: found.length };
}

/** HTML-AAM 1.0, section 4.1: the order in which a field's name is looked for. */
export function fieldName(
	element: PageElement,
	names: AccessibleNames,
	labels: Labels,
): Pick<PageField, "name" | "nameFrom"> {
	const placeholder = TEXT_TYPES.has(typeOf(element)) || element.tagName === "textarea";
	const sources: readonly [PageField["nameFrom"], () => string][] = [
		["aria-labelledby", () => names.referenced(element)],
		["aria-label", () => textValue(element, "aria-label")],
		["label", () => labels.textOf(element)],
		["title", () => textValue(element, "title")],
		["placeholder", () => (placeholder ? textValue(element, "placeholder") : "")],
	];
	for (const [nameFrom, read] of sources) {
		const name = read();
		if (name !== "") return { name, nameFrom };
	}
	return { name: "", nameFrom: "none" };
}

/** True for what a person fills in: no button, and nothing hidden by its type. */
export function isField(element: PageElement): boolean {
	if (element.tagName === "input") return !BUTTON_TYPES.has(typeOf(element));
	return element.tagName === "select" || element.tagName === "textarea";
}

/** Type of an input, `text` where it is missing or unknown; the tag of other controls. */
export function typeOf(element: PageElement): string {
	if (element.tagName !== "input") return element.tagName;
	const type = (attribute(element, "type") ?? "").toLowerCase();
	return BUTTON_TYPES.has(type) || TEXT_TYPES.has(type) || OTHER_TYPES.has(type) ? type : "text";
}

/** HTML section 4.10.2: what a label may name, beside inputs that are not hidden. */
const LABELABLE: ReadonlySet<string> = new Set("button input meter output progress select textarea".split(" "));

/** Ten labels on one control fill a name's length; a page may point thousands at one. */
const MAX_LABELS = 10;

interface Label {
	readonly entry: PageElementEntry;
	/** Null when the label names the first control inside it. */
	readonly for: string | null;
}

/** The labels of form controls (HTML section 4.10.4). */
export class Labels {
	readonly #names: AccessibleNames;
	readonly #labels: Label[] = [];
	/** Labels without `for`, by the control that is the first inside them. */
	readonly #around = new Map<PageElement, readonly Label[]>();
	#byFor: ReadonlyMap<string | null, readonly Label[]> | undefined;

	constructor(elements: readonly PageElementEntry[], names: AccessibleNames) {
		this.#names = names;
		/** Open labels without `for` that have no control yet. */
		let waiting: Label[] = [];
		for (const entry of elements) {
			const { element } = entry;
			closeEnded(waiting, entry.index);
			if (element.tagName === "label") {
				const label = { entry, for: attribute(element, "for") };
				this.#labels.push(label);
				if (label.for === null) waiting.push(label);
			} else if (waiting.length > 0 && isLabelable(element)) {
				this.#around.set(element, waiting);
				waiting = [];
			}
		}
	}

	textOf(element: PageElement): string {
		const id = attribute(element, "id");
		const pointing = id && isLabelable(element) && this.#names.ownsId(element, id) ? this.#pointingAt(id) : [];
		const labels = [...pointing.slice(0, MAX_LABELS), ...(this.#around.get(element) ?? [])];
		const texts = labels.slice(0, MAX_LABELS).map(({ entry }) => this.#names.name(entry));
		return tidy(texts.filter(Boolean).join(" "), NAME_LENGTH);
	}

	#pointingAt(id: string): readonly Label[] {
		this.#byFor ??= Map.groupBy(this.#labels, (label) => label.for);
		return this.#byFor.get(id) ?? [];
	}
}

function isLabelable(element: PageElement): boolean {
	if (!LABELABLE.has(element.tagName)) return false;
	return element.tagName !== "input" || attribute(element, "type")?.toLowerCase() !== "hidden";
}
