import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { agencyJsonSchema } from "#core/agency/agency.ts";
import { watchEntrySchema, watchlistJsonSchema } from "./published-watchlist.ts";

it.each([
	["watchlist", watchlistJsonSchema],
	["agency", agencyJsonSchema],
])("describes a file to editors in reports/%s.schema.json", (name, schema) => {
	const file = new URL(`../../../reports/${name}.schema.json`, import.meta.url);
	expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(schema());
});

it("applies defaults, and refuses unknown members", () => {
	expect(watchEntrySchema.parse({ domain: "example.com" })).toEqual({
		domain: "example.com",
		mode: "light",
		wall: true,
	});
	expect(watchEntrySchema.safeParse({ domain: "example.com", walls: true }).success).toBe(false);
});
