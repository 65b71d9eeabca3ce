import type { CheckExamples } from "../shared/example.ts";

export const authGateExamples: CheckExamples = {
	check: "auth-gate",
	examples: [
		{ name: "Open to everybody", outcome: "pass" },
		{
			name: "A login form on an open page closes nothing",
			outcome: "pass",
			body: `<form method="post" action="/login"><label>Password <input type="password" name="p"></label><button>Sign in</button></form>`,
		},
		{
			name: "The home page leads to a login",
			outcome: "fail",
			files: {
				"/": { status: 302, headers: { location: "/login/" } },
				"/login/": `<!doctype html><html lang="en"><title>Sign in</title><main><h1>Sign in</h1><form method="post" action="/session"><label>Password <input type="password" name="p"></label><button>Sign in</button></form></main></html>`,
			},
		},
		{ name: "A home page that is an error", outcome: "not-applicable", files: { "/": { status: 503 } } },
	],
};
