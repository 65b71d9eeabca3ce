import type { CheckExamples } from "../shared/example.ts";

const form = (inside: string) =>
	`<form action="/ask/" method="post"><label>E-mail <input type="email" name="mail"></label> ${inside}<button>Ask</button></form>`;

export const captchaOnPrimaryFormExamples: CheckExamples = {
	check: "captcha-on-primary-form",
	examples: [
		{ name: "A form that trusts its visitors", outcome: "pass", body: form("") },
		{
			name: "A script that may only watch",
			outcome: "pass",
			head: '<script async src="https://www.google.com/recaptcha/api.js?render=key"></script>',
			body: form(""),
		},
		{
			name: "A guard that shows nothing unless it has a doubt",
			outcome: "pass",
			body: form('<div class="g-recaptcha" data-sitekey="key" data-size="invisible"></div>'),
		},
		{
			name: "A puzzle in the form",
			outcome: "partial",
			body: form('<div class="h-captcha" data-sitekey="key"></div>'),
		},
		{ name: "A box to tick", outcome: "partial", body: form('<div class="cf-turnstile" data-sitekey="key"></div>') },
		{ name: "A page without forms", outcome: "not-applicable" },
	],
};
