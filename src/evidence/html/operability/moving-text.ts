import { attribute } from "../tree/attributes.ts";
import { type BarrierList, tagOf } from "./barriers.ts";
import type { Subject } from "./subjects.ts";

const MOVING: ReadonlySet<string> = new Set(["marquee", "blink"]);

/** Elements that move or blink their text by themselves (WCAG 2.2.2, failure F47; HTML section 16.2: must not be used). */
export function findMovingText(subjects: readonly Subject[], list: BarrierList): void {
	for (const subject of subjects) {
		const { element, entry, context } = subject;
		if (!MOVING.has(element.tagName) || context.notRendered || context.hiddenBySheet || isStill(subject)) continue;
		const isEmpty = entry.textEnd === entry.textStart && entry.nameEnd === entry.nameStart;
		if (isEmpty) continue;
		list.examine("moving-text");
		const does = element.tagName === "blink" ? "blinks" : "moves";
		list.add("moving-text", subject, `${tagOf(element)} ${does} what stands in it`);
	}
}

/** A marquee without speed shows its text in its place. */
function isStill({ element }: Subject): boolean {
	return element.tagName === "marquee" && attribute(element, "scrollamount")?.trim() === "0";
}
