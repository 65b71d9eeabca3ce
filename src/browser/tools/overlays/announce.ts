import { element } from "./elements.ts";
import { layOver } from "./shelf.ts";

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
