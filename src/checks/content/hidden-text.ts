import { percentAtLeast } from "#core/wording.ts";
import { byShare, definePageCheck } from "../define-check.ts";
import { exhibitsOf } from "../shared/exhibits.ts";
import { lettersOf, NEXT_TO_NOTHING } from "../shared/text-language.ts";

const MUCH = 0.2;
/** Characters; less is help that a script shows beside a choice, whatever its share of a short page. */
const FEW = 300;
/** Ways of hiding that style and attributes have; comments and templates are no text of the page. */
const HOWS: ReadonlySet<string> = new Set([
	"hidden attribute",
	"display:none",
	"visibility:hidden",
	"transparent",
	"off-screen",
	"zero size",
	"clipped",
	"colour of its background",
]);

export const hiddenText = definePageCheck({
	id: "hidden-text",
	pillar: "content",
	engines: ["search", "answers"],
	grade: "vendor",
	atStake: "quality",
	weightReason: "Search engines take a large hidden share for a trick and may demote the page; small shares are usual.",
	tableStakes: true,
	title: "The page hides no large share of its text",
	fault: "Much of the page's text is hidden from visitors",
	consequence:
		"Search engines may treat hidden text as a trick and show the page less often, and machines quote what your visitors never find.",
	effort: "medium",
	doneBy: "developer",
	why: "Text that machines read and people do not see is one of the oldest tricks, and search engines act against it. Readers also quote from it what visitors never find.",
	howToFix: "Show the text, put it into a control that opens it, such as <details>, or take it out.",
	consumer: "Google Search, Bing",
	reference: "https://developers.google.com/search/docs/essentials/spam-policies#hidden-text-and-links",
	reviewed: "2026-11-21",
	note: "Google names no share; a fifth of the text is our limit. Hidden is what no reader sees on a computer or a telephone, by the page's own <style> elements and attributes: not displayed, invisible, transparent, without size, clipped, off the screen, or in the colour of its background. It counts as text nowhere else either. What a control or a script shows is not hidden: menus, dialogs, tabs, accordions, details, what fades in. Parts of fewer than 80 characters, and less than 300 characters in all, are not counted. Style sheets in files of their own are not read, so that colours count only where one place states both.",
	evaluate(page) {
		const { text, hidden } = page.digest;
		const all = text.visible + text.hidden;
		const share = text.hidden / Math.max(1, all);
		if (text.hidden === 0 && lettersOf(page) < NEXT_TO_NOTHING) {
			return { outcome: "not-applicable", says: "The page has next to no text of its own, and hides none." };
		}
		if (share <= MUCH || (text.hidden < FEW && text.visible > 0)) {
			const some = text.hidden === 0 ? "No text" : `${percentAtLeast(share)} of the text`;
			return { outcome: "pass", says: `${some} is hidden outside menus, dialogs and other controls.` };
		}
		const shown = hidden.filter(({ how }) => HOWS.has(how)).toSorted((a, b) => b.text.length - a.text.length);
		const first = shown[0] ? ` The longest part at hand begins: ${shown[0].excerpt.slice(0, 80)}` : "";
		return byShare(1 - share, {
			says: `${percentAtLeast(share)} of the text of ${page.url} (${text.hidden} characters) is hidden, and no control shows it.${first}`,
			fix: `Show the part at ${shown[0]?.at ?? "the places below"} of ${page.url}, wrap it in <details><summary>…</summary> … </details>, or delete it.`,
			exhibits: exhibitsOf(page, shown),
		});
	},
});
