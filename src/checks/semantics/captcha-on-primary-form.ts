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
	weightReason:
		"The form is closed to agents that act for a person, and hard for some people; the page itself stays open.",
	tableStakes: true,
	title: "The main form has no CAPTCHA",
	fault: "The main form has a CAPTCHA",
	consequence: "Assistants that fill in the form for a customer stop there, and some people cannot solve the puzzle.",
	effort: "medium",
	doneBy: "developer",
	why: "An agent that fills in your form for a customer stops at a CAPTCHA: Anthropic says that its bots do not try to get past one. People who do not see or hear the puzzle are shut out, too.",
	howToFix:
		"Keep robots out by means that ask nothing of visitors: a hidden field, a limit per address, a review of what was sent. Show a challenge only where that raises a doubt.",
	consumer: "Claude and other agents that act for a customer; people with disabilities",
	reference: "https://support.claude.com/en/articles/8896518",
	reviewed: "2026-11-21",
	note: "A vendor's script alone is no challenge: it may only watch, or wait for another page. An invisible reCAPTCHA or hCaptcha asks only where it has a doubt, so it passes. Search forms do not count as forms to fill in.",
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
			says: `${page.url} asks by ${vendors} for a proof that a human fills in its ${plural(primary.length, "form", "forms")}.`,
			fix: `Take ${clip(first.excerpt, 120)} (${first.at}) away, or show it only where what was sent looks like spam.`,
			exhibits: exhibitsOf(page, shown),
		};
	},
});

function remarkOn(captchas: readonly PageCaptcha[]): string {
	const hidden = captchas.find(({ invisible }) => invisible);
	if (hidden) return ` ${hidden.vendor} is there, invisible: it shows a challenge only where a visit raises a doubt.`;
	const [script] = captchas;
	return script ? ` A script of ${script.vendor} is loaded, but no challenge stands in the HTML.` : "";
}
