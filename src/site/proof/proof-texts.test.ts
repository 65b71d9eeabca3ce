import { expect, test } from "vitest";
import { leafCount, rangeWords, receiptState, shortHash, shortRange, stepCount } from "./proof-texts.ts";

test("counts read well, one as well as many", () => {
	expect([leafCount(1), leafCount(100_000)]).toEqual(["1 leaf", "100,000 leaves"]);
	expect([stepCount(0), stepCount(1), stepCount(17)]).toEqual(["0 steps", "1 step", "17 steps"]);
});

test("a run of leaves is stated with its last leaf, not with the one after", () => {
	expect([rangeWords({ from: 4, to: 5 }), rangeWords({ from: 8, to: 12 })]).toEqual(["leaf 4", "leaves 8 to 11"]);
	expect([shortRange({ from: 4, to: 5 }), shortRange({ from: 8192, to: 16384 })]).toEqual([
		"leaf 4",
		"leaves 8,192–16,383",
	]);
});

test("a short hash has its two ends", () => {
	expect(shortHash(`${"0123456789abcdef".repeat(4)}`)).toBe("01234567…cdef");
});

const place = { index: 7, origin: "log.example", since: 1011 };
const SHOWN = { shown: true, removedAt: undefined, unlisted: false };
const HIDDEN = { ...SHOWN, place, shown: false };

test("a receipt of the log has its leaf, and the checkpoint that had it first", () => {
	const inLog = { ...SHOWN, place };
	expect(receiptState(inLog)).toBe("Leaf 7 in the log log.example, since the checkpoint of 1,011 leaves.");
});

test("one that waits says so", () => {
	const state = receiptState({ ...SHOWN, place: undefined });
	expect(state).toBe("This receipt waits for the next seal of the log.");
});

test("one that is not shown says why as far as is known, and when it was taken down", () => {
	const removed = receiptState({ ...HIDDEN, removedAt: "2026-11-21T10:00:00.000Z" });
	expect(removed).toContain("It was taken down on 21 November 2026, at the request of the site's owner.");
	expect(receiptState(HIDDEN)).toContain("This site does not show what it says");
});

test("one of a live audit is not taken for one that was taken down", () => {
	const state = receiptState({ ...HIDDEN, unlisted: true });
	expect(state).toContain("An unlisted audit: what it says is not published. Its leaf stays");
	expect(state).not.toContain("taken down");
});
