import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Failure } from "#core/failure.ts";
import type { HttpClient } from "#net/http-client.ts";
import { createRedaction, redactingClient } from "./redaction.ts";

const ascii = fc.string({
	unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
	minLength: 12,
	maxLength: 40,
});
const secret = ascii.filter((text) => !/[;=",:]/.test(text));

function hasPieceOf(text: string, secret: string): boolean {
	return Array.from({ length: secret.length - 11 }, (_, at) => secret.slice(at, at + 12)).some((piece) =>
		text.includes(piece),
	);
}

describe("createRedaction", () => {
	it("leaves no 12 characters of a secret, however it is encoded or cut", () => {
		fc.assert(
			fc.property(secret, secret, fc.string({ maxLength: 20 }), fc.nat(80), (password, session, around, cutAt) => {
				const basic = Buffer.from(`me:${password}`).toString("base64");
				const redaction = createRedaction({ authorization: `Basic ${basic}`, cookie: `a=${session}; b=1` });
				for (const form of [
					password,
					session,
					basic,
					encodeURIComponent(session),
					JSON.stringify(password),
					Buffer.from(session).toString("base64"),
				]) {
					const said = `${around}${form}${around}`;
					const whole = redaction.text(said);
					const piece = redaction.text(`${said.slice(0, cutAt)}…`);
					const bytes = Buffer.from(redaction.bytes(new Uint8Array(Buffer.from(said)))).toString();
					const { data } = { data: JSON.stringify(redaction.data({ [said]: [{ said }] })) };
					for (const text of [whole, piece, bytes, data]) expect(hasPieceOf(text, form)).toBe(false);
				}
			}),
		);
	});

	it("leaves everything else byte-identical", () => {
		const redaction = createRedaction({ cookie: "session=0123456789abcdef" });
		const bytes = new Uint8Array(Buffer.from("Grüße, 猫 and session cookies"));
		expect(redaction.bytes(bytes)).toBe(bytes);
		expect(redaction.data({ a: [1, null, true, "Grüße"] })).toEqual({ a: [1, null, true, "Grüße"] });
	});
});

it("a redacting client changes addresses, fields, redirects, bodies with their digest, and failures", async () => {
	const token = "0123456789abcdef";
	const redaction = createRedaction({ "x-token": token });
	const answer = {
		url: `https://a.example.com/?${token}`,
		status: 200,
		headers: { location: `https://b.example.com/${token}` },
		body: new Uint8Array(Buffer.from(`<p>${token}</p>`)),
		truncated: false,
		encodedBytes: 23,
		sha256: "0".repeat(64),
		hops: [{ url: `https://a.example.com/${token}`, status: 302 }],
		timings: { dns: 0, connect: 0, ttfb: 1, total: 2 },
	};
	const client: HttpClient = {
		get: async (url) => {
			if (url.pathname === "/fails") throw new Failure("redirect-blocked", { what: `It leads to ${token}.` });
			return answer;
		},
	};
	const seen = await redactingClient(client, redaction).get(new URL("https://a.example.com/"));
	expect(JSON.stringify(seen)).not.toContain(token);
	expect(Buffer.from(seen.body).toString()).toBe("<p>[redacted]</p>");
	expect(seen.sha256).not.toBe(answer.sha256);
	const failing = redactingClient(client, redaction).get(new URL("https://a.example.com/fails"));
	await expect(failing).rejects.toMatchObject({ code: "redirect-blocked", message: "It leads to [redacted]." });
});
