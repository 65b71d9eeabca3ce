import { attribute, hasAttribute, tokens } from "../tree/attributes.ts";
import type { PageElement } from "../tree/page-tree.ts";
import data from "./autofill-fields.json" with { type: "json" };
import { type BarrierList, quoted, tagOf } from "./barriers.ts";
import { inputType, type Subject } from "./subjects.ts";

/** Fields of the person, the payment, the address. */
const FIELDS: ReadonlySet<string> = new Set(data.fields.split(" "));
/** Ways to reach somebody, of which a person may have several. */
const CONTACT: ReadonlySet<string> = new Set(data.contact.split(" "));
const PLACES: ReadonlySet<string> = new Set("home work mobile fax pager".split(" "));
const MODES: ReadonlySet<string> = new Set(["shipping", "billing"]);
/** Not HTML's words, but plainly meant as on or off. */
const SWITCHES: ReadonlySet<string> = new Set("on off false true none disabled enabled".split(" "));

/** Values of autocomplete that browsers and agents cannot read (WCAG 1.3.5, ACT rule 73f2c2). */
export function findInvalidAutocomplete(subjects: readonly Subject[], list: BarrierList): void {
	for (const subject of subjects) {
		const { element, exposed } = subject;
		if (!exposed || !isFillable(element)) continue;
		const words = tokens(attribute(element, "autocomplete"));
		const [first] = words;
		if (first === undefined || (words.length === 1 && SWITCHES.has(first))) continue;
		list.examine("autocomplete-invalid");
		if (isAutofillDetail(words)) continue;
		const value = quoted(attribute(element, "autocomplete") ?? "");
		list.add("autocomplete-invalid", subject, `autocomplete=${value} on ${tagOf(element)} is no value of HTML`);
	}
}

function isFillable(element: PageElement): boolean {
	if (hasAttribute(element, "disabled") || attribute(element, "aria-disabled")?.toLowerCase() === "true") return false;
	if (element.tagName === "select" || element.tagName === "textarea") return true;
	return element.tagName === "input" && !["hidden", "submit", "reset", "button", "image"].includes(inputType(element));
}

/** `section-x shipping work email webauthn`: each part at most once and in this order. */
function isAutofillDetail(words: readonly string[]): boolean {
	const rest = [...words];
	if (rest.at(-1) === "webauthn") rest.pop();
	if (rest[0]?.startsWith("section-")) rest.shift();
	if (MODES.has(rest[0] ?? "")) rest.shift();
	if (rest.length === 2 && PLACES.has(rest[0] ?? "")) return CONTACT.has(rest[1] ?? "");
	// Passkeys alone are asked for by "webauthn".
	if (rest.length === 0) return words.length === 1 && words[0] === "webauthn";
	return rest.length === 1 && (FIELDS.has(rest[0] ?? "") || CONTACT.has(rest[0] ?? ""));
}
