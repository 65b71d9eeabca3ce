import type { FactEnd } from "../fact-readers.ts";
import type { AccessibleNames } from "../names/accessible-names.ts";
import { fieldName, isField } from "../names/field-reader.ts";
import type { LabelReader } from "../names/label-reader.ts";
import type { Nameable, NameTape } from "../names/name-tape.ts";
import { MAX_NAMED } from "../page-caps.ts";
import { attribute, textValue } from "../tree/attributes.ts";
import { isElement, ownText, type PageElement, SVG } from "../tree/page-tree.ts";
import { roleRules } from "./aria-rules.ts";
import { type BarrierList, quoted, tagOf } from "./barrier-list.ts";
import { type NameKind, namesItself, neededName } from "./name-kinds.ts";
import { type BarrierReader, isOpaque, type Subject } from "./subject.ts";
import { isFilledByScript } from "./templating.ts";

interface Candidate {
	readonly subject: Subject;
	readonly kind: NameKind;
	readonly named: Nameable;
	/** Custom elements that stood before its content; more behind it mean that nobody can tell what it says. */
	readonly opaqueBefore: number;
	opaque: boolean;
}

/** Elements that need a name and have none. Names are known once the walk is over. */
export class NameBarriers implements BarrierReader {
	readonly #list: BarrierList;
	readonly #tape: NameTape;
	readonly #labels: LabelReader;
	readonly #candidates: Candidate[] = [];
	readonly #open: Candidate[] = [];
	#opaque = 0;
	#mapsUsed = false;

	constructor(list: BarrierList, tape: NameTape, labels: LabelReader) {
		this.#list = list;
		this.#tape = tape;
		this.#labels = labels;
	}

	enter(subject: Subject): void {
		const { element } = subject;
		if (isOpaque(element)) this.#opaque++;
		if (attribute(element, "usemap") !== null) this.#mapsUsed = true;
		if (!subject.exposed || this.#candidates.length === MAX_NAMED) return;
		const kind = neededName(subject);
		if (kind === null) return;
		const named = this.#tape.open(element);
		const candidate = { subject, kind, named, opaqueBefore: this.#opaque, opaque: false };
		this.#candidates.push(candidate);
		this.#open.push(candidate);
	}

	leave({ element }: Subject): void {
		const candidate = this.#open.at(-1);
		if (candidate?.subject.element !== element) return;
		this.#tape.close(candidate.named);
		candidate.opaque = this.#opaque > candidate.opaqueBefore || isOpaque(element);
		this.#open.pop();
	}

	finish({ names }: FactEnd): void {
		for (const candidate of this.#candidates) this.#judge(candidate, names);
	}

	#judge(candidate: Candidate, names: AccessibleNames): void {
		const { subject, kind, opaque } = candidate;
		const { element } = subject;
		// The areas of a map that no picture uses are not drawn.
		if (element.tagName === "area" && !this.#mapsUsed) return;
		this.#list.ask(kind);
		if (opaque || isFilledByScript(element) || names.label(element) !== "") return;
		if (hasOwnName(candidate, names, this.#labels)) return;
		this.#list.add(kind, subject, saysNameless(element, kind));
	}
}

/** A name by what the element's tag or role adds to aria-labelledby, aria-label and title (HTML-AAM 1.0, section 4.1). */
function hasOwnName({ subject, kind, named }: Candidate, names: AccessibleNames, labels: LabelReader): boolean {
	const { element, role } = subject;
	switch (kind) {
		case "image-name":
			return element.tagName === "img" && textValue(element, "alt") !== "";
		case "image-button-name":
			return textValue(element, "alt") !== "" || labels.textOf(element, names) !== "";
		case "svg-name":
			return hasSvgTitle(element);
		case "object-name":
		case "frame-name":
			return false;
		default:
			break;
	}
	if (element.tagName === "area") return textValue(element, "alt") !== "";
	if (isField(element)) return fieldName(element, names, labels).name !== "";
	if (element.tagName === "input") return namesItself(element) || labels.textOf(element, names) !== "";
	const byContent = kind !== "field-name" || roleRules(role ?? "")?.namedByContent === true;
	return (byContent && names.name(named) !== "") || labels.textOf(element, names) !== "";
}

/** SVG-AAM 1.0, section 8.2: a child title names the element. */
function hasSvgTitle(element: PageElement): boolean {
	return element.childNodes.some(
		(node) => isElement(node) && node.namespaceURI === SVG && node.tagName === "title" && ownText(node).trim() !== "",
	);
}

const WHAT: Readonly<Record<NameKind, string>> = {
	"link-name": "the link",
	"button-name": "the button",
	"image-button-name": "the image button",
	"menuitem-name": "the menu item",
	"summary-name": "the summary",
	"heading-name": "the heading",
	"image-name": "the image",
	"svg-name": "the graphic",
	"object-name": "the object",
	"field-name": "the field",
	"frame-name": "the frame",
};

/** Attributes by which a reader of the report knows which element is meant. */
const TELLING = ["href", "src", "data", "name", "id", "class"];

function saysNameless(element: PageElement, kind: NameKind): string {
	const telling = TELLING.find((name) => textValue(element, name) !== "");
	const which =
		telling === undefined ? tagOf(element) : `${tagOf(element)} with ${telling} ${quoted(textValue(element, telling))}`;
	return `${WHAT[kind]} ${which} has no accessible name`;
}
