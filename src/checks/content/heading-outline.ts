import { listing, plainCount } from "#core/wording.ts";
import type { Barrier } from "#evidence/digest/operability.ts";
import type { PageHeading } from "#evidence/page-digest.ts";
import { definePageCheck } from "../define-check.ts";
import { isBodyHidden, place, tallyBarriers } from "../shared/barriers.ts";
import { clip, exhibitsOf } from "../shared/exhibits.ts";

/** A heading, and the one before it that is more than one level above. */
interface Skip {
	readonly from: PageHeading;
	readonly to: PageHeading;
}

export const headingOutline = definePageCheck({
	id: "heading-outline",
	pillar: "content",
	engines: ["search", "answers"],
	grade: "standard",
	weight: 2,
	weightReason:
		"Headings carry the structure that passages are cut and cited by; a flawed outline still leaves the text.",
	title: "Headings form an outline without gaps",
	fault: "The heading outline has gaps",
	consequence:
		"People who skim the page with a screen reader, and machines that pick passages from it, cannot tell which section a sentence belongs to.",
	effort: "small",
	doneBy: "editor",
	why: "Headings are the page's table of contents for screen readers, search engines and agents. With gaps in it, a section seems to belong to the wrong heading.",
	howToFix: "Give the page an <h1> that names it, and step down one level at a time.",
	consumer: "Screen readers (NVDA, JAWS, VoiceOver); Google Search",
	reference: "https://www.w3.org/TR/WCAG22/#headings-and-labels",
	reviewed: "2026-11-21",
	note: "HTML allows several first-level headings beside lower ones, and stepping up by more than one level; neither costs anything. No heading at all, headings that are all empty, and more than two headings that are all of the first level are no outline, and fail. Otherwise the share of headings that are in order counts.",
	yieldsTo: ["text-without-js", "auth-gate"],
	evaluate(page) {
		// Screen readers and agents walk the accessibility tree, so a heading outside it is in no outline.
		const headings = page.digest.headings.filter((heading) => !heading.hidden);
		const hasTop = headings.some((heading) => heading.level === 1);
		const skips = findSkips(headings);
		const empty = tallyBarriers(page, ["heading-name"]);
		if (isBodyHidden(page)) return { outcome: "not-applicable", says: "All of the page is hidden by aria-hidden." };
		if (hasTop && skips.length === 0 && empty.found === 0) {
			return { outcome: "pass", says: `${plainCount(headings.length, "heading")} in order, beginning with an <h1>.` };
		}
		const faults = [
			...(hasTop ? [] : ["no <h1>"]),
			...(skips.length > 0 ? [tellSkips(skips)] : []),
			...(empty.found > 0 ? [`${plainCount(empty.found, "heading")} without text`] : []),
		];
		const [top] = headings;
		const places = [...skips.map((skip) => skip.to), ...empty.barriers];
		return {
			outcome: "partial",
			ratio: 0.5,
			says: `${page.url} has ${faults.join(", and ")}.`,
			fix: [
				...(hasTop ? [] : [topFix(page.url, headings)]),
				...skips.slice(0, 1).map(skipFix),
				...empty.barriers.slice(0, 1).map(emptyFix),
			].join(" "),
			exhibits: exhibitsOf(page, places.length === 0 && top ? [top] : places),
		};
	},
});

/** Stepping up may skip levels, it only closes sections; stepping down may not. */
function findSkips(headings: readonly PageHeading[]): readonly Skip[] {
	return headings.flatMap((to, index) => {
		const from = headings[index - 1];
		return from && to.level > from.level + 1 ? [{ from, to }] : [];
	});
}

function tellSkips(skips: readonly Skip[]): string {
	const named = skips.map(({ from, to }) => `from ${quote(from)} to ${quote(to)}`);
	return `${plainCount(skips.length, "skipped level")}: ${listing(named, 2)}`;
}

function skipFix({ from, to }: Skip): string {
	return `Make ${quote(to)} (${to.at}) an <h${from.level + 1}>.`;
}

function emptyFix(empty: Barrier): string {
	return `Write a text into ${place(empty)}, or take the heading away.`;
}

function topFix(url: string, [first]: readonly PageHeading[]): string {
	if (!first) return `Add to ${url} an <h1> that says what the page is about.`;
	return `Add an <h1> that says what ${url} is about, or make ${quote(first)} (${first.at}) the <h1> if it does.`;
}

function quote({ level, text }: PageHeading): string {
	return `<h${level}> "${clip(text, 50)}"`;
}
