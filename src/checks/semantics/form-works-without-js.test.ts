import { expect, test } from "vitest";
import type { PageForm } from "#evidence/page-digest.ts";
import { aPage, ask } from "../page.testkit.ts";
import { formWorksWithoutJs } from "./form-works-without-js.ts";

const form = (parts: Partial<PageForm> = {}): PageForm => ({
	at: "line 30, column 1",
	excerpt: '<form action="/ask/" method="post">',
	action: "https://example.com/ask/",
	method: "post",
	methodStated: true,
	fields: 2,
	named: 2,
	submits: true,
	password: false,
	toolName: null,
	search: false,
	...parts,
});
const judge = (...forms: readonly PageForm[]) => ask(formWorksWithoutJs, {}, aPage({ digest: { forms } }));

test.each<[string, readonly PageForm[], string]>([
	["no form", [], "not-applicable"],
	["a form without fields", [form({ fields: 0, named: 0 })], "not-applicable"],
	["a dialog's form", [form({ method: "dialog", named: 0 })], "not-applicable"],
	["a whole form", [form()], "pass"],
	["sent to its own page, by a method that is stated", [form({ action: null })], "pass"],
	["a search of this page", [form({ action: null, methodStated: false, search: true })], "pass"],
	["one field and Enter", [form({ submits: false, fields: 1, named: 1 })], "pass"],
	["some fields are for the script alone", [form({ named: 1 })], "pass"],
	["fields without names", [form({ named: 0 })], "fail"],
	["neither action nor method", [form({ action: null, methodStated: false })], "partial"],
	["a number sign for an action", [form({ action: "https://example.com/#", methodStated: false })], "partial"],
	["a script for an action", [form({ action: "javascript:void(0)" })], "fail"],
	["no button", [form({ submits: false })], "partial"],
])("%s", (_, forms, outcome) => {
	expect(judge(...forms).outcome).toBe(outcome);
});

test("a form that sends nothing loses its share, one that probably waits for a script half of it", () => {
	expect(judge(form(), form({ named: 0, excerpt: "<form>" }))).toMatchObject({
		ratio: 0.5,
		says: "1 of 2 forms of https://example.com/ needs JavaScript: at line 30, column 1, none of the 2 fields has a name, so nothing would be sent.",
		fix: "Add a name attribute to each field of <form> (line 30, column 1).",
		exhibits: [{ excerpt: "<form>" }],
	});
	expect(judge(form({ submits: false }), form({ named: 0, fields: 1 }))).toMatchObject({ ratio: 0.25 });
});

test("a number sign is stated, and names no address", () => {
	expect(
		judge(form({ action: "https://example.com/#", methodStated: false, excerpt: '<form action="#">' })),
	).toMatchObject({
		says: expect.stringContaining('action="#" is not an address,'),
		fix: expect.stringMatching(/^Replace action="#" with the address that receives the form, .* in <form action="#">/),
	});
});

test("names do not help a form that blocks every submission", () => {
	const held = form({ named: 0, excerpt: '<form onsubmit="return false;">' });
	expect(judge(held)).toHaveProperty("fix", expect.stringContaining("an action instead of onsubmit, to <form"));
	expect(judge(form({ named: 0 }))).toHaveProperty(
		"fix",
		expect.stringMatching(/^Add a name attribute to each field of/),
	);
});
