import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { expiredSessionCookie, sessionToken } from "./session-cookie.ts";

const HTTPS = { baseUrl: "https://audit.example.org", secret: "s".repeat(32) };
const HTTP = { ...HTTPS, baseUrl: "http://localhost:4321" };
const TOKEN = "dW5ndWVzc2FibGU";
const signed = (token: string, secret = HTTPS.secret) =>
	encodeURIComponent(`${token}.${createHmac("sha256", secret).update(token).digest("base64")}`);

describe("sessionToken", () => {
	it("reads a signed cookie among others, by the name that goes with the site's address", () => {
		const secure = `a=b; __Host-sightline-session=${signed(TOKEN)}; c=d`;
		expect(sessionToken(secure, HTTPS)).toBe(TOKEN);
		expect(sessionToken(secure, HTTP)).toBeUndefined();
		expect(sessionToken(`sightline-session=${signed(TOKEN)}`, HTTP)).toBe(TOKEN);
		// One that an unencrypted answer could have set.
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

it("takes away the cookie that it reads", () => {
	expect(expiredSessionCookie(HTTPS.baseUrl)).toBe(
		"__Host-sightline-session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax",
	);
	expect(expiredSessionCookie(HTTP.baseUrl)).toBe("sightline-session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax");
});
