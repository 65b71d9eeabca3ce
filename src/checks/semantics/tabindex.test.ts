import { expect, test } from "vitest";
import { aPage, ask } from "../page.testkit.ts";
import { aBarredPage, aBarrier } from "../shared/barriers.testkit.ts";
import { tabindex } from "./tabindex.ts";

test("none, 0 and -1, above 0", () => {
	expect(ask(tabindex, {}, aPage()).outcome).toBe("not-applicable");
	expect(ask(tabindex, {}, aBarredPage({ "tabindex-positive": 4 }, []))).toEqual({
		outcome: "pass",
		says: "4 tabindexes, none above 0.",
	});
	const jump = aBarrier("tabindex-positive", '<input tabindex="5">');
	expect(ask(tabindex, {}, aBarredPage({ "tabindex-positive": 4 }, [jump]))).toMatchObject({
		outcome: "partial",
		ratio: 0.875,
		fix: expect.stringContaining('<input tabindex="5"> (line 20, column 3)'),
	});
});
