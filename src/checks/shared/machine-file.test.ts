import { expect, test } from "vitest";
import { admitsJson, isSilentType } from "./machine-file.ts";

test.each([
	["application/json", true, false],
	["application/linkset+json", true, false],
	["application/vnd.a.b+json", true, false],
	["", true, true],
	["application/octet-stream", true, true],
	["text/html", false, false],
	["text/plain", false, false],
	["application/jsonp", false, false],
	["application/xml+jsonish", false, false],
])("%j", (type, admits, silent) => {
	expect(admitsJson(type)).toBe(admits);
	expect(isSilentType(type)).toBe(silent);
});
