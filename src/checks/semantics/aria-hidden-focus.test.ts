import { expect, test } from "vitest";
import { aPage, ask } from "../page.testkit.ts";
import { aBarredPage, aBarrier } from "../shared/barriers.testkit.ts";
import { ariaHiddenFocus } from "./aria-hidden-focus.ts";

test("nothing hidden, and hidden decoration", () => {
	expect(ask(ariaHiddenFocus, {}, aPage()).outcome).toBe("not-applicable");
	expect(ask(ariaHiddenFocus, {}, aBarredPage({ "aria-hidden-body": 1 }, [])).outcome).toBe("not-applicable");
	expect(ask(ariaHiddenFocus, {}, aBarredPage({ "aria-hidden-focusable": 6 }, []))).toMatchObject({
		outcome: "pass",
		says: "6 hidden parts, and keyboard focus cannot enter any of them.",
	});
});

test("a link inside, and a hidden body", () => {
	const link = aBarrier("aria-hidden-focusable", '<div aria-hidden="true">');
	expect(ask(ariaHiddenFocus, {}, aBarredPage({ "aria-hidden-focusable": 1 }, [link])).outcome).toBe("fail");
	expect(ask(ariaHiddenFocus, {}, aBarredPage({ "aria-hidden-focusable": 4 }, [link]))).toMatchObject({
		outcome: "partial",
		ratio: 0.75,
		fix: expect.stringContaining('around <div aria-hidden="true"> (line 20, column 3),'),
	});
	const body = aBarrier("aria-hidden-body", '<body aria-hidden="true">');
	expect(ask(ariaHiddenFocus, {}, aBarredPage({ "aria-hidden-body": 1 }, [body]))).toMatchObject({
		outcome: "fail",
		fault: "The whole page is hidden from screen readers",
		says: expect.stringContaining("1 of 1 page body of https://example.com/ is hidden"),
		fix: 'Remove aria-hidden from <body aria-hidden="true"> (line 20, column 3).',
	});
});
