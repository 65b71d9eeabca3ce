import type { CheckExamples } from "../shared/example.ts";

const form = (autocomplete: string) =>
	`<form action="/ask/" method="post"><label>E-mail <input type="email" name="mail" autocomplete="${autocomplete}"></label> <button>Ask</button></form>`;

export const autocompleteExamples: CheckExamples = {
	check: "autocomplete",
	examples: [
		{ name: "A purpose of the list", outcome: "pass", body: form("email") },
		{ name: "A purpose with its section", outcome: "pass", body: form("section-order billing email") },
		{ name: "A word that no browser knows", outcome: "fail", body: form("your-mail") },
		{ name: "One such word of two", outcome: "partial", body: form("email") + form("your-mail") },
		{ name: "A page without fields", outcome: "not-applicable" },
	],
};
