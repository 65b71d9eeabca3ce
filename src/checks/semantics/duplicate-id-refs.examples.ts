import type { CheckExamples } from "../shared/example.ts";

export const duplicateIdRefsExamples: CheckExamples = {
	check: "duplicate-id-refs",
	examples: [
		{
			name: "A label and its field",
			outcome: "pass",
			body: '<form action="/ask/"><label for="mail">E-mail</label> <input id="mail" name="mail"> <button>Ask</button></form>',
		},
		{
			name: "Two fields with one id",
			outcome: "fail",
			body: '<form action="/ask/"><label for="mail">E-mail</label> <input id="mail" name="a"> <input id="mail" name="b" aria-label="Again"> <button>Ask</button></form>',
		},
		{
			name: "A description that is not there",
			outcome: "fail",
			body: '<form action="/ask/"><label>E-mail <input name="mail" aria-describedby="mail-hint"></label> <button>Ask</button></form>',
		},
		{
			name: "A label that misses its field, which is then the field's fault",
			outcome: "not-applicable",
			body: '<form action="/ask/"><label for="mial">E-mail</label> <input id="mail" name="mail"> <button>Ask</button></form>',
		},
		{ name: "Nothing refers to anything", outcome: "not-applicable" },
	],
};
