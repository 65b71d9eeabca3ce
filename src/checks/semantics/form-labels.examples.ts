import type { CheckExamples } from "../shared/example.ts";

const form = (field: string) => `<form action="/ask/" method="post">${field} <button>Ask</button></form>`;

export const formLabelsExamples: CheckExamples = {
	check: "form-labels",
	examples: [
		{
			name: "A label that knows its field",
			outcome: "pass",
			body: form('<label for="mail">E-mail</label> <input type="email" id="mail" name="mail">'),
		},
		{ name: "A label around its field", outcome: "pass", body: form('<label>E-mail <input name="mail"></label>') },
		{ name: "Words beside a field", outcome: "fail", body: form('E-mail <input type="email" name="mail">') },
		{
			name: "Words beside one field of two",
			outcome: "partial",
			body: form('<label>Name <input name="name"></label> E-mail <input type="email" name="mail">'),
		},
		{ name: "A placeholder alone", outcome: "partial", body: form('<input name="mail" placeholder="E-mail">') },
		{
			name: "Choices whose question is no legend",
			outcome: "partial",
			body: form(
				'<label>Name <input name="name"></label> <p>Cover</p> <label><input type="radio" name="cover"> Linen</label> <label><input type="radio" name="cover"> Paper</label>',
			),
		},
		{
			name: "Choices under a legend",
			outcome: "pass",
			body: form(
				'<label>Name <input name="name"></label> <fieldset><legend>Cover</legend> <label><input type="radio" name="cover"> Linen</label> <label><input type="radio" name="cover"> Paper</label></fieldset>',
			),
		},
		{
			name: "A fieldset that only frames the whole form",
			outcome: "pass",
			body: form(
				'<fieldset><label>Name <input name="name"></label> <label>E-mail <input name="mail"></label></fieldset>',
			),
		},
		{ name: "A page without fields", outcome: "not-applicable" },
	],
};
