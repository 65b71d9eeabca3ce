import type { CheckExamples } from "../shared/example.ts";

const nextData = (books: number) =>
	`<script id="__NEXT_DATA__" type="application/json">${JSON.stringify({
		props: Array.from({ length: books }, (_, shelf) => ({ shelf, title: "Atlas", binding: "half linen" })),
	})}</script>`;

export const inlineStateExamples: CheckExamples = {
	check: "inline-state",
	examples: [
		{ name: "A small __NEXT_DATA__", outcome: "pass", body: nextData(20) },
		{ name: "A __NEXT_DATA__ with the whole catalogue", outcome: "partial", body: nextData(3000) },
		{
			name: "The same in a variable",
			outcome: "partial",
			body: `<script>window.__STATE__ = ["${"page ".repeat(30_000)}"];</script>`,
		},
		{ name: "No data for scripts; structured data is something else", outcome: "not-applicable" },
	],
};
