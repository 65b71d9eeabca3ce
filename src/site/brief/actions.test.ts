import { expect, test } from "vitest";
import { gatedReceipt, makeFinding } from "../publication/receipt.testkit.ts";
import { actionsOf } from "./actions.ts";
import { firstFixes } from "./recommendation.ts";

const address = (id: string) => `https://audit.example/brief/shop.example.org/findings/#finding-${id}`;
const actions = (receipt = gatedReceipt()) => actionsOf(firstFixes(receipt), receipt.findings, address);

test("an action names the fault, what it costs, who mends it, and the exact line", () => {
	const [first] = actions();
	expect(first).toMatchObject({
		id: "noindex",
		who: "Developer",
		effort: "up to an hour",
		exhibit: { at: "line 7", excerpt: '<meta name="robots" content="noindex">' },
		closesGate: true,
	});
	expect(first?.consequence).toMatch(/people who search/);
});

test("the text for a developer stands alone: what was seen, where, what to do, and where all of it is", () => {
	expect(actions()[0]?.forDeveloper.split("\n\n").slice(1)).toEqual([
		"What was seen\nThe page carries a robots directive that keeps it out of every index.",
		'https://shop.example.org/, line 7\n<meta name="robots" content="noindex">',
		'What to do.\nRemove <meta name="robots" content="noindex"> from the home page.',
		`Why: the standard: https://www.rfc-editor.org/rfc/rfc9309\nAll about it: ${address("noindex")}`,
	]);
});

test("nothing that cannot be seen is pasted along", () => {
	const evidence = [{ url: "https://shop.example.org/", excerpt: "a\u202Eb\u200Bc\u001B[2Jd\rrm" }];
	const hostile = makeFinding("noindex", "access", { outcome: "fail", lift: 9, fix: "Mend it.", evidence });
	const [action] = actions({ ...gatedReceipt(), findings: [hostile] });
	expect(action?.forDeveloper).toContain("abc [2Jd rm");
	expect(action?.forDeveloper.replaceAll("\n", "")).toMatch(/^[^\p{Cc}\u202E\u200B]*$/u);
});
