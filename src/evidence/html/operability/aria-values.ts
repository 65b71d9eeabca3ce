import { VALUE_LENGTH } from "../page-caps.ts";
import { cut } from "../tree/fold-text.ts";
import { ariaAttribute } from "./aria-rules.ts";

const INTEGER = /^[+-]?\d{1,15}$/;
const NUMBER = /^[+-]?(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})$/;

/**
 * True when a value that is not empty fits its attribute's type (WAI-ARIA 1.2 section 6.2.4; in HTML without regard to
 * case). References need not exist here, and any word of aria-current counts as true.
 */
export function isValidValue(name: string, value: string): boolean {
	const rules = ariaAttribute(name);
	if (!rules || name === "aria-current") return true;
	const word = cut(value, VALUE_LENGTH).trim().toLowerCase();
	if (word === "undefined" && rules.allowsUndefined) return true;
	switch (rules.type) {
		case "boolean":
			return word === "true" || word === "false";
		case "tristate":
			return word === "true" || word === "false" || word === "mixed" || word === "undefined";
		case "integer":
			return INTEGER.test(word);
		case "number":
			return NUMBER.test(word);
		case "token":
			return rules.values.has(word);
		case "tokenlist":
			return word.split(/[\t\n\f\r ]+/).every((each) => rules.values.has(each));
		default:
			return true;
	}
}
