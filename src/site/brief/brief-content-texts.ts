import type { ReachRow } from "#core/report.ts";
import { capitalized, plural, spokenCount } from "#core/wording.ts";

/** What a brief as Markdown, on paper or at a terminal says of its own accord. Another language is another object of this type. */
export const BRIEF_CONTENT_TEXTS = {
	notAudited: (domain: string) => `${domain} could not be audited.`,
	preparedBy: (agency: string) => `Prepared by ${agency}`,
	audit: (mode: string, methodology: string) => `${mode} audit, methodology ${methodology}`,
	correction: (when: string, byOwner: boolean) => `${byOwner ? "The owner’s word" : "Correction"} of ${when}.`,
	unchanged: "The receipt itself is never changed; this page shows what it said.",
	fix: "Fix:",
	overall: "Overall",
	pillar: "Pillar",
	of100: "of 100",
	again: "Again:",

	headings: {
		reach: "Who can reach you",
		fixes: "What to fix first",
		outlook: "Where it stands",
		numbers: "How the number came about",
		seen: "What a machine sees",
		faults: "What else is wrong",
		proof: "Proof",
	},
	engine: "Engine or assistant",
	state: "May it?",
	line: "The line responsible:",
	states: {
		allowed: "allowed",
		partly: "partly",
		blocked: "blocked",
		unknown: "not known",
	} satisfies Record<ReachRow["state"], string>,

	seen: {
		labels: {
			title: "Title",
			description: "Description",
			text: "The first 300 characters",
			types: "Structured data",
			lang: "Language",
		},
		absent: {
			title: "The page has no title. Search results will show an address or a guess in its place.",
			description: "The page has no description. Search results will show a passage of their own choice.",
			text: "The page has no text without scripts. There is nothing to find or to quote.",
			types: "The page states nothing as structured data. Machines must guess what it is about.",
			lang: "The page does not say its language. Machines and screen readers must guess it.",
		},
	},

	/** `Ten things were looked at: eight are fine, one half, one wrong.` */
	looked({ of, pass, part, fail }: Record<"of" | "pass" | "part" | "fail", number>): string {
		const parts = [
			pass > 0 ? `${spokenCount(pass)} ${plural(pass, "is", "are")} fine` : "",
			part > 0 ? `${spokenCount(part)} half` : "",
			fail > 0 ? `${spokenCount(fail)} wrong` : "",
		].filter(Boolean);
		if (of === 0) return "Nothing could be looked at.";
		return `${capitalized(spokenCount(of))} ${plural(of, "thing was", "things were")} looked at: ${parts.join(", ")}.`;
	},
	outside(notApplicable: number, unknown: number): string {
		const parts = [
			notApplicable > 0 ? `${spokenCount(notApplicable)} more ${plural(notApplicable, "does", "do")} not apply` : "",
			unknown > 0 ? `of ${spokenCount(unknown)} nothing is known` : "",
		].filter(Boolean);
		return parts.length === 0 ? "" : `${capitalized(parts.join("; "))}.`;
	},

	known: (share: string) => `${share} of what applies to the site is known.`,
	receipt: (id: string, place: string | undefined, evidence: string) =>
		`Receipt ${id}${place === undefined ? "" : ` (${place})`}, evidence ${evidence}.`,
	places: { logged: "in the log", pending: "not yet in the log", unsaved: "not kept" },
};
