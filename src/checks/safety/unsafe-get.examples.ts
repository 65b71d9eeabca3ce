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
		{
			name: "Pages about a command that destroys",
			outcome: "pass",
			body: '<p><a href="/cli/destroy">destroy</a> <a href="/man/delete.html">delete</a> <a href="/tags/remove">remove</a></p>',
		},
		{ name: "Deleting by a link", outcome: "partial", body: '<p><a href="/orders/17/delete">Delete</a></p>' },
		{ name: "Logging out by a link", outcome: "partial", body: '<p><a href="/logout">Log out</a></p>' },
		{
			name: "A basket that every crawler fills",
			outcome: "partial",
			body: '<p><a href="/shop/?add-to-cart=17" rel="nofollow">Into the basket</a></p>',
		},
		{ name: "A home page that is an error", outcome: "not-applicable", files: { "/": { status: 503 } } },
	],
};
