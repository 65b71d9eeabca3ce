import type { CheckExamples } from "../shared/example.ts";

export const formWorksWithoutJsExamples: CheckExamples = {
	check: "form-works-without-js",
	examples: [
		{
			name: "Action, method, names and a button",
			outcome: "pass",
			body: '<form action="/ask/" method="post"><label>E-mail <input type="email" name="mail"></label> <button>Ask</button></form>',
		},
		{
			name: "A search that Enter sends",
			outcome: "pass",
			body: '<form action="/search/" role="search"><label>Search <input name="q"></label></form>',
		},
		{
			name: "Fields that only a script can read",
			outcome: "fail",
			body: '<form action="/ask/" method="post"><label>E-mail <input type="email" id="mail"></label> <button>Ask</button></form>',
		},
		{
			name: "Neither action nor method",
			outcome: "partial",
			body: '<form id="ask"><label>E-mail <input type="email" name="mail"></label> <button>Ask</button></form>',
		},
		{
			name: "A button that submits nothing",
			outcome: "partial",
			body: '<form action="/ask/" method="post"><label>Name <input name="name"></label> <label>Question <input name="q"></label> <button type="button">Ask</button></form>',
		},
		{ name: "A page without forms", outcome: "not-applicable" },
	],
};
