import { expect, test } from "vitest";
import { failedReceipt, makeReceipt, readyReceipt, store } from "#site/publication/receipt.testkit.ts";
import { newestFirst, readReceipt, summariseReceipt } from "./receipt.ts";

test("holds what lists and charts show, and nothing of the findings", () => {
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

test("summaries sort newest first, and by id where the time is the same", () => {
	const at = (id: string, day: string) =>
		summariseReceipt(store(id, makeReceipt({ auditedAt: `2026-11-${day}T02:00:00.000Z` })));
	const order = [at("b", "02"), at("c", "03"), at("a", "02"), at("d", "01")].sort(newestFirst);
	expect(order.map(({ id }) => id[0])).toEqual(["c", "a", "b", "d"]);
});

test.each([
	['{"ok":true,"domain":"a.example"}', "It is the output of sightline audit --json."],
	['{"version":"2.1.0","runs":[]}', "It is a SARIF log."],
	['{"name":"a","version":"1.0.0"}', "It is the description of a package (package.json)."],
	['{"entries":[]}', "It is a watchlist."],
	["[]", "It is a list."],
	["7", "It is a single value."],
	["{}", expect.not.stringMatching(/ It is (?:a|the) /)],
	['{"resultDigest":"","name":"a","version":"1"}', expect.not.stringMatching(/ It is (?:a|the) /)],
	["<!doctype html><title>A</title>", "It is a web page."],
	['<svg xmlns="http://www.w3.org/2000/svg"/>', "It is a picture (SVG)."],
	[`audit.example.com\n3\n${"A".repeat(43)}=\n`, "It is a checkpoint of a log."],
	["c2sp.org/tlog-proof@v1\nindex 1\n", expect.stringContaining("the proof of a receipt")],
	["# Read me", "It is Markdown."],
	["nothing known", expect.stringContaining("It is not JSON: ")],
])("refuses %s", async (text, why) => {
	const message = typeof why === "string" ? expect.stringContaining(why) : why;
	await expect(readReceipt(text, "a.json")).rejects.toMatchObject({ message });
});
