import { percentAtLeast } from "#core/wording.ts";
import { byShare, definePageCheck } from "../define-check.ts";
import { exhibitsOf } from "../shared/exhibits.ts";
import { lettersOf, NEXT_TO_NOTHING } from "../shared/text-language.ts";

const MUCH = 0.2;
/** Characters; less is help text that a script shows, even on a short page. */
const FEW = 300;
/** Hiding by style or attribute; comments and templates are not text of the page. */
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
	weightReason:
		"Search engines may treat a large share of hidden text as a trick and rank the page lower. Small shares are common.",
	tableStakes: true,
	title: "Most of the page's text is visible",
	fault: "Much of the page's text is hidden from visitors",
	problem: "search engines may take the hidden text of your page for a trick",
	consequence:
		"Search engines may treat hidden text as a trick and show the page less often, and machines quote text that your visitors never see.",
	hours: 3,
	doneBy: "developer",
	why: "Text that machines read and people do not see is one of the oldest tricks, and search engines act against it. Assistants may also quote text that visitors cannot find.",
	howToFix: "Show the text, put it into a control that opens it, such as <details>, or delete it.",
	consumer: "Google Search, Bing",
	reference: "https://developers.google.com/search/docs/essentials/spam-policies#hidden-text-and-links",
	reviewed: "2026-11-21",
	note: "Google gives no limit. Ours is 20 % of the text. Text is hidden if visitors do not see it on a computer or a phone because of the page's own <style> elements and attributes: not displayed, invisible, transparent, without size, clipped, off the screen, or in the colour of its background. No other check counts it as text either. Text that a control or a script shows is not hidden: menus, dialogs, tabs, accordions, details, fade-ins. We do not count parts of fewer than 80 characters, or less than 300 characters in total. We do not read external style sheets, so colours count only if both are set in one place.",
	evaluate(page) {
		const { text, hidden } = page.digest;
		const all = text.visible + text.hidden;
		const share = text.hidden / Math.max(1, all);
		if (text.hidden === 0 && lettersOf(page) < NEXT_TO_NOTHING) {
			return { outcome: "not-applicable", says: "The page has almost no text of its own and hides none." };
		}
		if (share <= MUCH || (text.hidden < FEW && text.visible > 0)) {
			const some = text.hidden === 0 ? "No text" : `${percentAtLeast(share)} of the text`;
			return { outcome: "pass", says: `${some} is hidden outside menus, dialogs and other controls.` };
		}
		const shown = hidden.filter(({ how }) => HOWS.has(how)).toSorted((a, b) => b.text.length - a.text.length);
		const first = shown[0] ? ` The longest part starts: ${shown[0].excerpt.slice(0, 80)}` : "";
		return byShare(1 - share, {
			says: `${percentAtLeast(share)} of the text of ${page.url} (${text.hidden} characters) is hidden, and no control shows it.${first}`,
			fix: `Show the part at ${shown[0]?.at ?? "the places below"} of ${page.url}, wrap it in <details><summary>…</summary> … </details>, or delete it.`,
			exhibits: exhibitsOf(page, shown),
		});
	},
});
