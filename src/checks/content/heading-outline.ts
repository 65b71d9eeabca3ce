import type { Verdict } from "#core/verdict.ts";
import { listing, plainCount } from "#core/wording.ts";
import type { Page } from "#evidence/evidence-map.ts";
import type { Barrier, PageHeading } from "#evidence/page-digest.ts";
import { byShare, definePageCheck } from "../define-check.ts";
import { type BarrierTally, place, tallyBarriers } from "../shared/barriers.ts";
import { clip, exhibitsOf } from "../shared/exhibits.ts";
import { lettersOf, NEXT_TO_NOTHING } from "../shared/text-language.ts";

interface Skip {
	readonly from: PageHeading;
	readonly to: PageHeading;
}

const NO_OUTLINE = "The page has headings but almost no text of its own for them to structure.";

export const headingOutline = definePageCheck({
	id: "heading-outline",
	pillar: "content",
	engines: ["search", "answers"],
	grade: "standard",
	atStake: "quality",
	weightReason: "Engines cut and cite passages by their headings. With a flawed outline, the text is still there.",
	title: "The headings form a complete outline",
	fault: "The heading outline has gaps",
	problem: "your headings do not lead screen readers and machines through the page",
	consequence:
		"People who skim the page with a screen reader may lose their way, and machines may tie a passage to the wrong section.",
	hours: 0.5,
	hoursPerPage: 0.25,
	doneBy: "editor",
	why: "Headings are the page's table of contents for screen readers, search engines and agents. If it has gaps, a section seems to belong to the wrong heading.",
	howToFix: "Give the page one <h1> that says what it is about, and go down one level at a time.",
	consumer: "Screen readers (NVDA, JAWS, VoiceOver); Google Search",
	reference: "https://www.w3.org/TR/WCAG22/#headings-and-labels",
	reviewed: "2026-11-21",
	note: "HTML allows several first-level headings next to lower ones, and going up by more than one level. Neither costs points. A page fails if it has no headings, only empty ones, or only first-level ones; with 2 first-level headings it earns half. Otherwise a first-level heading earns half, and the share of headings in the right order earns the other half.",
	yieldsTo: ["text-without-js", "auth-gate"],
	evaluate(page) {
		// Screen readers and agents use the accessibility tree, so a heading outside of it is in no outline.
		const headings = page.digest.headings.filter((heading) => !heading.hidden);
		const empty = tallyBarriers(page, ["heading-name"]);
		const none = noOutline(page, headings, empty);
		const hasText = lettersOf(page) >= NEXT_TO_NOTHING;
		if (!none) return hasText ? judge(page, headings, empty) : { outcome: "not-applicable", says: NO_OUTLINE };
		const { fault, says, fix } = none;
		const places = empty.barriers.length > 0 ? empty.barriers : headings;
		const details = { fault, says: `${page.url} has ${says}.`, fix, exhibits: exhibitsOf(page, places) };
		// One of two may well name the page.
		const isHalf = headings.length === 2 && empty.found === 0;
		return isHalf ? { outcome: "partial", ratio: 0.5, ...details } : { outcome: "fail", ...details };
	},
});

function judge(page: Page, headings: readonly PageHeading[], empty: BarrierTally): Verdict {
	const hasTop = headings.some((heading) => heading.level === 1);
	const skips = findSkips(headings);
	if (hasTop && skips.length === 0 && empty.found === 0) {
		return { outcome: "pass", says: `${plainCount(headings.length, "heading")} in order, starting with an <h1>.` };
	}
	const faults = [
		...(hasTop ? [] : ["no <h1>"]),
		...(skips.length > 0 ? [describeSkips(skips)] : []),
		...(empty.found > 0 ? [`${plainCount(empty.found, "heading")} without text`] : []),
	];
	const [top] = headings;
	const places = [...skips.map((skip) => skip.to), ...empty.barriers];
	const details = {
		fault: faultOf(hasTop, skips.length),
		says: `${page.url} has ${faults.join(", and ")}.`,
		fix: [
			...(hasTop ? [] : [topFix(page.url, headings)]),
			...skips.slice(0, 1).map(skipFix),
			...empty.barriers.slice(0, 1).map(emptyFix),
		].join(" "),
		exhibits: exhibitsOf(page, places.length === 0 && top ? [top] : places),
	};
	const total = Math.max(headings.length, empty.examined);
	const inOrder = Math.max(0, total - skips.length - empty.found) / total;
	// Half for a heading that names the page, half for the share of headings in order.
	const ratio = ((hasTop ? 1 : 0) + inOrder) / 2;
	return byShare(ratio, details);
}

function faultOf(hasTop: boolean, skips: number): string {
	if (!hasTop) return "The page has no first-level heading";
	return skips > 0 ? "Heading levels are skipped" : "Headings have no text";
}

interface NoOutline {
	readonly fault: string;
	/** Follows "the page has". */
	readonly says: string;
	readonly fix: string;
}

function noOutline(page: Page, headings: readonly PageHeading[], empty: BarrierTally): NoOutline | undefined {
	if (headings.every(({ unseen }) => unseen) && empty.found === 0) {
		return { fault: "The page has no headings", says: "no heading", fix: topFix(page.url, []) };
	}
	if (empty.found > 0 && empty.found >= Math.max(empty.examined, headings.length)) {
		const fix = empty.barriers.slice(0, 1).map(emptyFix).join("");
		return { fault: "All headings are empty", says: "no heading with text", fix };
	}
	const [, second] = headings;
	if (!second || headings.some(({ level }) => level !== 1)) return undefined;
	return {
		fault: "Every heading is a first-level heading",
		says: `${plainCount(headings.length, "heading")}, all of them <h1>`,
		fix: `Keep the <h1> that says what the page is about, and make the others <h2> or lower: ${quote(second)} (${second.at}) and so on.`,
	};
}

/** Going up may skip levels, as it closes sections; going down may not. */
function findSkips(headings: readonly PageHeading[]): readonly Skip[] {
	return headings.flatMap((to, index) => {
		const from = headings[index - 1];
		return from && to.level > from.level + 1 ? [{ from, to }] : [];
	});
}

function describeSkips(skips: readonly Skip[]): string {
	const named = skips.map(({ from, to }) => `from ${quote(from)} to ${quote(to)}`);
	return `${plainCount(skips.length, "skipped level")}: ${listing(named, 2)}`;
}

function skipFix({ from, to }: Skip): string {
	return `Make ${quote(to)} (${to.at}) an <h${from.level + 1}>.`;
}

function emptyFix(empty: Barrier): string {
	return `Write text into ${place(empty)}, or delete the heading.`;
}

function topFix(url: string, [first]: readonly PageHeading[]): string {
	if (!first) return `Add to ${url} an <h1> that says what the page is about.`;
	return `Add an <h1> that says what ${url} is about, or make ${quote(first)} (${first.at}) the <h1> if it says that.`;
}

function quote({ level, text }: PageHeading): string {
	return `<h${level}> "${clip(text, 50)}"`;
}
