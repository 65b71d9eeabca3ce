import type { ApiExample } from "#core/openapi-document.ts";

/** Named examples; a name in camelCase is also the summary. */
export function describeExamples(examples: Readonly<Record<string, unknown>> | undefined): {
	examples?: Readonly<Record<string, ApiExample>>;
} {
	const entries = Object.entries(examples ?? {});
	if (entries.length === 0) return {};
	return { examples: Object.fromEntries(entries.map(([name, value]) => [name, { summary: toWords(name), value }])) };
}

function toWords(name: string): string {
	const words = name
		.replace(/([a-z])([A-Z])/g, "$1 $2")
		.replace(/[-_]+/g, " ")
		.toLowerCase();
	return words.charAt(0).toUpperCase() + words.slice(1);
}
