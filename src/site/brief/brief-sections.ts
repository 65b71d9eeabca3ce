import type { BriefSection } from "#core/agency/agency.ts";
import type { Brief } from "./brief.ts";

/** Between verdict and receipt, by printed page; an agency's own order runs on from page to page. */
export function briefSections(brief: Brief): readonly (readonly BriefSection[])[] {
	if (!brief.ok) return [["history"]];
	const { agency, reach = [] } = brief;
	if (agency?.sections) return [agency.sections];
	// Who is shut out stands before what to do; without such engines, what to do stands first.
	const isOpen = reach.every(({ state }) => state === "allowed");
	return [isOpen ? ["fixes", "engines"] : ["engines", "fixes"], ["outlook", "score", "seen", "history"]];
}
