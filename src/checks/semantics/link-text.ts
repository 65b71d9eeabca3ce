import { listing, plainCount, plural } from "#core/wording.ts";
import type { PageAnchor } from "#evidence/page-digest.ts";
import { definePageCheck } from "../define-check.ts";
import { clip, exhibitsOf } from "../shared/exhibits.ts";
import genericTexts from "./link-text.json" with { type: "json" };

/** Share of meaningless link texts that is tolerated. */
const FEW = 0.1;
/** Symbols that stand for no word; without arrows and the like, which mean at least "on" and "back". */
const WORDLESS = /^[\s.,;:·•|/\\_'"\u2013\u2014-]+$/u;

export const linkText = definePageCheck({
	id: "link-text",
	pillar: "semantics",
	engines: ["search", "answers"],
	grade: "standard",
	atStake: "feature",
	weightReason:
		"Screen readers and agents use lists of links, where only the text distinguishes them. The sentence around a link may help.",
	title: "Links say where they lead",
	fault: "Many links do not say where they lead",
	problem: "many of your links do not say where they lead",
	consequence:
		"People who scan the links of a page, and search engines that follow them, learn nothing about the linked pages.",
	hours: 0.5,
	hoursPerPage: 0.25,
	doneBy: "editor",
	why: 'Screen readers and agents often read a page as a list of links, and "read more" 10 times says nothing. Search engines use the text of a link to understand the linked page.',
	howToFix:
		'Say in the link where it leads: "How we repair joints" instead of "read more". Or add that as an aria-label.',
	consumer: "Screen readers (NVDA, JAWS, VoiceOver); Google Search (link text)",
	reference: "https://www.w3.org/TR/WCAG22/#link-purpose-in-context",
	reviewed: "2026-11-21",
	note: "WCAG accepts that the sentence around a link says where it leads, so we tolerate 10 % of such links, and each further one loses half of its share. A link whose text is only a full stop or another symbol loses all of it. We know such words in some 30 languages. We leave out links marked as next or previous (rel): their position says where they lead.",
	evaluate(page) {
		const row = page.digest.links
			.filter(({ rel }) => rel.some(isOfRow))
			.map(({ href }) => URL.parse(href ?? "", page.url)?.href);
		const links = page.digest.anchors.filter((anchor) => isNamedLink(anchor) && !isStep(anchor, row));
		if (links.length === 0) return { outcome: "not-applicable", says: "The page has no links with text." };
		const wordless = links.filter(({ name }) => WORDLESS.test(name));
		const generic = links.filter(({ name }) => isGenericLinkText(name));
		const share = generic.length / links.length;
		const wrong = [...wordless, ...(share > FEW ? generic : [])];
		const [first] = wrong;
		if (!first) {
			const count = generic.length === 0 ? "none" : `${generic.length}`;
			return {
				outcome: "pass",
				says: `Of ${plainCount(links.length, "link")} of the page, ${count} ${generic.length > 1 ? "have" : "has"} a text that could lead anywhere.`,
			};
		}
		const texts = listing([...new Set(wrong.map(({ name }) => `"${clip(name, 30)}"`))]);
		const details = {
			says: `${wrong.length} of ${plainCount(links.length, "link")} of ${page.url} ${plural(wrong.length, "has", "have")} a text that could lead anywhere: ${texts}.`,
			fix: `In the link to ${clip(first.href ?? "", 80)} (${first.at}), replace "${clip(first.name, 30)}" with a text that says where it leads.`,
			exhibits: exhibitsOf(page, wrong),
		};
		if (wordless.length === links.length) return { outcome: "fail", ...details };
		// The sentence around "read more" may name its target, so each costs half of its share.
		const lost = wordless.length + (wrong.length - wordless.length) / 2;
		return { outcome: "partial", ratio: 1 - lost / links.length, ...details };
	},
});

/** Leads elsewhere, is visible and exposed, and has a name; control-names reports those without one. */
function isNamedLink({ href, name, hidden, unseen }: PageAnchor): boolean {
	return href !== null && !/^\s*(?:#|javascript:)/i.test(href) && !hidden && !unseen && name !== "";
}

function isOfRow(rel: string): boolean {
	return rel === "next" || rel === "prev";
}

/** "Next" on a page of a book, which is "Weiter" in German. */
function isStep({ rel, url }: PageAnchor, row: readonly (string | undefined)[]): boolean {
	return rel.some(isOfRow) || (url !== null && row.includes(url));
}

const GENERIC: ReadonlySet<string> = new Set(genericTexts);

/** Whether it is `Read more »`, `click here!` or `Mehr erfahren`, ignoring arrows and punctuation. */
export function isGenericLinkText(text: string): boolean {
	const words = text
		.toLowerCase()
		.replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
		.trim();
	return GENERIC.has(words);
}
