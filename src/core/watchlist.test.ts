import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { watchEntrySchema, watchlistJsonSchema } from "./watchlist.ts";

it("describes the watchlist to editors in reports/watchlist.schema.json", () => {
	const file = new URL("../../reports/watchlist.schema.json", import.meta.url);
	expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(watchlistJsonSchema());
});

it("fills in what an entry leaves out, and refuses what it does not know", () => {
	expect(watchEntrySchema.parse({ domain: "example.com" })).toEqual({
		domain: "example.com",
		mode: "light",
		wall: true,
	});
	expect(watchEntrySchema.safeParse({ domain: "example.com", walls: true }).success).toBe(false);
});
