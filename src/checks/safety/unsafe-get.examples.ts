import type { CheckExamples } from "../shared/example.ts";

export const unsafeGetExamples: CheckExamples = {
	check: "unsafe-get",
	examples: [
		{ name: "Links for reading", outcome: "pass", body: '<p><a href="/blog/how-to-delete-a-branch">A story</a></p>' },
		{
			name: "Logging out by a form",
			outcome: "pass",
			body: '<form method="post" action="/logout"><button>Log out</button></form>',
		},
		{ name: "Logging out by a link", outcome: "partial", body: '<p><a href="/logout">Log out</a></p>' },
		{
			name: "A basket that every crawler fills",
			outcome: "partial",
			body: '<p><a href="/shop/?add-to-cart=17" rel="nofollow">Into the basket</a></p>',
		},
		{ name: "A home page that is an error", outcome: "not-applicable", files: { "/": { status: 503 } } },
	],
};
