import { PAGE_PART_TEXTS } from "#site/tools/page-part-texts.ts";
import { button, element, type Fact, factList } from "./elements.ts";
import { layOver, takeAway } from "./shelf.ts";

/** What the chip says, and how it stands. */
export interface ChipState {
	readonly tone: "green" | "amber" | "red";
	/** A sentence; it is read aloud whenever it changes. */
	readonly says: string;
	readonly facts: readonly Fact[];
	/** When it was found so. */
	readonly at: Date;
}

export interface Chip {
	/** False once the person has closed it, or another has taken its place. */
	readonly isShown: boolean;
	show(state: ChipState): void;
	close(): void;
}

/** A small part of the page that says how something stands and is kept up to date. */
export function openChip(): Chip {
	const says = element("b", { text: PAGE_PART_TEXTS.asking, with: { role: "status" } });
	const facts = element("div");
	const time = element("p", { kind: "quiet" });
	const close = () => takeAway(chip);
	const chip = element(
		"aside",
		{ kind: "tool-chip", with: { id: "tool-chip", "aria-label": PAGE_PART_TEXTS.chip } },
		element(
			"p",
			{ kind: "tool-chip-head" },
			element("span", { kind: "tool-dot", with: { "aria-hidden": "true" } }),
			says,
		),
		facts,
		time,
		element("div", { kind: "tool-buttons" }, button(PAGE_PART_TEXTS.close, close)),
	);
	layOver(chip);
	return {
		close,
		get isShown() {
			return chip.isConnected;
		},
		show(state) {
			chip.dataset.tone = state.tone;
			if (says.textContent !== state.says) says.textContent = state.says;
			facts.replaceChildren(factList(state.facts));
			time.textContent = PAGE_PART_TEXTS.asOf(state.at);
		},
	};
}
