import type { PageField } from "../page-digest.ts";
import type { AccessibleNames } from "./accessible-names.ts";
import { attribute, textValue } from "./attributes.ts";
import { tidy } from "./fold-text.ts";
import type { Nameable, NameTape } from "./name-tape.ts";
import { MAX_FIELDS, NAME_LENGTH } from "./page-caps.ts";
import type { PageSource } from "./page-source.ts";
import type { PageElement } from "./page-tree.ts";
import type { Standing } from "./standing.ts";
import type { Reader } from "./walk.ts";

/** HTML section 4.10.2: what a label may name, beside inputs that are not hidden. */
const LABELABLE: ReadonlySet<string> = new Set("button input meter output progress select textarea".split(" "));
const BUTTON_TYPES: ReadonlySet<string> = new Set("submit reset button image hidden".split(" "));
const TEXT_TYPES: ReadonlySet<string> = new Set("text password number search tel email url".split(" "));
const OTHER_TYPES: ReadonlySet<string> = new Set(
	"date month week time datetime-local range color checkbox radio file".split(" "),
);

interface Label {
	readonly named: Nameable;
	/** Null when the label names the first control inside it. */
	readonly for: string | null;
}

interface Field {
	readonly element: PageElement;
	readonly here: Standing;
	/** Labels around the field that have no `for`. */
	readonly around: readonly Label[];
}

/** Form fields and the labels that name them (HTML section 4.10.4). One pass; labels find their field by id. */
export class FieldReader implements Reader {
	count = 0;
	readonly #fields: Field[] = [];
	readonly #labels: Label[] = [];
	readonly #open: Label[] = [];
	/** Open labels without `for` that have not met a control yet. */
	#waiting: Label[] = [];
	readonly #tape: NameTape;

	constructor(tape: NameTape) {
		this.#tape = tape;
	}

	enter(element: PageElement, here: Standing): void {
		if (element.tagName === "label") this.#openLabel(element);
		else if (LABELABLE.has(element.tagName) && typeOf(element) !== "hidden") this.#control(element, here);
	}

	leave(element: PageElement): void {
		const label = this.#open.at(-1);
		if (label?.named.element !== element) return;
		this.#tape.close(label.named);
		this.#open.pop();
		if (this.#waiting.at(-1) === label) this.#waiting.pop();
	}

	finish(names: AccessibleNames, source: PageSource): PageField[] {
		const byFor = Map.groupBy(this.#labels, (label) => label.for);
		return this.#fields.map(({ element, here, around }) => {
			const id = attribute(element, "id");
			const pointing = id && names.ownsId(element, id) ? (byFor.get(id) ?? []) : [];
			return {
				...source.startTag(element),
				tag: element.tagName,
				type: typeOf(element),
				...nameOf(element, [...pointing, ...around], names),
				hidden: here.silent,
			};
		});
	}

	#openLabel(element: PageElement): void {
		const label = { named: this.#tape.open(element), for: attribute(element, "for") };
		this.#labels.push(label);
		this.#open.push(label);
		if (label.for === null) this.#waiting.push(label);
	}

	#control(element: PageElement, here: Standing): void {
		const around = this.#waiting;
		if (around.length > 0) this.#waiting = [];
		if (!isField(element)) return;
		this.count++;
		if (this.#fields.length < MAX_FIELDS) this.#fields.push({ element, here, around });
	}
}

/** HTML-AAM 1.0, section 4.1: the order in which a field's name is looked for. */
function nameOf(
	element: PageElement,
	labels: readonly Label[],
	names: AccessibleNames,
): Pick<PageField, "name" | "nameFrom"> {
	const placeholder = TEXT_TYPES.has(typeOf(element)) || element.tagName === "textarea";
	const sources: readonly [PageField["nameFrom"], () => string][] = [
		["aria-labelledby", () => names.referenced(element)],
		["aria-label", () => textValue(element, "aria-label")],
		["label", () => labelText(labels, names)],
		["title", () => textValue(element, "title")],
		["placeholder", () => (placeholder ? textValue(element, "placeholder") : "")],
	];
	for (const [nameFrom, read] of sources) {
		const name = read();
		if (name !== "") return { name, nameFrom };
	}
	return { name: "", nameFrom: "none" };
}

function labelText(labels: readonly Label[], names: AccessibleNames): string {
	// Ten labels on one field fill the length; a page may point thousands at one.
	const texts = labels.slice(0, 10).map((label) => names.name(label.named));
	return tidy(texts.filter(Boolean).join(" "), NAME_LENGTH);
}

function isField(element: PageElement): boolean {
	if (element.tagName === "input") return !BUTTON_TYPES.has(typeOf(element));
	return element.tagName === "select" || element.tagName === "textarea";
}

/** Type of an input, `text` where it is missing or unknown; the tag of other controls. */
function typeOf(element: PageElement): string {
	if (element.tagName !== "input") return element.tagName;
	const type = (attribute(element, "type") ?? "").toLowerCase();
	return BUTTON_TYPES.has(type) || TEXT_TYPES.has(type) || OTHER_TYPES.has(type) ? type : "text";
}
