import type { CheckExamples } from "../shared/example.ts";

const rendered = (main: number) => ({
	text: {
		visible: main + 100,
		main,
		start: "Books, bound by hand",
		words: Math.round(main / 6),
		mainOffset: 900,
		noSnippet: 0,
		hidden: 0,
		fingerprint: [],
	},
});

export const rawVsRenderedExamples: CheckExamples = {
	check: "raw-vs-rendered",
	examples: [
		{ name: "Nothing added by scripts", outcome: "pass" },
		{ name: "Reviews that scripts fetch", outcome: "partial", rendered: rendered(1000) },
		{ name: "Most of the page drawn by scripts", outcome: "fail", rendered: rendered(4000) },
		{ name: "A page of a few words", outcome: "not-applicable", rendered: rendered(50) },
	],
};
