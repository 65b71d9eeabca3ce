import type { PageHeading, PageLandmark } from "../../page-digest.ts";
import type { Page } from "../page.ts";
import { MAX_HEADINGS } from "../page-caps.ts";
import { attribute } from "../tree/attributes.ts";
import type { PageElementEntry } from "../tree/page-entries.ts";
import type { PageElement } from "../tree/page-tree.ts";

/** Pages have about six; named sections add a few dozen. */
export const MAX_LANDMARKS = 100;

const HEADING_TAG = /^h([1-6])$/;

export function collectHeadings({ elements, names, source }: Page): { headings: PageHeading[]; count: number } {
	const found = elements.filter(isHeading);
	const headings = found.slice(0, MAX_HEADINGS).map((entry) => ({
		...source.whole(entry.element),
		level: levelOf(entry.element),
		text: names.name(entry),
		...(entry.context.notExposed ? { hidden: true as const } : {}),
	}));
	return { headings, count: found.length };
}

function isHeading({ element, explicitRole: role }: PageElementEntry): boolean {
	return role === null ? HEADING_TAG.test(element.tagName) : role === "heading";
}

/** aria-level wins; a heading by role alone is of level 2 (WAI-ARIA 1.2, heading). Deeper levels than 6 read as 6. */
function levelOf(element: PageElement): number {
	const stated = Number(attribute(element, "aria-level") ?? Number.NaN);
	if (Number.isInteger(stated) && stated >= 1) return Math.min(stated, 6);
	return Number(HEADING_TAG.exec(element.tagName)?.[1] ?? 2);
}

/** HTML-AAM 1.0: roles that elements have by themselves. */
const BY_TAG: ReadonlyMap<string, string> = new Map(
	Object.entries({ main: "main", nav: "navigation", header: "banner", footer: "contentinfo" }).concat(
		Object.entries({ aside: "complementary", search: "search", section: "region", form: "form" }),
	),
);
const LANDMARK_ROLES: ReadonlySet<string> = new Set(BY_TAG.values());
/** Elements whose name is looked up; unnamed sections and forms are no landmarks. */
const MAX_CANDIDATES = MAX_LANDMARKS * 10;

interface Landmark {
	readonly entry: PageElementEntry;
	readonly role: string;
	readonly label: string;
}

export function collectLandmarks({ elements, names, source }: Page): PageLandmark[] {
	return landmarksAmong(elements, names)
		.slice(0, MAX_LANDMARKS)
		.map(({ entry, role, label }) => ({ ...source.startTag(entry.element), role, label }));
}

export function landmarksAmong(entries: readonly PageElementEntry[], names: Page["names"]): Landmark[] {
	const landmarks: Landmark[] = [];
	let candidates = 0;
	for (const entry of entries) {
		const role = landmarkRole(entry);
		if (role === null) continue;
		if (candidates++ === MAX_CANDIDATES) break;
		const label = names.label(entry.element);
		if (isLandmark(role, label, entry)) landmarks.push({ entry, role, label });
	}
	return landmarks;
}

export function landmarkRole({ element, explicitRole }: PageElementEntry): string | null {
	const role = explicitRole ?? BY_TAG.get(element.tagName) ?? null;
	return role !== null && LANDMARK_ROLES.has(role) ? role : null;
}

/** region, form (WAI-ARIA 1.2) and sectioned asides need a name; header, footer: the page's own (HTML-AAM 1.0, 3.5). */
export function isLandmark(role: string, label: string, { context, outer, explicitRole }: PageElementEntry): boolean {
	if (context.notExposed) return false;
	if (role === "region" || role === "form") return label !== "";
	if (explicitRole !== null) return true;
	if (role === "banner" || role === "contentinfo") return !outer.sectioned && !outer.main;
	if (role === "complementary") return !outer.sectioned || label !== "";
	return true;
}
