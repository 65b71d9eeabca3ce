import type { CheckExamples } from "../shared/example.ts";

const CARD = "/.well-known/agent-card.json";
const PAGE = "<!doctype html><html lang=en><title>Example Bindery</title><h1>Not quite</h1>";

export const declaredIsRealExamples: CheckExamples = {
	check: "declared-is-real",
	examples: [
		{
			name: "An llms.txt of another type is a convention's matter",
			outcome: "not-applicable",
			files: {
				"/llms.txt": { headers: { "content-type": "application/octet-stream" }, body: "# Example Bindery\n" },
			},
		},
		{
			name: "Documentation is a page, as it may be",
			outcome: "pass",
			headers: { link: '</api/>; rel="service-doc"' },
			files: { "/api/": PAGE },
		},
		{
			name: "A web page in place of an agent card",
			outcome: "fail",
			files: { [CARD]: { headers: { "content-type": "text/html" }, body: PAGE } },
		},
		{
			name: "A dead link, where every address has a page: link-header's",
			outcome: "not-applicable",
			headers: { link: '</api.json>; rel="service-desc"' },
			files: { "https://example.com/*": PAGE },
		},
		{ name: "A comma too many", outcome: "fail", files: { [CARD]: '{"name": "Bindery",}' } },
		{
			name: "A catalog of interfaces that are not there",
			outcome: "fail",
			files: {
				"/.well-known/api-catalog": {
					headers: { "content-type": "application/linkset+json" },
					body: '{"linkset":[{"anchor":"https://example.com/api","service-desc":[{"href":"https://example.com/api/openapi.json"}]}]}',
				},
			},
		},
		{ name: "A site that offers nothing to machines", outcome: "not-applicable" },
	],
};
