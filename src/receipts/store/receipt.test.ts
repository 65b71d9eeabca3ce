import { expect, test } from "vitest";
import { failedReceipt, makeReceipt, readyReceipt, store } from "#site/publication/receipt.testkit.ts";
import { newestFirst, readReceipt, summariseReceipt } from "./receipt.ts";

test("a summary has what lists and charts show, without findings", () => {
	expect(summariseReceipt(store("a1", readyReceipt()))).toEqual({
		id: "a1".padEnd(64, "0"),
		domain: "www.example.org",
		source: "network",
		mode: "light",
		auditedAt: "2026-11-20T02:00:00.000Z",
		methodology: readyReceipt().methodology,
		preset: "publisher",
		gates: [],
		scores: {
			overall: 91,
			axes: { structure: 94, accessibility: 89 },
			pillars: { access: 96, content: 100, semantics: 78 },
		},
	});
	expect(summariseReceipt(store("f4", failedReceipt()))).not.toHaveProperty("scores");
});

test("summaries sort newest first, then by id", () => {
	const at = (id: string, day: string) =>
		summariseReceipt(store(id, makeReceipt({ auditedAt: `2026-11-${day}T02:00:00.000Z` })));
	const order = [at("b", "02"), at("c", "03"), at("a", "02"), at("d", "01")].sort(newestFirst);
	expect(order.map(({ id }) => id[0])).toEqual(["c", "a", "b", "d"]);
});

test.each([
	['{"ok":true,"domain":"a.example"}', "At /v: "],
	["[]", "At /: "],
	["7", "At /: "],
	["<!doctype html><title>A</title>", "It is not JSON: "],
	["# Read me", "It is not JSON: "],
])("refuses %s", async (text, why) => {
	await expect(readReceipt(text, "a.json")).rejects.toThrow(`a.json is not a receipt. ${why}`);
});
