import { expect, test } from "vitest";
import type { PageField } from "#evidence/page-digest.ts";
import { ask } from "../page.testkit.ts";
import { aBarredPage, aBarrier } from "../shared/barriers.testkit.ts";
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
const judge = (fields: readonly PageField[], nameless = 0, examined = fields.length) => {
	const barriers = Array.from({ length: nameless }, () => aBarrier("field-name", '<input type="email">'));
	return ask(formLabels, {}, aBarredPage(examined > 0 ? { "field-name": examined } : {}, barriers, { fields }));
};

test("no fields, or hidden ones alone", () => {
	expect(judge([]).outcome).toBe("not-applicable");
	expect(judge([field("none", { hidden: true })], 0, 0).outcome).toBe("not-applicable");
});

test("named in every way", () => {
	expect(judge([field("label"), field("aria-label"), field("aria-labelledby"), field("title")])).toEqual({
		outcome: "pass",
		says: "4 form fields, each with a label.",
	});
	expect(judge([], 0, 1)).toEqual({ outcome: "pass", says: "1 form field, with a label." });
});

test("shows the field and the label to write", () => {
	expect(judge([field("label"), field("none")], 1)).toMatchObject({
		outcome: "partial",
		ratio: 0.5,
		says: "1 of 2 form fields of https://example.com/ has no label.",
		fix: expect.stringContaining('<input type="email"> (line 20, column 3) an id, and a <label'),
		exhibits: [{ at: "line 20, column 3" }],
	});
});

test("fields without a name count by their share, and none with one fails", () => {
	expect(judge([field("none"), field("none")], 2).outcome).toBe("fail");
	expect(judge([field("none"), field("placeholder")], 1)).toMatchObject({ outcome: "partial", ratio: 0.25 });
});

test("a placeholder alone costs half of its field", () => {
	expect(judge([field("placeholder")])).toMatchObject({
		outcome: "partial",
		ratio: 0.5,
		says: "1 of 1 form field of https://example.com/ is labelled only by a placeholder, which disappears on typing.",
		fix: expect.stringMatching(
			/such as "E-mail" around <input type="email" name="mail"> \(line 124, column 7\): <label>… <input …><\/label>\.$/,
		),
	});
	expect(judge([field("placeholder"), field("label")])).toMatchObject({ ratio: 0.75 });
	expect(judge([field("placeholder", { hidden: true }), field("label")]).outcome).toBe("pass");
});

test("a group of fields without a name costs half its share", () => {
	const group = aBarrier("group-unnamed", "<fieldset>", "the <fieldset> around 2 fields has no <legend>");
	const choice = aBarrier("group-unnamed", "<input type=radio>", "the radio buttons are not in a group");
	const of = (...barriers: Parameters<typeof aBarredPage>[1]) =>
		ask(formLabels, {}, aBarredPage({ "field-name": 4, "group-unnamed": 2 }, barriers));
	expect(of(group)).toMatchObject({
		outcome: "partial",
		ratio: 0.75,
		fault: "Groups of form fields have no name",
		says: "1 of 2 groups of form fields of https://example.com/ has no name: the <fieldset> around 2 fields has no <legend> (line 20, column 3).",
		fix: "Start <fieldset> (line 20, column 3) with a <legend> that says what its fields have in common.",
	});
	expect(of(choice, group)).toMatchObject({ ratio: 0.5, fix: expect.stringContaining("Put a <fieldset> around") });
});
