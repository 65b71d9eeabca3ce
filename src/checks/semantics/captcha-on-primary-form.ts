import { listing, plainCount, plural } from "#core/wording.ts";
import type { PageCaptcha } from "#evidence/page-digest.ts";
import { definePageCheck } from "../define-check.ts";
import { clip, exhibitsOf } from "../shared/exhibits.ts";

export const captchaOnPrimaryForm = definePageCheck({
	id: "captcha-on-primary-form",
	pillar: "semantics",
	engines: ["answers"],
	grade: "vendor",
	atStake: "quality",
	weightReason: "The form blocks agents that act for a person and is hard for some people. The page itself stays open.",
	tableStakes: true,
	title: "The main form has no CAPTCHA",
	fault: "The main form has a CAPTCHA",
	problem: "assistants cannot get past the CAPTCHA on your form",
	consequence: "Assistants that fill in the form for a customer stop there, and some people cannot solve the puzzle.",
	hours: 4,
	doneBy: "developer",
	why: "An agent that fills in your form for a customer stops at a CAPTCHA: Anthropic says that its bots do not try to get past one. It also excludes people who cannot see or hear the puzzle.",
	howToFix:
		"Block spam in ways that visitors do not notice: a hidden field, a limit per address, a review of messages. Show a challenge only in doubtful cases.",
	consumer: "Claude and other agents that act for a customer; people with disabilities",
	reference: "https://support.claude.com/en/articles/8896518",
	reviewed: "2026-11-21",
	note: "A vendor's script alone is not a challenge: it may only observe, or be for another page. An invisible reCAPTCHA or hCaptcha asks only in doubtful cases, so it passes. Search forms do not count.",
	evaluate(page) {
		const { forms, captchas } = page.digest;
		const primary = forms.filter(
			({ fields, method, search, unseen }) => fields > 0 && method !== "dialog" && !search && !unseen,
		);
		if (primary.length === 0) return { outcome: "not-applicable", says: "The page has no forms to fill in." };
		const shown = captchas.filter(({ from, invisible }) => from !== "script" && !invisible);
		const [first] = shown;
		if (!first) {
			const says = `${plainCount(primary.length, "form")} without a challenge.${remarkOn(captchas)}`;
			return { outcome: "pass", says, exhibits: exhibitsOf(page, captchas) };
		}
		const vendors = listing([...new Set(shown.map(({ vendor }) => vendor))]);
		return {
			outcome: "partial",
			ratio: 0.5,
			says: `On ${page.url}, the ${plural(primary.length, "form", "forms")} ${plural(primary.length, "uses", "use")} ${vendors} to ask for proof that a human fills ${plural(primary.length, "it", "them")} in.`,
			fix: `Remove ${clip(first.excerpt, 120)} (${first.at}), or show it only if a message looks like spam.`,
			exhibits: exhibitsOf(page, shown),
		};
	},
});

function remarkOn(captchas: readonly PageCaptcha[]): string {
	const hidden = captchas.find(({ invisible }) => invisible);
	if (hidden) return ` ${hidden.vendor} is invisible and shows a challenge only in doubtful cases.`;
	const [script] = captchas;
	return script ? ` The page loads a script of ${script.vendor}, but the HTML contains no challenge.` : "";
}
