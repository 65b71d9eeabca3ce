import { expect, test } from "vitest";
import { absent, aRenderedPage, ask, found } from "../page.testkit.ts";
import { cls } from "./cls.ts";

test.each([
	[0, "pass"],
	[0.1, "pass"],
	[0.101, "partial"],
	[0.25, "partial"],
	[0.251, "fail"],
])("a shift of %s", (shift, outcome) => {
	const verdict = ask(cls, { rendered: found(aRenderedPage({ cls: shift })) });
	expect(verdict.outcome).toBe(outcome);
	expect(verdict.says).toContain(`has a layout shift of ${shift} while it loads`);
});

test("without a page nothing is judged", () => {
	expect(ask(cls, { rendered: absent(503) }).outcome).toBe("not-applicable");
});
