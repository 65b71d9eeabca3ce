import type { CheckExamples } from "../shared/example.ts";

const PATH = "/.well-known/api-catalog";
const TYPE = "application/linkset+json";
const LINKSET = JSON.stringify({
	linkset: [
		{ anchor: "https://example.com/api", "service-doc": [{ href: "https://example.com/about/", type: "text/html" }] },
	],
});
const served = (body: string, type = TYPE) => ({ [PATH]: { headers: { "content-type": type }, body } });

export const apiCatalogExamples: CheckExamples = {
	check: "api-catalog",
	examples: [
		{ name: "A linkset", outcome: "pass", files: served(LINKSET) },
		{ name: "A linkset as plain JSON", outcome: "partial", files: served(LINKSET, "application/json") },
		{
			name: "A list in a form of its own",
			outcome: "fail",
			files: served('{"apis":[{"url":"https://example.com/api"}]}'),
		},
		{
			name: "A link without an address",
			outcome: "fail",
			files: served('{"linkset":[{"anchor":"/api","item":[{"title":"API"}]}]}'),
		},
		{ name: "A site without an API", outcome: "not-applicable" },
	],
};
