import type { CheckExamples } from "../shared/example.ts";

export const controlNamesExamples: CheckExamples = {
	check: "control-names",
	examples: [
		{ name: "Links with text", outcome: "pass" },
		{
			name: "A symbol with a name",
			outcome: "pass",
			body: '<a href="/cart/" aria-label="Basket"><svg width="20" height="20" aria-hidden="true"></svg></a>',
		},
		{
			name: "A picture that names its link",
			outcome: "pass",
			body: '<a href="/"><img src="/logo.png" alt="Home"></a>',
		},
		{
			name: "A basket that only eyes can tell",
			outcome: "partial",
			body: '<a href="/cart/"><svg width="20" height="20" aria-hidden="true"></svg></a>',
		},
		{
			name: "A picture without a text that is all of a link",
			outcome: "partial",
			body: '<a href="/repairs/"><img src="/press.jpg"></a>',
		},
		{ name: "A button with a class for a name", outcome: "partial", body: '<button class="icon-menu"></button>' },
		{ name: "A home page that is an error", outcome: "not-applicable", files: { "/": { status: 503 } } },
	],
};
