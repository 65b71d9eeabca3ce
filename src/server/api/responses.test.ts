import { expect, it } from "vitest";
import { unknownAddress } from "./responses.ts";
import { problemOf } from "./serve.testkit.ts";

it.each([
	["https://audit.example.com", "/openapi.json"],
	["https://audit.example.com/base", "/base/openapi.json"],
])("names the interface description of %s", async (baseUrl, path) => {
	const response = unknownAddress(baseUrl);
	expect(response.status).toBe(404);
	expect((await problemOf(response)).detail).toBe(`The API has no such address. All addresses are listed in ${path}.`);
});
