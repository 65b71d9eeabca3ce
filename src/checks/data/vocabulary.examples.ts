import type { CheckExamples } from "../shared/example.ts";

const block = (json: string) => `<script type="application/ld+json">${json}</script>`;

export const vocabularyExamples: CheckExamples = {
	check: "vocabulary",
	examples: [
		{
			name: "A course with another vocabulary beside schema.org",
			outcome: "pass",
			head: block(
				'{"@context": ["https://schema.org", {"dc": "http://purl.org/dc/terms/"}], "@type": "Course", "dc:audience": "Beginners"}',
			),
		},
		{
			name: "A British spelling",
			outcome: "partial",
			head: block('{"@context": "https://schema.org", "@type": "Organisation", "name": "Example Bindery"}'),
		},
		{
			name: "A property in the wrong case, in Microdata",
			outcome: "partial",
			body: '<p itemscope itemtype="https://schema.org/Course"><span itemprop="Name">Binding for beginners</span></p>',
		},
		{
			name: "A block without a context",
			outcome: "partial",
			head: block('{"@type": "Course", "name": "Binding for beginners"}'),
		},
		{
			name: "Another vocabulary only",
			outcome: "not-applicable",
			page: `<!doctype html><html lang=en><title>Bindery</title>${block(
				'{"@context": {"@vocab": "http://xmlns.com/foaf/0.1/"}, "@type": "Person", "nick": "binder"}',
			)}<main><h1>Bindery</h1><p>Books are bound here.</p></main>`,
		},
	],
};
