import { describe, expect, it } from "vitest";
import { parseNamedHeader, readHeaderValues } from "./request-headers.ts";

describe("parseNamedHeader", () => {
	it("takes a name and a variable", () => {
		expect(parseNamedHeader("Cookie=STAGING_COOKIE")).toEqual({ name: "cookie", variable: "STAGING_COOKIE" });
	});

	it.each([
		"Authorization: Basic c2VjcmV0OnNlY3JldA==",
		"Cookie=session=secret",
		"Cookie=secret",
		"Authorization=Basic secret",
		"secret",
		"=SECRET",
		"",
	])("refuses %j without repeating it", (text) => {
		expect(() => parseNamedHeader(text)).toThrow(/could be read by others/);
		expect(() => parseNamedHeader(text)).not.toThrow(/secret|c2Vj/i);
	});

	it("keeps what says who asks and how a request is sent", () => {
		for (const name of ["Host", "User-Agent", "content-length", "Transfer-Encoding"])
			expect(() => parseNamedHeader(`${name}=STAGING`)).toThrow(/cannot be set/);
	});
});

describe("readHeaderValues", () => {
	const headers = [{ name: "cookie", variable: "STAGING_COOKIE" }];

	it("reads values from the environment, and nothing where no header is named", () => {
		expect(readHeaderValues(headers, { STAGING_COOKIE: "a=secret" })).toEqual({ cookie: "a=secret" });
		expect(readHeaderValues([], {})).toBeUndefined();
	});

	it.each([undefined, "", "secret\r\nhost: evil", "secret\u00fc", "secret".repeat(2000)])(
		"refuses the value %j without repeating it",
		(value) => {
			const read = () => readHeaderValues(headers, { STAGING_COOKIE: value });
			expect(read).toThrow(/cannot be used/);
			expect(read).not.toThrow(/secret/);
		},
	);
});
