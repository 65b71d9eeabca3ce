import type { CheckExamples } from "../shared/example.ts";

const BARE = { "content-type": "text/html" };
const page = (head: string) =>
	`<!doctype html><html lang="en"><head>${head}<title>Example Bindery</title></head><body><main>
<h1>Books, bound by hand</h1><p>We repair books whose backs have given up.</p></main></body></html>`;

export const charsetExamples: CheckExamples = {
	check: "charset",
	examples: [
		{ name: "Declared by the server", outcome: "pass", page: page("") },
		{ name: "Declared in the head", outcome: "pass", headers: BARE, page: page('<meta charset="utf-8">') },
		{
			name: "Declared behind the first 1,024 bytes",
			outcome: "partial",
			headers: BARE,
			page: page(`<style>${"p { margin: 1em }\n".repeat(70)}</style>\n<meta charset="utf-8">`),
		},
		{ name: "Declared nowhere", outcome: "fail", headers: BARE, page: page("") },
		{
			name: "An encoding of the last century",
			outcome: "partial",
			headers: BARE,
			page: page('<meta charset="iso-8859-1">'),
		},
		{ name: "A home page that is an error", outcome: "not-applicable", files: { "/": { status: 503 } } },
	],
};
