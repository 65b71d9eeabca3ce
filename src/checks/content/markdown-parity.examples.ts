import type { CheckExamples, ExampleAnswer } from "../shared/example.ts";

const asMarkdown = (body: string): ExampleAnswer => ({
	when: { markdown: { headers: { "content-type": "text/markdown; charset=utf-8", vary: "Accept" }, body } },
});
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Example Bindery</title></head><body><main>
<h1>Repairs</h1><p>A repair takes two weeks and costs between forty and ninety; we tell you the price before we begin.</p>
<p>Linen, half linen and paper covers are in stock in eleven colours, and leather is ordered from a tannery.</p>
</main></body></html>`;
const FIRST =
	"A repair takes [two weeks](/repairs/) and costs between forty and ninety; we tell you the **price** before we begin.";
const SECOND =
	"Linen, half linen and paper covers are in stock in eleven colours, and leather is ordered from a tannery.";

export const markdownParityExamples: CheckExamples = {
	check: "markdown-parity",
	examples: [
		{
			name: "The same text, with links and emphasis",
			outcome: "pass",
			page: PAGE,
			files: { "/": asMarkdown(`# Repairs\n\n${FIRST}\n\n${SECOND}\n`) },
		},
		{
			name: "Half of the text",
			outcome: "partial",
			page: PAGE,
			files: { "/": asMarkdown(`# Repairs\n\n${SECOND}\n`) },
		},
		{
			name: "More than the page",
			outcome: "pass",
			page: PAGE,
			files: { "/": asMarkdown(`# Repairs\n\n${FIRST}\n\n${SECOND}\n\n## See also\n\n- [Courses](/courses/)\n`) },
		},
		{ name: "No Markdown", outcome: "not-applicable" },
	],
};
