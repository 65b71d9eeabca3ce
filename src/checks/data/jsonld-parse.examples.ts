import type { CheckExamples } from "../shared/example.ts";

const block = (json: string) => `<script type="application/ld+json">${json}</script>`;

export const jsonldParseExamples: CheckExamples = {
	check: "jsonld-parse",
	examples: [
		{
			name: "A second block, as a list",
			outcome: "pass",
			head: block('[{"@context": "https://schema.org", "@type": "Course", "name": "Binding for beginners"}]'),
		},
		{
			name: "A comma before the closing brace",
			outcome: "fail",
			head: block('{"@context": "https://schema.org", "@type": "Course", "name": "Binding",}'),
		},
		{
			name: "Wrapped in an HTML comment",
			outcome: "fail",
			head: block('\n<!--\n{"@context": "https://schema.org", "@type": "Course", "name": "Binding"}\n-->\n'),
		},
		{
			name: "Quotation marks written as character references",
			outcome: "fail",
			head: block("{&quot;@type&quot;: &quot;Course&quot;}"),
		},
		{
			name: "One name twice in an object",
			outcome: "partial",
			head: block('{"@context": "https://schema.org", "@type": "Course", "name": "Binding", "name": "Buchbinden"}'),
		},
		{ name: "An empty block beside a filled one", outcome: "partial", head: block("") },
		{
			name: "Nothing but an empty block",
			outcome: "fail",
			page: `<!doctype html><html lang=en><title>Bindery</title>${block(" {} ")}<main><h1>Bindery</h1><p>Books are bound here.</p></main>`,
		},
		{
			name: "No JSON-LD",
			outcome: "not-applicable",
			page: "<!doctype html><html lang=en><title>Bindery</title><main><h1>Bindery</h1><p>Books are bound here.</p></main>",
		},
	],
};
