import { expect, test } from "vitest";
import { aMeta, aPage, ask } from "../page.testkit.ts";
import { charset } from "./charset.ts";

test.each([
	["utf-8", "meta", "pass"],
	["utf-8", "header", "pass"],
	["utf-8", "bom", "pass"],
	["utf-8", "default", "fail"],
	["windows-1252", "meta", "partial"],
	["shift_jis", "header", "partial"],
	["utf-16le", "bom", "partial"],
] as const)("%s by %s: %s", (label, from, outcome) => {
	const verdict = ask(charset, {}, aPage({ digest: { charset: { label, from } } }));
	expect(verdict.outcome).toBe(outcome);
	if (verdict.outcome !== "pass") expect(verdict).toHaveProperty("fix", expect.any(String));
	if (verdict.outcome === "partial") expect(verdict.fault).toBe("The page declares an encoding other than UTF-8");
	if (verdict.outcome === "partial") expect(verdict.fix).toContain('<meta charset="utf-8">');
	if (label === "windows-1252") expect(verdict.says).toContain("windows-1252 in the page's head");
});

test.each(["utf-8", "windows-1252"])("a late declaration of %s is moved, and no second one added", (label) => {
	const verdict = ask(charset, {}, aPage({ digest: { charset: { label, from: "late-meta", line: 40 } } }));
	expect(verdict).toMatchObject({
		outcome: "partial",
		ratio: 0.5,
		says: expect.stringContaining("at line 40,"),
	});
	const fix = "fix" in verdict ? verdict.fix : "";
	expect(fix).toContain("Move the <meta> that declares the encoding from line 40");
	expect(fix).not.toContain("Write");
	expect(fix.includes("save the page as UTF-8")).toBe(label !== "utf-8");
});

test("names the encoding as written, with its line", () => {
	const meta = { ...aMeta("content-type", "text/html; charset=ISO-8859-1"), by: "http-equiv" } as const;
	const digest = { charset: { label: "windows-1252", from: "meta" }, metas: [meta] } as const;
	expect(ask(charset, {}, aPage({ digest }))).toMatchObject({
		says: expect.stringContaining("ISO-8859-1, which browsers read as windows-1252, in the page's head"),
		exhibits: [{ at: meta.at }],
	});
});
