import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isRegistered, whyNoRedirectUri } from "./clients.ts";

describe("redirect URIs", () => {
	it.each([
		"https://app.example.com/back",
		"https://app.example.com:8443/back?x=1",
		"http://127.0.0.1:3000/back",
		"http://[::1]/back",
		"http://localhost:1/",
		"com.example.app:/back",
	])("may be %s", (uri) => {
		expect(whyNoRedirectUri(uri)).toBeUndefined();
	});

	it.each([
		"",
		"/back",
		"http://app.example.com/back",
		"http://127.0.0.1.example.com/",
		"http://localhost.example.com/",
		"https://app.example.com/back#x",
		"https://app.example.com/back#",
		"https://user@app.example.com/",
		"https://app.example.com\\@evil.example/",
		"https://app.example.com/a b",
		"https://ünicode.example/",
		"javascript:alert(1)",
		"JaVaScRiPt:alert(1)",
		"data:text/html,x",
		"file:///etc/passwd",
		"blob:https://app.example.com/x",
		"ws://app.example.com/",
		"myapp:/back",
		"urn:ietf:wg:oauth:2.0:oob",
		`https://app.example.com/${"a".repeat(2_000)}`,
	])("may not be %s", (uri) => {
		expect(whyNoRedirectUri(uri)).toEqual(expect.any(String));
		expect(isRegistered(uri, [uri])).toBe(false);
	});

	const registered = ["https://app.example.com/back", "http://127.0.0.1/cb", "com.example.app:/cb"];

	it.each([
		"https://app.example.com/back/",
		"https://app.example.com/back?x",
		"https://app.example.com/back/../evil",
		"https://app.example.com:443/back",
		"https://APP.example.com/back",
		"https://app.example.com.evil.example/back",
		"https://evil.example/?https://app.example.com/back",
		"http://app.example.com/back",
		"http://127.0.0.1:80/other",
		"http://localhost/cb",
		"http://[::1]/cb",
		"com.example.app:/cb2",
	])("are those that were registered, not %s", (uri) => {
		expect(isRegistered(uri, registered)).toBe(false);
	});

	it("may have any port on loopback", () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 65_535 }), (port) => {
				expect(isRegistered(`http://127.0.0.1:${port}/cb`, registered)).toBe(true);
				if (port !== 443) expect(isRegistered(`https://app.example.com:${port}/back`, registered)).toBe(false);
			}),
		);
	});

	it("are never accepted otherwise, for any input", () => {
		const near = fc.tuple(fc.constantFrom(...registered), fc.string({ minLength: 1 })).map(([uri, more]) => uri + more);
		fc.assert(
			fc.property(fc.oneof(near, fc.webUrl(), fc.string()), (uri) => {
				fc.pre(!registered.includes(uri) && !uri.startsWith("http://127.0.0.1"));
				expect(isRegistered(uri, registered)).toBe(false);
			}),
		);
	});
});
