/** Parts of a page that tools speak of, by the keys in its markup. */

/** The matrix of the two axes, where the page has one. */
export function matrixOf(): HTMLElement | undefined {
	return document.getElementById("dual-axis") ?? undefined;
}

/** A part of a page with the key that it goes by. */
export interface PagePart {
	readonly key: string;
	readonly element: HTMLElement;
}

/** Rows of pillars, by the pillar's key. */
export function pillarParts(): PagePart[] {
	return partsAt("[data-pillar]", ({ dataset }) => dataset.pillar);
}

/** Findings and actions, by the id of their check. */
export function findingParts(): PagePart[] {
	return partsAt("[data-check], [id^='finding-']", ({ dataset, id }) => dataset.check ?? id.slice("finding-".length));
}

function partsAt(selector: string, keyOf: (element: HTMLElement) => string | undefined): PagePart[] {
	const found = document.getElementById("main")?.querySelectorAll<HTMLElement>(selector) ?? [];
	return [...found].flatMap((element) => {
		const key = keyOf(element);
		return key === undefined ? [] : [{ key, element }];
	});
}

/** Brings a part into view, opening what it is folded into. */
export function showPart(element: HTMLElement): void {
	for (let folded = element.closest("details:not([open])"); folded; folded = element.closest("details:not([open])"))
		folded.setAttribute("open", "");
	element.scrollIntoView({ block: "center" });
}
