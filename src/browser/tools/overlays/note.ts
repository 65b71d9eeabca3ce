import { PAGE_PART_TEXTS } from "#site/tools/page-part-texts.ts";
import { button, element } from "./elements.ts";
import { announce, layOver, takeAway } from "./shelf.ts";

/** Says a few words over the page until the person closes them; a screen reader says them too. */
export function showNote(
	{ id, label, tone }: { readonly id: string; readonly label: string; readonly tone: "amber" | "red" },
	...words: readonly (Node | string)[]
): void {
	const says = element("p", {}, ...words);
	const note = element(
		"aside",
		{ kind: "tool-chip", with: { id, "aria-label": label, "data-tone": tone } },
		says,
		element(
			"div",
			{ kind: "tool-buttons" },
			button(PAGE_PART_TEXTS.close, () => takeAway(note)),
		),
	);
	layOver(note);
	announce(says.textContent);
}
