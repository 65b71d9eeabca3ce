import type { CheckExamples } from "../shared/example.ts";

const LINK = '<link rel="service-desc" href="/openapi.json" type="application/json">';
const OPERATION = { operationId: "listRepairs", summary: "Lists repairs and their prices", responses: {} };
const described = (paths: unknown, parts: Readonly<Record<string, unknown>> = {}) =>
	JSON.stringify({ openapi: "3.1.1", info: { title: "Bindery", version: "1" }, paths, ...parts });

export const openapiExamples: CheckExamples = {
	check: "openapi",
	examples: [
		{
			name: "A small description in JSON",
			outcome: "pass",
			head: LINK,
			files: { "/openapi.json": described({ "/repairs": { get: OPERATION } }) },
		},
		{
			name: "The same in YAML, linked from the page",
			outcome: "pass",
			body: '<p>We have an <a href="/openapi.yaml">API</a>.</p>',
			files: {
				"/openapi.yaml":
					"openapi: 3.0.3\ninfo: {title: Bindery, version: '1'}\npaths:\n  /repairs:\n    get:\n      operationId: listRepairs\n      description: Lists repairs\n      responses: {}\n",
			},
		},
		{
			name: "Operations without name or words",
			outcome: "partial",
			head: LINK,
			files: { "/openapi.json": described({ "/repairs": { get: { responses: {} }, post: OPERATION } }) },
		},
		{
			name: "A reference to a schema that is not there",
			outcome: "partial",
			head: LINK,
			files: {
				"/openapi.json": described({
					"/repairs": { get: { ...OPERATION, responses: { 200: { $ref: "#/components/responses/Repairs" } } } },
				}),
			},
		},
		{
			name: "A server on the author's own machine",
			outcome: "partial",
			head: LINK,
			files: {
				"/openapi.json": described({ "/repairs": { get: OPERATION } }, { servers: [{ url: "http://localhost:3000" }] }),
			},
		},
		{
			name: "YAML with a tab",
			outcome: "fail",
			body: '<p><a href="/openapi.yaml">API</a></p>',
			files: { "/openapi.yaml": "openapi: 3.1.1\npaths:\n\t/repairs: {}\n" },
		},
		{ name: "A site without an API", outcome: "not-applicable" },
	],
};
