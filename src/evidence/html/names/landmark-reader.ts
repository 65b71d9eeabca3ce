import type { PageLandmark } from "../../page-digest.ts";
import { MAX_LANDMARKS } from "../page-caps.ts";
import type { PageSource } from "../tree/page-source.ts";
import type { PageElement } from "../tree/page-tree.ts";
import type { AccessibleNames } from "./accessible-names.ts";
import { type Collected, Collector } from "./collect.ts";
import type { NameTape } from "./name-tape.ts";
import { explicitRole } from "./roles.ts";

/** HTML-AAM 1.0: roles that elements have by themselves. */
const BY_TAG: ReadonlyMap<string, string> = new Map([
	["main", "main"],
	["nav", "navigation"],
	["header", "banner"],
	["footer", "contentinfo"],
	["aside", "complementary"],
	["search", "search"],
	["section", "region"],
	["form", "form"],
]);
const ROLES: ReadonlySet<string> = new Set(BY_TAG.values());

/** Candidates; which of them are landmarks is known once their names are. */
export function landmarkReader(tape: NameTape): Collector {
	// Unnamed sections and forms drop out later, so more are kept than are reported.
	return new Collector(tape, MAX_LANDMARKS * 10, (element) => landmarkRole(element) !== null);
}

export function landmarksIn(found: readonly Collected[], names: AccessibleNames, source: PageSource): PageLandmark[] {
	const landmarks: PageLandmark[] = [];
	for (const candidate of found) {
		const role = landmarkRole(candidate.element);
		const label = names.label(candidate.element);
		if (role === null || !isLandmark(role, label, candidate)) continue;
		if (landmarks.length < MAX_LANDMARKS) landmarks.push({ ...source.startTag(candidate.element), role, label });
	}
	return landmarks;
}

/** A landmark's role, where the element might be one; null for others. */
export function landmarkRole(element: PageElement): string | null {
	const role = explicitRole(element) ?? BY_TAG.get(element.tagName) ?? null;
	return role !== null && ROLES.has(role) ? role : null;
}

/**
 * region and form need a name in any case (WAI-ARIA 1.2); header and footer belong to the page only outside sections and
 * main; an aside inside a section needs a name (HTML-AAM 1.0, section 3.5).
 */
export function isLandmark(
	role: string,
	label: string,
	{ element, here, outer }: Pick<Collected, "element" | "here" | "outer">,
): boolean {
	if (here.silent) return false;
	if (role === "region" || role === "form") return label !== "";
	if (explicitRole(element) !== null) return true;
	if (role === "banner" || role === "contentinfo") return !outer.sectioned && !outer.main;
	if (role === "complementary") return !outer.sectioned || label !== "";
	return true;
}
