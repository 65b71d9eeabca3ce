import { expect, test } from "vitest";
import { aPage, ask } from "../page.testkit.ts";
import { aBarredPage, aBarrier } from "../shared/barriers.testkit.ts";
import { lists } from "./lists.ts";

test("no list, a good one, a stray item", () => {
	expect(ask(lists, {}, aPage()).outcome).toBe("not-applicable");
	expect(ask(lists, {}, aBarredPage({ "list-structure": 7 }, [])).outcome).toBe("pass");
	const stray = aBarrier("list-structure", "<li>Linen</li>", "<li> stands in no list");
	expect(ask(lists, {}, aBarredPage({ "list-structure": 1 }, [stray])).outcome).toBe("fail");
	expect(ask(lists, {}, aBarredPage({ "list-structure": 4 }, [stray]))).toMatchObject({
		outcome: "partial",
		ratio: 0.75,
		says: expect.stringContaining("<li> stands in no list (line 20, column 3)"),
		fix: expect.stringContaining("Correct the list at <li>Linen</li> (line 20, column 3)"),
	});
});
