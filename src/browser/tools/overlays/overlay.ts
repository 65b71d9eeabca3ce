import { PAGE_PART_TEXTS } from "#site/tools/page-part-texts.ts";
import { button, element } from "./elements.ts";
import { announce, layOver, takeAway } from "./shelf.ts";

/** Ends when the overlay that is shown is closed. */
let closing: AbortController | undefined;

/**
 * Lays a result over the page, in place of the one before. The reader goes on as before: the focus stays where it is, and a sentence is
 * read aloud; they close it by its button or by Escape.
 * @param title ours, or a name that a site gave itself
 */
export function showOverlay(title: string, ...body: readonly Node[]): void {
	const overlay = element(
		"section",
		{ kind: "tool-overlay", with: { id: "tool-overlay", "aria-labelledby": "tool-overlay-title" } },
		element("h2", { with: { id: "tool-overlay-title" } }, element("bdi", { text: title })),
		// What is longer than the screen scrolls, by keys too.
		element(
			"div",
			{ kind: "tool-overlay-body", with: { tabindex: "0", role: "group", "aria-labelledby": "tool-overlay-title" } },
			...body,
		),
	);
	closing?.abort();
	const shown = new AbortController();
	closing = shown;
	const close = () => {
		shown.abort();
		takeAway(overlay);
	};
	overlay.append(element("div", { kind: "tool-buttons" }, button(PAGE_PART_TEXTS.close, close)));
	document.addEventListener("keydown", (event) => isEscape(event) && close(), shown);
	layOver(overlay);
	announce(PAGE_PART_TEXTS.shown(title));
}

/** Not of a dialog over it, nor of a field that has a use for the key. */
function isEscape({ key, target, defaultPrevented }: KeyboardEvent): boolean {
	if (key !== "Escape" || defaultPrevented || document.querySelector("dialog[open]")) return false;
	return !(target instanceof Element && target.matches("input, textarea, select, [contenteditable]"));
}
