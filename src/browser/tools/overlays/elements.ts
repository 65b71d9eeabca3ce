import { shownText } from "#site/page/page-text.ts";

interface ElementParts {
	/** Ours or a site's: it is set as text, never as markup. */
	readonly text?: string;
	/** Its class. */
	readonly kind?: string;
	/** Attributes by name. */
	readonly with?: Readonly<Record<string, string>>;
}

/** An element that a tool adds to the page. */
export function element<Name extends keyof HTMLElementTagNameMap>(
	name: Name,
	{ text, kind, with: attributes = {} }: ElementParts = {},
	...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
	const made = document.createElement(name);
	if (kind !== undefined) made.className = kind;
	for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
	if (text !== undefined) made.textContent = shownText(text);
	made.append(...children);
	return made;
}

/** Words of somebody else's, which turn no word around them. */
export function quoted(text: string): HTMLElement {
	return element("bdi", { text });
}

/** A name with its value. */
export interface Fact {
	readonly name: string;
	/** May be somebody else's words. */
	readonly value: string;
}

/** Names and values as a list; an empty one has no place on the page. */
export function factList(facts: readonly Fact[]): HTMLElement {
	const rows = facts.map(({ name, value }) =>
		element("div", {}, element("dt", { text: name }), element("dd", {}, quoted(value))),
	);
	return element("dl", { kind: "tool-facts" }, ...rows);
}

/** A button that sends nothing. */
export function button(text: string, press: () => void): HTMLButtonElement {
	const made = element("button", { text, kind: "button", with: { type: "button" } });
	// A script's own click is no word of the person's.
	made.addEventListener("click", ({ isTrusted }) => isTrusted && press());
	return made;
}
