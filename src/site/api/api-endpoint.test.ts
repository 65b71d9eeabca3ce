import { describe, expect, it } from "vitest";
import type { JsonSchema } from "#core/api/openapi-document.ts";
import { memberRows, memberType } from "./api-endpoint.ts";

const words: readonly (readonly [JsonSchema, object])[] = [
	[{ type: "string" }, { words: "text" }],
	[{ type: "string", maxLength: 2048, minLength: 1 }, { words: "text, 1 to 2,048 characters" }],
	[{ type: "string", maxLength: 60 }, { words: "text, at most 60 characters" }],
	[{ type: "string", format: "uri" }, { words: "address" }],
	[{ type: "string", format: "date-time" }, { words: "time (RFC 3339)" }],
	[{ type: "integer", minimum: 0, maximum: 100 }, { words: "whole number, 0 to 100" }],
	[{ type: "integer", minimum: 0 }, { words: "whole number, at least 0" }],
	[{ type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 }, { words: "number, between 0 and 1" }],
	[
		{ type: "boolean", const: false },
		{ words: "always", values: ["false"] },
	],
	[
		{ type: "string", enum: ["a", "b"], default: "a" },
		{ words: "one of", values: ["a", "b"], fallback: "a" },
	],
	[
		{ type: "integer", default: 50 },
		{ words: "whole number", fallback: "50" },
	],
	[{ $ref: "#/components/schemas/Axes" }, { words: "", schema: "Axes" }],
	[
		{ type: "array", items: { $ref: "#/components/schemas/Gate" } },
		{ words: "list of", schema: "Gate" },
	],
	[{ type: "array", maxItems: 5, items: { type: "string" } }, { words: "list of at most 5: text" }],
	[{ anyOf: [{ type: "integer" }, { type: "null" }] }, { words: "whole number, or null" }],
	[{ type: ["integer", "null"] }, { words: "whole number, or null" }],
	[{ type: ["integer", "null"], minimum: 0, maximum: 100 }, { words: "whole number, 0 to 100, or null" }],
	[{ type: "null" }, { words: "null" }],
	[{}, { words: "any value" }],
	[
		{
			default: "",
			anyOf: [
				{ type: "string", const: "" },
				{ type: "string", maxLength: 60 },
			],
		},
		{ words: "text, at most 60 characters, or empty" },
	],
	[
		{ type: "object", additionalProperties: { $ref: "#/x/Parameter" } },
		{ words: "object of", schema: "Parameter" },
	],
];

describe("memberType", () => {
	it.each(words)("says %j", (schema, said) => expect(memberType(schema)).toEqual(said));
});

describe("memberRows", () => {
	it("lists members in order, with paths for nested objects", () => {
		const receipt = { type: "object", properties: { id: { type: "string" } }, required: ["id"] };
		const errors = { type: "array", items: { type: "object", properties: { pointer: { type: "string" } } } };
		const rows = memberRows({
			type: "object",
			properties: { ok: { type: "boolean", description: "Whether." }, receipt, errors },
			required: ["ok"],
		});
		expect(rows.map(({ name, required, says }) => [name, required, says])).toEqual([
			["ok", true, "Whether."],
			["receipt", false, ""],
			["receipt.id", true, ""],
			["errors", false, ""],
			["errors[].pointer", false, ""],
		]);
	});
});
