import { NAME_LENGTH } from "../page-caps.ts";
import { attribute } from "../tree/attributes.ts";
import { tidy } from "../tree/fold-text.ts";
import type { PageElement } from "../tree/page-tree.ts";
import type { Reader } from "../tree/walk.ts";
import type { AccessibleNames } from "./accessible-names.ts";
import type { Nameable, NameTape } from "./name-tape.ts";

/** HTML section 4.10.2: what a label may name, beside inputs that are not hidden. */
const LABELABLE: ReadonlySet<string> = new Set("button input meter output progress select textarea".split(" "));

/** Ten labels on one control fill a name's length; a page may point thousands at one. */
const MAX_LABELS = 10;

interface Label {
	readonly named: Nameable;
	/** Null when the label names the first control inside it. */
	readonly for: string | null;
}

/** The labels of form controls (HTML section 4.10.4). One pass; labels find their control by id. */
export class LabelReader implements Reader {
	readonly #labels: Label[] = [];
	readonly #open: Label[] = [];
	/** Labels around a control that have no `for`. */
	readonly #around = new Map<PageElement, readonly Label[]>();
	/** Open labels without `for` that have not met a control yet. */
	#waiting: Label[] = [];
	#byFor: ReadonlyMap<string | null, readonly Label[]> | undefined;
	readonly #tape: NameTape;

	constructor(tape: NameTape) {
		this.#tape = tape;
	}

	enter(element: PageElement): void {
		if (element.tagName === "label") {
			this.#openLabel(element);
		} else if (this.#waiting.length > 0 && isLabelable(element)) {
			this.#around.set(element, this.#waiting);
			this.#waiting = [];
		}
	}

	leave(element: PageElement): void {
		const label = this.#open.at(-1);
		if (label?.named.element !== element) return;
		this.#tape.close(label.named);
		this.#open.pop();
		if (this.#waiting.at(-1) === label) this.#waiting.pop();
	}

	/** Text of the labels that name a control, once the walk is over; "" where none does. */
	textOf(element: PageElement, names: AccessibleNames): string {
		const id = attribute(element, "id");
		const pointing = id && isLabelable(element) && names.ownsId(element, id) ? this.#pointingAt(id) : [];
		const labels = [...pointing.slice(0, MAX_LABELS), ...(this.#around.get(element) ?? [])];
		const texts = labels.slice(0, MAX_LABELS).map((label) => names.name(label.named));
		return tidy(texts.filter(Boolean).join(" "), NAME_LENGTH);
	}

	#pointingAt(id: string): readonly Label[] {
		this.#byFor ??= Map.groupBy(this.#labels, (label) => label.for);
		return this.#byFor.get(id) ?? [];
	}

	#openLabel(element: PageElement): void {
		const label = { named: this.#tape.open(element), for: attribute(element, "for") };
		this.#labels.push(label);
		this.#open.push(label);
		if (label.for === null) this.#waiting.push(label);
	}
}

function isLabelable(element: PageElement): boolean {
	if (!LABELABLE.has(element.tagName)) return false;
	return element.tagName !== "input" || attribute(element, "type")?.toLowerCase() !== "hidden";
}
