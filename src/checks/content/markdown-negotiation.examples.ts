import type { CheckExamples, ExampleAnswer } from "../shared/example.ts";

const asMarkdown = (body: string, type = "text/markdown; charset=utf-8"): ExampleAnswer => ({
	when: { markdown: { headers: { "content-type": type, vary: "Accept" }, body } },
});
const TEXT = "# Books, bound by hand\n\nWe repair books whose backs have given up.\n";

export const markdownNegotiationExamples: CheckExamples = {
	check: "markdown-negotiation",
	examples: [
		{ name: "Markdown for those who ask", outcome: "pass", files: { "/": asMarkdown(TEXT) } },
		{
			name: "HTML under the name of Markdown",
			outcome: "fail",
			files: { "/": asMarkdown("<!doctype html><title>Example Bindery</title><h1>Books, bound by hand</h1>") },
		},
		{ name: "Markdown under the name of text", outcome: "partial", files: { "/": asMarkdown(TEXT, "text/plain") } },
		{ name: "HTML as ever", outcome: "not-applicable" },
		{ name: "A folder", outcome: "not-applicable", folder: true },
	],
};
