import { expect, test } from "vitest";
import { aPage, ask } from "../page.testkit.ts";
import { inlineState } from "./inline-state.ts";

const withState = (bytes: number) => {
	const state = { at: "line 40, column 1", excerpt: '<script id="__NEXT_DATA__">', bytes, total: bytes + 300_000 };
	return ask(inlineState, {}, aPage({ digest: { inlineState: state } }));
};

test("the limit is the largest block's, and what is more is shown with its place", () => {
	expect(withState(128_000).outcome).toBe("pass");
	expect(withState(400_000)).toMatchObject({
		outcome: "partial",
		ratio: 0.32,
		says: expect.stringContaining("400 kB"),
		fix: expect.stringContaining("line 40, column 1"),
		exhibits: [{ excerpt: '<script id="__NEXT_DATA__">' }],
	});
	expect(withState(128_001).outcome).toBe("partial");
});

test("a page without such data is not judged", () => {
	expect(ask(inlineState, {}, aPage()).outcome).toBe("not-applicable");
});
