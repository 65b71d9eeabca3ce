import { PAGE_PART_TEXTS } from "#site/tools/page-part-texts.ts";
import { element, quoted } from "./elements.ts";
import { showNote } from "./note.ts";
import { announce, layOver, takeAway } from "./shelf.ts";

const TEXTS = PAGE_PART_TEXTS;

/** Says over the page what a tool is doing, in place of what was said before. */
export function showProgress(sentence: string): void {
	const shown = document.getElementById("tool-progress");
	const progress = shown ?? element("p", { kind: "tool-chip", with: { id: "tool-progress" } });
	if (!shown) layOver(progress);
	progress.textContent = sentence;
	announce(sentence);
}

export function endProgress(): void {
	remove("tool-progress");
}

/**
 * Says over the page what an agent asked for and why it was not done, until the person closes it or the next call.
 * @param title of the tool
 * @param why may quote what an agent or a site says
 */
export function showFault(title: string, why: string): void {
	const note = { id: "tool-fault", label: TEXTS.fault, tone: "red" } as const;
	showNote(note, element("b", { text: TEXTS.notDone(title) }), " ", quoted(why));
}

export function endFault(): void {
	remove("tool-fault");
}

/**
 * Lays a link over the page, in place of opening it, until the person closes it or takes another.
 * @param follow called when they follow it
 */
export function showWay(address: string, follow: () => void): void {
	const link = element("a", { text: TEXTS.open(address), with: { href: address } });
	link.addEventListener("click", follow);
	const note = { id: "tool-way", label: TEXTS.way, tone: "amber" } as const;
	showNote(note, TEXTS.stays, " ", link);
}

function remove(id: string): void {
	const shown = document.getElementById(id);
	if (shown) takeAway(shown);
}
