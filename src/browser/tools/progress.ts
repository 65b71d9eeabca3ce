import { element } from "./elements.ts";
import { layOver, takeAway } from "./shelf.ts";

/** Says over the page what a tool is doing, in place of what was said before. */
export function showProgress(sentence: string): void {
	const shown = document.getElementById("tool-progress");
	const progress = shown ?? element("p", { kind: "tool-progress", with: { id: "tool-progress", role: "status" } });
	if (!shown) layOver(progress);
	progress.textContent = sentence;
}

export function endProgress(): void {
	const shown = document.getElementById("tool-progress");
	if (shown) takeAway(shown);
}
