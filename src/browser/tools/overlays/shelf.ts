import { element } from "./elements.ts";

/** Where tools lay something over the page: below, in the way of nothing that the reader does there. */
const shelf = element("div", { kind: "tool-shelf" });

/** Lays something over the page, in place of what stood there under the same id; else above the rest, which then stays where it is. */
export function layOver(shown: HTMLElement): void {
	if (!shelf.isConnected) document.body.append(shelf);
	const before = document.getElementById(shown.id);
	if (before && shelf.contains(before)) before.replaceWith(shown);
	else shelf.prepend(shown);
}

/** Takes it away; the focus goes back into the page where it was in there. */
export function takeAway(shown: HTMLElement): void {
	const hadFocus = shown.contains(document.activeElement);
	shown.remove();
	if (hadFocus) document.getElementById("main")?.focus();
}

/** Has a screen reader say a sentence: a place that comes with its words is mostly not read, so the words follow it. */
export function announce(sentence: string): void {
	const known = document.getElementById("tool-says");
	const place = known ?? element("p", { kind: "unseen", with: { id: "tool-says", role: "status" } });
	if (!known) layOver(place);
	place.textContent = "";
	requestAnimationFrame(() => {
		place.textContent = sentence;
	});
}
