import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readJsonVector } from "#test/vectors/vectors.ts";
import { AGENT, botOf, checkRequest as check, makeBotKey } from "./bot.testkit.ts";
import { createRequestSigner } from "./bot-keys.ts";

/** Seconds since 1970. */
const NOW = 1_800_000_000;
const bot = botOf(makeBotKey(), makeBotKey());
const [first, second] = bot.keys;
const sign = createRequestSigner(bot, () => NOW * 1000 + 999);

describe("createRequestSigner", () => {
	it("signs what the draft asks for, with the first key", async () => {
		const url = new URL("https://site.example:8443/a%20b/?q=1");
		const fields = sign("GET", url);
		expect(fields["signature-agent"]).toBe(`sig1="${AGENT}"`);
		expect(fields["signature-input"]).toMatch(
			new RegExp(
				`^sig1=\\("@authority" "@method" "@path" "signature-agent";key="sig1"\\);created=${NOW};expires=${NOW + 300};` +
					`keyid="${first.jwk.kid}";alg="ed25519";nonce="[\\w+/]{86}==";tag="web-bot-auth"$`,
			),
		);
		expect(await check(first.jwk, { url: url.href, fields, now: NOW })).toMatchObject({ label: "sig1" });
		await expect(check(second?.jwk, { url: url.href, fields, now: NOW })).rejects.toThrow("verification failed");
	});

	it("holds for five minutes, and for one host, method, path and directory", async () => {
		const url = "https://site.example/a";
		const fields = sign("POST", new URL(url));
		const arrived = { method: "POST", url, fields, now: NOW };
		await expect(check(first.jwk, { ...arrived, now: NOW + 300 })).resolves.toBeDefined();
		await expect(check(first.jwk, { ...arrived, now: NOW + 301 })).rejects.toThrow("expired");
		await expect(check(first.jwk, { ...arrived, now: NOW - 1 })).rejects.toThrow("in the future");
		const others = [
			{ method: "GET" },
			{ url: "https://other.example/a" },
			{ url: "https://site.example/b" },
			{ fields: { ...fields, "signature-agent": 'sig1="https://other.example"' } },
		];
		for (const change of others)
			await expect(check(first.jwk, { ...arrived, ...change })).rejects.toThrow("verification failed");
	});

	it("signs each request anew, and none that is not encrypted", () => {
		const url = new URL("https://site.example/");
		expect(sign("GET", url)).not.toEqual(sign("GET", url));
		expect(sign("GET", new URL("http://site.example/"))).toEqual({});
	});

	it("signs every address that can be asked", async () => {
		await fc.assert(
			fc.asyncProperty(fc.webUrl({ withQueryParameters: true, validSchemes: ["https"] }), async (address) => {
				const url = new URL(address);
				await check(first.jwk, { url: url.href, fields: sign("GET", url), now: NOW });
			}),
		);
	});
});

interface Vector {
	readonly key: Readonly<Record<string, string>>;
	readonly target_url: string;
	readonly created_ms: number;
	readonly label: string;
	readonly signature: string;
	readonly signature_input: string;
	readonly signature_agent?: string;
}

describe.each(["v1", "v2"])("Cloudflare's signed requests, %s", (version) => {
	const vectors = readJsonVector<Vector[]>(`webbotauth/web_bot_auth_architecture_${version}.json`);

	it.each(vectors.map((vector) => [`${vector.key.kid}, ${vector.label}`, vector] as const))("%s", async (_, vector) => {
		const { kty, crv, x, n, e } = vector.key;
		const fields = {
			signature: vector.signature,
			"signature-input": vector.signature_input,
			...(vector.signature_agent !== undefined && { "signature-agent": vector.signature_agent }),
		};
		const { label, target_url: url } = vector;
		const arrived = { url, fields, label, now: vector.created_ms / 1000 };
		expect(await check({ kty, crv, x, n, e }, arrived)).toMatchObject({ label });
		await expect(check({ kty, crv, x, n, e }, { ...arrived, url: "https://other.example/" })).rejects.toThrow("failed");
	});
});
