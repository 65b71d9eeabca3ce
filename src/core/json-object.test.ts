import { expect, test } from "vitest";
import { isJsonObject } from "./json-object.ts";

test.each(["{}", '{"a":1}', '{"__proto__":null}'])("%s is an object", (text) => {
	expect(isJsonObject(JSON.parse(text))).toBe(true);
});

test.each(["null", "[]", "[{}]", '"{}"', "1", "true"])("%s is none", (text) => {
	expect(isJsonObject(JSON.parse(text))).toBe(false);
});

test("what is not there is none", () => {
	expect(isJsonObject(undefined)).toBe(false);
});
