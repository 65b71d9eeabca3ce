import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { expiredSessionCookies, missingMark, sessionToken, withMark } from "./session-cookie.ts";

const HTTPS = { baseUrl: "https://audit.example.org", secret: "s".repeat(32) };
const HTTP = { ...HTTPS, baseUrl: "http://localhost:4321" };
const TOKEN = "dW5ndWVzc2FibGU";
const signed = (token: string, secret = HTTPS.secret) =>
	encodeURIComponent(`${token}.${createHmac("sha256", secret).update(token).digest("base64")}`);

describe("sessionToken", () => {
	it("finds the signed cookie by the name for the site's address", () => {
		const secure = `a=b; __Host-sightline-session=${signed(TOKEN)}; c=d`;
		expect(sessionToken(secure, HTTPS)).toBe(TOKEN);
		expect(sessionToken(secure, HTTP)).toBeUndefined();
		expect(sessionToken(`sightline-session=${signed(TOKEN)}`, HTTP)).toBe(TOKEN);
		// An unencrypted response could have set it.
		expect(sessionToken(`sightline-session=${signed(TOKEN)}`, HTTPS)).toBeUndefined();
	});

	it.each([
		["", undefined],
		["another secret", signed(TOKEN, "x".repeat(32))],
		["no signature", TOKEN],
		["another token's signature", `${TOKEN}x.${decodeURIComponent(signed(TOKEN)).split(".")[1]}`],
		["an escape that is none", "%E0%A4%A"],
		["an empty token", signed("")],
		["a token of other characters", signed("a b")],
	])("gives nothing for a cookie with %s", (_, value) => {
		expect(sessionToken(value === undefined ? null : `__Host-sightline-session=${value}`, HTTPS)).toBeUndefined();
	});
});

describe("the mark beside the cookie", () => {
	const session = (name: string, more = "") =>
		`${name}=${signed(TOKEN)}; Max-Age=1209600; Path=/; HttpOnly${more}; SameSite=Lax`;

	it.each([
		["__Host-sightline-session", "; Secure"],
		["sightline-session", ""],
	])("comes with %s for as long, may be read, and holds nothing of it", (name, secure) => {
		expect(withMark([session(name, secure), "other=1; Path=/; HttpOnly"])).toEqual([
			session(name, secure),
			`sightline-signed-in=1; Max-Age=1209600; Path=/${secure}; SameSite=Lax`,
			"other=1; Path=/; HttpOnly",
		]);
	});

	it("is not added to other cookies", () => {
		const others = ["sightline-session_data=1; Path=/", "__Host-sightline.state=x; Path=/; Secure"];
		expect(withMark(others)).toEqual(others);
	});

	it("is sent to a signed-in browser without it", () => {
		expect(missingMark("sightline-signed-in=1", HTTP.baseUrl)).toBeUndefined();
		expect(missingMark(null, HTTP.baseUrl)).toBe("sightline-signed-in=1; Path=/; SameSite=Lax");
		expect(missingMark("sightline-signed-in=", HTTPS.baseUrl)).toBe(
			"sightline-signed-in=1; Path=/; Secure; SameSite=Lax",
		);
	});

	it("is removed with the session cookie", () => {
		expect(expiredSessionCookies(HTTPS.baseUrl)).toEqual([
			"__Host-sightline-session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax",
			"sightline-signed-in=; Max-Age=0; Path=/; Secure; SameSite=Lax",
		]);
		expect(expiredSessionCookies(HTTP.baseUrl)).toEqual([
			"sightline-session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
			"sightline-signed-in=; Max-Age=0; Path=/; SameSite=Lax",
		]);
	});
});
