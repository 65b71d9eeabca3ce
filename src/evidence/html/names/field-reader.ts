import type { PageField } from "../../page-digest.ts";
import { MAX_FIELDS } from "../page-caps.ts";
import { attribute, textValue } from "../tree/attributes.ts";
import type { PageSource } from "../tree/page-source.ts";
import type { PageElement } from "../tree/page-tree.ts";
import type { Standing } from "../tree/standing.ts";
import type { Reader } from "../tree/walk.ts";
import type { AccessibleNames } from "./accessible-names.ts";
import type { LabelReader } from "./label-reader.ts";

const BUTTON_TYPES: ReadonlySet<string> = new Set("submit reset button image hidden".split(" "));
const TEXT_TYPES: ReadonlySet<string> = new Set("text password number search tel email url".split(" "));
const OTHER_TYPES: ReadonlySet<string> = new Set(
	"date month week time datetime-local range color checkbox radio file".split(" "),
);

interface Field {
	readonly element: PageElement;
	readonly here: Standing;
}

/** Form fields, and what names them. */
export class FieldReader implements Reader {
	count = 0;
	readonly #fields: Field[] = [];

	enter(element: PageElement, here: Standing): void {
		if (!isField(element)) return;
		this.count++;
		if (this.#fields.length < MAX_FIELDS) this.#fields.push({ element, here });
	}

	finish(names: AccessibleNames, labels: LabelReader, source: PageSource): PageField[] {
		return this.#fields.map(({ element, here }) => ({
			...source.startTag(element),
			tag: element.tagName,
			type: typeOf(element),
			...fieldName(element, names, labels),
			hidden: here.silent || here.concealed,
		}));
	}
}

/** HTML-AAM 1.0, section 4.1: the order in which a field's name is looked for. */
export function fieldName(
	element: PageElement,
	names: AccessibleNames,
	labels: LabelReader,
): Pick<PageField, "name" | "nameFrom"> {
	const placeholder = TEXT_TYPES.has(typeOf(element)) || element.tagName === "textarea";
	const sources: readonly [PageField["nameFrom"], () => string][] = [
		["aria-labelledby", () => names.referenced(element)],
		["aria-label", () => textValue(element, "aria-label")],
		["label", () => labels.textOf(element, names)],
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
