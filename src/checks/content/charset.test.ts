import { expect, test } from "vitest";
import { aPage, ask } from "../page.testkit.ts";
import { charset } from "./charset.ts";

test.each([
	["utf-8", "meta", "pass"],
	["utf-8", "header", "pass"],
	["utf-8", "bom", "pass"],
	["utf-8", "default", "partial"],
	["windows-1252", "meta", "partial"],
	["shift_jis", "header", "partial"],
	["utf-16le", "bom", "partial"],
] as const)("%s by %s: %s", (label, from, outcome) => {
	const verdict = ask(charset, {}, aPage({ digest: { charset: { label, from } } }));
	expect(verdict.outcome).toBe(outcome);
	if (verdict.outcome === "partial") expect(verdict.fix).toContain('<meta charset="utf-8">');
	if (label === "windows-1252") expect(verdict.says).toContain("windows-1252 in the page's head");
});
