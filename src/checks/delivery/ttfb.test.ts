import { expect, test } from "vitest";
import { absent, aPage, ask, found } from "../page.testkit.ts";
import { ttfb } from "./ttfb.ts";

const https = found({ state: "valid" } as const);
const judge = (ms: number, ownDelay?: number) => {
	const page = aPage();
	const timings = { dns: 1, connect: 2, ttfb: ms, total: ms + 9, ownDelay };
	return ask(ttfb, { home: found({ ...page, response: { ...page.response, timings } }), https });
};

test.each([
	[12.4, "pass", "after 12 ms"],
	[800, "pass", "after 800 ms"],
	[801, "partial", "Up to 800 ms is good"],
	[1800, "partial", "after 1800 ms"],
	[1801, "fail", "More than 1,800 ms is poor"],
])("%d ms: %s", (ms, outcome, words) => {
	const verdict = judge(ms);
	expect(verdict.outcome).toBe(outcome);
	expect(verdict.says).toContain(words);
	expect(verdict.says).toContain("measured once");
});

test.each([
	[900, 100, "unknown"],
	[1900, 5000, "unknown"],
	[1900, 100, "unknown"],
	[700, 600, "pass"],
	[900, 99, "partial"],
	[3000, 1199, "fail"],
])("%d ms, %d of which our own machine was busy: %s", (ms, own, outcome) => {
	const verdict = judge(ms, own);
	expect(verdict.outcome).toBe(outcome);
	expect(verdict.says.includes("Our own machine was busy")).toBe(outcome === "unknown");
});

test("is never scored, nor asked of an error", () => {
	expect(ttfb.scored).toBe(false);
	expect(ask(ttfb, { home: absent(503), https }).outcome).toBe("not-applicable");
});
