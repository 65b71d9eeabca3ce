import type { PageAnchor } from "#evidence/page-digest.ts";
import { definePageCheck } from "../define-check.ts";
import { clip, exhibitsOf } from "../shared/exhibits.ts";
import { isGenericLinkText } from "../shared/generic-link-text.ts";
import { count, listing } from "../shared/phrasing.ts";

/** Share of links with a text that says nothing, up to which nothing is said about it. */
const FEW = 0.1;

export const linkText = definePageCheck({
	id: "link-text",
	pillar: "semantics",
	engines: ["search", "answers"],
	grade: "standard",
	mode: "light",
	weight: 1,
	weightReason: "The sentence around a link often says what its text does not, to those who read it.",
	title: "Links say where they lead",
	why: 'In a list of links, which is how screen readers and agents often read a page, ten times "read more" says nothing. Search engines take the text of a link as a word about the page behind it.',
	howToFix: 'Name the target in the link: "How we repair joints" in place of "read more", or add it by aria-label.',
	reference: "https://www.w3.org/TR/WCAG22/#link-purpose-in-context",
	reviewed: "2026-11-21",
	note: "WCAG lets the sentence around a link say where it leads, so a tenth of such links is passed over and the rest costs half at most. The words are known in some thirty languages.",
	needs: [],
	evaluate(page) {
		const links = page.digest.anchors.filter(isTold);
		if (links.length === 0) return { outcome: "not-applicable", says: "The page has no links with a text." };
		const generic = links.filter(({ name }) => isGenericLinkText(name));
		const [first] = generic;
		const share = generic.length / links.length;
		if (!first || share <= FEW) {
			const told = generic.length === 0 ? "none" : `${generic.length}`;
			return {
				outcome: "pass",
				says: `Of ${count(links.length, "link")} of the page, ${told} ${generic.length > 1 ? "have" : "has"} a text that fits any page.`,
			};
		}
		const texts = listing([...new Set(generic.map(({ name }) => `"${clip(name, 30)}"`))]);
		return {
			outcome: "partial",
			ratio: Math.max(0.5, 1 - share),
			says: `${generic.length} of ${count(links.length, "link")} of ${page.url} ${generic.length === 1 ? "has" : "have"} a text that fits any page: ${texts}.`,
			fix: `Say in the link to ${clip(first.href ?? "", 80)} (${first.at}) what is there, in place of "${clip(first.name, 30)}".`,
			exhibits: exhibitsOf(page, generic),
		};
	},
});

/** Leads somewhere else, can be met in the accessibility tree, and has a name; without one it is told by control-names. */
function isTold({ href, name, hidden }: PageAnchor): boolean {
	return href !== null && !/^\s*(?:#|javascript:)/i.test(href) && !hidden && name !== "";
}
