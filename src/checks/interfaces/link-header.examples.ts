import type { CheckExamples } from "../shared/example.ts";

const DOCS = { "/api/": "<!doctype html><html lang=en><title>API</title><h1>API</h1>" };

export const linkHeaderExamples: CheckExamples = {
	check: "link-header",
	examples: [
		{
			name: "Documentation that is there",
			outcome: "pass",
			headers: { link: '</api/>; rel="service-doc"; type="text/html"' },
			files: DOCS,
		},
		{
			name: "A description behind a login",
			outcome: "pass",
			headers: { link: '</api/internal.json>; rel="service-desc"' },
			files: { "/api/internal.json": { status: 401, headers: { "www-authenticate": "Bearer" } } },
		},
		{
			name: "A signpost to a file that was moved",
			outcome: "partial",
			headers: { link: '</api/>; rel="service-doc", </old/openapi.json>; rel="service-desc"' },
			files: DOCS,
		},
		{
			name: "A Markdown twin that nobody built",
			outcome: "fail",
			head: '<link rel="alternate" type="text/markdown" href="/index.md">',
		},
		{
			name: "Links for browsers and search engines alone",
			outcome: "not-applicable",
			head: '<link rel="alternate" hreflang="de" href="/de/"><link rel="icon" href="/icon.svg">',
		},
	],
};
