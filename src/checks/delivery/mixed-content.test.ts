import { expect, test } from "vitest";
import type { InsecureResource } from "#evidence/page-digest.ts";
import { aPage, ask } from "../page.testkit.ts";
import { mixedContent } from "./mixed-content.ts";

const part = (kind: InsecureResource["kind"], url = "http://example.com/x", line = 9): InsecureResource => {
	return { kind, url, at: `line ${line}, column 1`, excerpt: `<x src="${url}">` };
};
const judge = (...insecure: readonly InsecureResource[]) => ask(mixedContent, {}, aPage({ digest: { insecure } }));

test("nothing over http", () => {
	expect(judge().outcome).toBe("pass");
});

test.each([
	["a script", [part("blockable")], 0.5, "1 address that browsers block,"],
	["a form", [part("form")], 0.5, "form data unencrypted,"],
	["pictures", [part("upgradeable"), part("upgradeable")], 0.75, "2 addresses that browsers load over https"],
	["a picture and a form", [part("upgradeable"), part("form")], 0.5, "unencrypted and 1 address that"],
])("%s", (_, parts, ratio, words) => {
	const verdict = judge(...parts);
	expect(verdict).toMatchObject({ outcome: "partial", ratio });
	expect(verdict.says).toContain(words);
});

test("the worst is shown first", () => {
	expect(judge(part("upgradeable"), part("blockable", "http://cdn.example.net/a.js", 20))).toMatchObject({
		fix: "Change the address at line 20, column 1 to https://cdn.example.net/a.js, and 1 more in the same way.",
		exhibits: [{ at: "line 20, column 1" }, { at: "line 9, column 1" }],
	});
});

test("an unencrypted page mixes nothing", () => {
	const page = aPage({ url: "http://example.com/", digest: { insecure: [part("blockable")] } });
	expect(ask(mixedContent, {}, page).outcome).toBe("not-applicable");
});
