import type { CheckExamples } from "../shared/example.ts";

const LONG =
	"Cheap binding, best binding, binding near you, binding today, binding in every city of the country. ".repeat(8);

export const hiddenTextExamples: CheckExamples = {
	check: "hidden-text",
	examples: [
		{ name: "Nothing hidden", outcome: "pass" },
		{
			name: "A closed answer that opens",
			outcome: "pass",
			body: `<details><summary>Prices</summary>${LONG}</details>`,
		},
		{
			name: "A panel that a button shows",
			outcome: "pass",
			body: `<button aria-controls="more" aria-expanded="false">More</button><div id="more" hidden>${LONG}</div>`,
		},
		{
			name: "A helper text for screen readers",
			outcome: "pass",
			body: '<p style="position:absolute;left:-9999px">The list below can be sorted.</p>',
		},
		{ name: "Words pushed off the screen", outcome: "partial", body: `<div style="text-indent:-9999px">${LONG}</div>` },
		{
			name: "Words in the colour of the page",
			outcome: "partial",
			body: `<p style="color:#fff;background:#fff">${LONG}</p>`,
		},
		{
			name: "Words that a rule in the page's style hides",
			outcome: "partial",
			body: `<style>.k { display: none }</style><div class="k">${LONG.slice(0, 600)}</div>`,
		},
		{
			name: "Words that a rule pushes off the screen",
			outcome: "partial",
			body: `<style>#k { position: absolute; left: -9999px }</style><div id="k">${LONG.slice(0, 600)}</div>`,
		},
		{
			name: "A part that is shown on wider screens",
			outcome: "pass",
			body: `<style>.k { display: none } @media (min-width: 60em) { .k { display: block } }</style><div class="k">${LONG}</div>`,
		},
		{
			name: "A part that is left out of the printed page",
			outcome: "pass",
			body: `<style>@media print { .k { display: none } }</style><div class="k">${LONG}</div>`,
		},
		{
			name: "A part that React sends late",
			outcome: "pass",
			body: `<template id="B:0"></template><div hidden id="S:0"><p>${LONG}</p></div><script>$RC("B:0","S:0")</script>`,
		},
		{
			name: "A light box of AMP",
			outcome: "pass",
			body: `<amp-lightbox id="terms" layout="nodisplay" hidden><p>${LONG}</p></amp-lightbox>`,
		},
		{ name: "A home page that is an error", outcome: "not-applicable", files: { "/": { status: 503 } } },
	],
};
