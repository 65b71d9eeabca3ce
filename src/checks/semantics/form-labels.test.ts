import { expect, test } from "vitest";
import type { PageField } from "#evidence/page-digest.ts";
import { aPage, ask } from "../page.testkit.ts";
import { formLabels } from "./form-labels.ts";

const field = (nameFrom: PageField["nameFrom"], parts: Partial<PageField> = {}): PageField => ({
	at: "line 124, column 7",
	excerpt: '<input type="email" name="mail">',
	tag: "input",
	type: "email",
	name: nameFrom === "none" ? "" : "E-mail",
	nameFrom,
	hidden: false,
	...parts,
});
const judge = (...fields: readonly PageField[]) => ask(formLabels, {}, aPage({ digest: { fields } }));

test.each<[string, readonly PageField[], string]>([
	["no fields", [], "not-applicable"],
	["hidden fields only", [field("none", { hidden: true })], "not-applicable"],
	["named in every way", [field("label"), field("aria-label"), field("aria-labelledby"), field("title")], "pass"],
	["one without a name", [field("label"), field("none")], "fail"],
	["a label without text", [field("label", { name: " " })], "fail"],
])("%s", (_, fields, outcome) => {
	expect(judge(...fields).outcome).toBe(outcome);
});

test("shows the field and the label to write", () => {
	expect(judge(field("label"), field("none"))).toMatchObject({
		says: "1 of 2 form fields of https://example.com/ has no name.",
		fix: expect.stringContaining('<input type="email" name="mail"> (line 124, column 7) an id, and a <label'),
		exhibits: [{ at: "line 124, column 7" }],
	});
});

test("a placeholder names the field, with advice", () => {
	expect(judge(field("placeholder"))).toMatchObject({
		outcome: "pass",
		says: expect.stringContaining("a label is better"),
	});
});
