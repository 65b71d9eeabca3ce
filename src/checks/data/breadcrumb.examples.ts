import type { CheckExamples } from "../shared/example.ts";

const INNER = (list: string) =>
	`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Repairs – Example Bindery</title>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"BreadcrumbList","itemListElement":[${list}]}</script></head>
<body><main><h1>Repairs</h1><p>${"We lift the old cloth and line the back with linen. ".repeat(20)}</p></main></body></html>`;
const HOME = '{"@type":"ListItem","position":1,"name":"Home","item":"https://example.com/"}';
/** Moves the home page below the root, so that it is an inner page. */
const below = (list: string) => ({
	"/": { status: 301, headers: { location: "https://example.com/repairs/" } },
	"/repairs/": INNER(list),
});

export const breadcrumbExamples: CheckExamples = {
	check: "breadcrumb",
	examples: [
		{
			name: "Two entries, the last without an address",
			outcome: "pass",
			files: below(`${HOME},{"@type":"ListItem","position":2,"name":"Repairs"}`),
		},
		{
			name: "The item as a node with its own name",
			outcome: "pass",
			files: below(
				'{"@type":"ListItem","position":1,"item":{"@id":"https://example.com/","name":"Home"}},{"@type":"ListItem","position":2,"item":{"@id":"https://example.com/repairs/","name":"Repairs"}}',
			),
		},
		{
			name: "An entry without a name",
			outcome: "fail",
			files: below(
				'{"@type":"ListItem","position":1,"item":"https://example.com/"},{"@type":"ListItem","position":2,"name":"Repairs"}',
			),
		},
		{
			name: "A level without an address",
			outcome: "fail",
			files: below(
				'{"@type":"ListItem","position":1,"name":"Services"},{"@type":"ListItem","position":2,"name":"Repairs"}',
			),
		},
		{
			name: "One entry is no way",
			outcome: "partial",
			files: {
				"/": { status: 301, headers: { location: "https://example.com/repairs/covers/" } },
				"/repairs/covers/": INNER(HOME),
			},
		},
		{ name: "On the first level one entry does no harm", outcome: "not-applicable", files: below(HOME) },
		{ name: "The home page needs none", outcome: "not-applicable", files: { "/repairs/": null } },
	],
};
