import { expect, test } from "vitest";
import type { PageCaptcha, PageForm } from "#evidence/page-digest.ts";
import { aPage, ask } from "../page.testkit.ts";
import { captchaOnPrimaryForm } from "./captcha-on-primary-form.ts";

const form = (parts: Partial<PageForm> = {}): PageForm => ({
	at: "line 30, column 1",
	excerpt: "<form>",
	action: null,
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
const captcha = (from: PageCaptcha["from"], vendor = "hCaptcha"): PageCaptcha => ({
	at: "line 33, column 2",
	excerpt: '<div class="h-captcha">',
	vendor,
	from,
	inForm: from === "widget",
});
const judge = (forms: readonly PageForm[], captchas: readonly PageCaptcha[]) =>
	ask(captchaOnPrimaryForm, {}, aPage({ digest: { forms, captchas } }));

test.each<[string, readonly PageForm[], readonly PageCaptcha[], string]>([
	["no form", [], [captcha("widget")], "not-applicable"],
	["a search", [form({ search: true })], [captcha("widget")], "not-applicable"],
	["a form", [form()], [], "pass"],
	["a script alone", [form()], [captcha("script")], "pass"],
	["an invisible one", [form()], [captcha("script"), { ...captcha("widget"), invisible: true }], "pass"],
	["an element", [form()], [captcha("script"), captcha("widget")], "partial"],
	["a frame", [form()], [captcha("frame")], "partial"],
])("%s", (_, forms, captchas, outcome) => {
	expect(judge(forms, captchas).outcome).toBe(outcome);
});

test("names the vendor and shows the element", () => {
	expect(judge([form()], [captcha("script"), captcha("widget")])).toMatchObject({
		ratio: 0.5,
		says: "On https://example.com/, the form uses hCaptcha to ask for proof that a human fills it in.",
		fix: expect.stringContaining('<div class="h-captcha"> (line 33, column 2),'),
		exhibits: [{ at: "line 33, column 2" }],
	});
	expect(judge([form()], [captcha("script"), { ...captcha("widget"), invisible: true }]).says).toContain(
		"hCaptcha is invisible",
	);
	expect(judge([form()], [captcha("script")]).says).toContain("a script of hCaptcha, but the");
});
