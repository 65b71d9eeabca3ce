import type { CheckExamples } from "../shared/example.ts";

export const redirectsExamples: CheckExamples = {
	check: "redirects",
	examples: [
		{ name: "One step from http, one from www", outcome: "pass" },
		{
			name: "http, then https, as the preload list asks",
			outcome: "pass",
			files: {
				"http://www.example.com/": { status: 301, headers: { location: "https://www.example.com/" } },
			},
		},
		{
			name: "Two hosts with the same page",
			outcome: "partial",
			files: { "https://www.example.com/": "<!doctype html><title>Example Bindery</title>" },
		},
		{
			name: "Three steps to the home page",
			outcome: "fail",
			files: {
				"/": { status: 302, headers: { location: "/start" } },
				"/start": { status: 301, headers: { location: "/en" } },
				"/en": { status: 301, headers: { location: "/en/" } },
				"/en/": "<!doctype html><title>Example Bindery</title>",
			},
		},
		{
			name: "One step more, to a login: counted at auth-gate",
			outcome: "not-applicable",
			files: {
				"/": { status: 302, headers: { location: "/login/" } },
				"/login/":
					'<!doctype html><html lang="en"><title>Sign in</title><main><h1>Sign in</h1><form method="post" action="/session"><label>Password <input type="password" name="p"></label><button>Sign in</button></form></main></html>',
			},
		},
		{ name: "A folder, which has no redirects", outcome: "not-applicable", folder: true },
	],
};
