import type { PageButton } from "../../digest/forms.ts";
import type { AccessibleNames } from "../names/accessible-names.ts";
import { type Collected, Collector } from "../names/collect.ts";
import type { NameTape } from "../names/name-tape.ts";
import { explicitRole } from "../names/roles.ts";
import { standsApart } from "../names/stands-apart.ts";
import { MAX_BUTTONS } from "../page-caps.ts";
import { attribute, textValue } from "../tree/attributes.ts";
import type { PageSource } from "../tree/page-source.ts";
import type { PageElement } from "../tree/page-tree.ts";

const BUTTON_INPUTS: ReadonlySet<string> = new Set(["button", "submit", "reset", "image"]);

export function buttonReader(tape: NameTape): Collector {
	return new Collector(tape, MAX_BUTTONS, isButton);
}

export function buttonOf({ element, here, named }: Collected, names: AccessibleNames, source: PageSource): PageButton {
	const isInput = element.tagName === "input";
	return {
		...(isInput ? source.startTag(element) : source.whole(element)),
		name: isInput ? inputName(element, names) : names.name(named),
		...(here.silent || here.concealed ? { hidden: true as const } : {}),
		...(standsApart(element) ? { apart: true as const } : {}),
	};
}

function isButton(element: PageElement): boolean {
	const role = explicitRole(element);
	if (role !== null) return role === "button";
	return element.tagName === "button" || (element.tagName === "input" && BUTTON_INPUTS.has(inputType(element)));
}

/** HTML-AAM 1.0, sections 4.1.3 and 4.1.4; browsers write a word of their own on submit and reset. */
function inputName(element: PageElement, names: AccessibleNames): string {
	const type = inputType(element);
	const written = type === "image" ? "alt" : "value";
	const stated = names.referenced(element) || textValue(element, "aria-label") || textValue(element, written);
	if (stated !== "") return stated;
	const silent = attribute(element, written) === null;
	if (silent && type === "submit") return "Submit";
	if (silent && type === "reset") return "Reset";
	return textValue(element, "title");
}

function inputType(element: PageElement): string {
	return (attribute(element, "type") ?? "").toLowerCase();
}
