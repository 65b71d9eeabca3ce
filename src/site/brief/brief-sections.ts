import type { BriefSection } from "#core/agency/agency.ts";
import type { Brief } from "./brief.ts";

/** Sections between verdict and receipt, by printed page. An agency's order continues across pages. */
export function briefSections(brief: Brief): readonly (readonly BriefSection[])[] {
	if (!brief.ok) return [["history"]];
	const { agency, reach = [] } = brief;
	if (agency?.sections) return [agency.sections];
	// Blocked engines come before the fixes. If none is blocked, the fixes come first.
	const isOpen = reach.every(({ state }) => state === "allowed");
	return [isOpen ? ["fixes", "engines"] : ["engines", "fixes"], ["outlook", "score", "seen", "history"]];
}
