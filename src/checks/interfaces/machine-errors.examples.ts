import type { CheckExample, CheckExamples } from "../shared/example.ts";

const API = JSON.stringify({
	openapi: "3.1.1",
	info: { title: "Bindery", version: "1" },
	servers: [{ url: "https://api.example.com/v1" }],
	paths: { "/repairs": { get: { operationId: "listRepairs", summary: "Lists repairs", responses: {} } } },
});
const answering = (contentType: string, body: string): Pick<CheckExample, "head" | "files"> => ({
	head: '<link rel="service-desc" href="/openapi.json">',
	files: {
		"/openapi.json": API,
		"https://api.example.com/*": { status: 404, headers: { "content-type": contentType }, body },
	},
});

export const machineErrorsExamples: CheckExamples = {
	check: "machine-errors",
	examples: [
		{
			name: "A problem document",
			outcome: "pass",
			...answering("application/problem+json", '{"type":"about:blank","title":"Not Found","status":404}'),
		},
		{
			name: "JSON of the API's own form",
			outcome: "pass",
			...answering("application/json", '{"error":"not_found","message":"No such path."}'),
		},
		{
			name: "The web server's own page",
			outcome: "partial",
			...answering(
				"text/html",
				"<html><head><title>404 Not Found</title></head><body><center>nginx</center></body></html>",
			),
		},
		{ name: "Nothing but a status", outcome: "partial", ...answering("text/plain", "") },
		{
			name: "An API at the root of the website, whose own page that would be",
			outcome: "not-applicable",
			head: '<link rel="service-desc" href="/openapi.json">',
			files: { "/openapi.json": API.replace("https://api.example.com/v1", "https://example.com/") },
		},
		{ name: "A site without an API", outcome: "not-applicable" },
	],
};
