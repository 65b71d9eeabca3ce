import { expect, test } from "vitest";
import { aPage, ask } from "../page.testkit.ts";
import { aBarredPage, aBarrier } from "../shared/barriers.testkit.ts";
import { ariaValid } from "./aria-valid.ts";

test("no ARIA, good ARIA", () => {
	expect(ask(ariaValid, {}, aPage()).outcome).toBe("not-applicable");
	expect(ask(ariaValid, {}, aBarredPage({ "role-unknown": 4, "aria-value-invalid": 9 }, []))).toEqual({
		outcome: "pass",
		says: "13 uses of ARIA, all used as WAI-ARIA defines them.",
	});
});

test.each([
	["role-unknown", "the role from"],
	["aria-attribute-unknown", "Correct the spelling"],
	["aria-value-invalid", "one of the values"],
	["aria-required-missing", "the state that its role requires"],
	["aria-not-permitted", "a role that supports it."],
	["role-context", "the parent or the children that its role requires"],
	["decorative-exposed", "the decorative"],
] as const)("%s", (kind, words) => {
	const barrier = aBarrier(kind, "<div>", 'role "buton" is not defined');
	expect(ask(ariaValid, {}, aBarredPage({ [kind]: 4 }, [barrier]))).toMatchObject({
		outcome: "partial",
		ratio: 0.75,
		says: expect.stringContaining('role "buton" is not defined (line 20, column 3)'),
		fix: expect.stringContaining(words),
		exhibits: [{ excerpt: "<div>" }],
	});
});

test.each([
	[
		"<span aria-label='Cart'>",
		"Move aria-label from <span aria-label='Cart'> (line 20, column 3) to the link or button",
	],
	["<div aria-label=Cart onclick='open()'>", "(line 20, column 3) a <button>, which may have an aria-label."],
])("a label is not thrown away: %s", (excerpt, fix) => {
	const barrier = aBarrier("aria-not-permitted", excerpt, "aria-label on <span> is not allowed without a role");
	expect(ask(ariaValid, {}, aBarredPage({ "aria-not-permitted": 1 }, [barrier]))).toHaveProperty(
		"fix",
		expect.stringContaining(fix),
	);
});
