import { createPublicKey, verify } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isFailure } from "#core/failure.ts";
import { readJsonVector } from "#test/vectors/vectors.ts";
import { AGENT, botOf, checkRequest as check, makeBotKey } from "./bot.testkit.ts";
import { type BotSettings, createRequestSigner, readBot } from "./bot-keys.ts";

const one = makeBotKey();
const other = makeBotKey();

const settings = { botKey: JSON.stringify(one), baseUrl: AGENT, apiUrl: undefined, adapter: "node" };

/** The text of the refusal. */
function refusalOf(changes: Partial<BotSettings>): string {
	try {
		readBot({ ...settings, ...changes });
	} catch (error) {
		if (isFailure(error) && error.code === "input-invalid") return error.message;
		throw error;
	}
	return "none";
}

const refusalOfKeys = (...keys: unknown[]) => refusalOf({ botKey: JSON.stringify({ keys }) });

describe("readBot", () => {
	it("signs with the private half and publishes the public one", () => {
		const [{ jwk, signer }] = botOf({ ...one, kid: "my key", use: "sig", key_ops: ["sign"] }).keys;
		expect(jwk).toEqual({
			kty: "OKP",
			crv: "Ed25519",
			x: one.x,
			kid: expect.stringMatching(/^[\w-]{43}$/),
			use: "sig",
		});
		const data = Buffer.from("data");
		expect(verify(null, data, createPublicKey({ key: { ...jwk }, format: "jwk" }), signer.sign(data))).toBe(true);
	});

	it("takes one key or a set of two, in their order, and none", () => {
		expect(readBot(settings)?.keys.map(({ jwk }) => jwk.x)).toEqual([one.x]);
		expect(botOf(other, one).keys.map(({ jwk }) => jwk.x)).toEqual([other.x, one.x]);
		expect(readBot({ ...settings, botKey: undefined, baseUrl: "http://localhost:4321" })).toBeUndefined();
	});

	it("is known by the origin that its directory answers at", () => {
		const agentOf = (changes: Partial<BotSettings>) => readBot({ ...settings, ...changes })?.agent;
		expect(agentOf({ baseUrl: `${AGENT}/audits` })).toBe(AGENT);
		expect(agentOf({ adapter: "none", apiUrl: "https://api.example.com:8443/x" })).toBe("https://api.example.com:8443");
	});

	it("may be tried out on one's own machine without https", () => {
		for (const baseUrl of ["http://localhost:4321", "http://127.0.0.1:4321", "http://[::1]:4321"])
			expect(readBot({ ...settings, baseUrl })?.agent).toBe(baseUrl);
		expect(refusalOf({ baseUrl: "http://localhost.example.com" })).toMatch("over https alone");
	});

	it("refuses to sign where nobody could verify", () => {
		expect(refusalOf({ baseUrl: "http://audit.example.com" })).toMatch(/over https alone.*SIGHTLINE_BASE_URL/s);
		expect(refusalOf({ apiUrl: "http://api.example.com" })).toMatch(/over https alone.*SIGHTLINE_API_URL/s);
		expect(refusalOf({ adapter: "none" })).toMatch(/a static site has no key directory.*SIGHTLINE_API_URL/s);
	});

	it.each([
		["a set of none", [], "The set is empty."],
		["a set of three", [one, other, makeBotKey()], "It is not a set of 1 or 2"],
		["the same key twice", [one, { ...one, kid: "again" }], "Both keys are the same."],
		["a public key", [{ ...one, d: undefined }], "Key 1 is not a private Ed25519 key"],
		["a key of another kind", [one, { ...other, crv: "Ed448" }], "Key 2 is not a private Ed25519 key"],
		["a key for encryption", [{ ...one, use: "enc" }], "Key 1 is not a private Ed25519 key"],
		["a key that is too short", [{ ...one, d: "AAAA" }], "Key 1 is damaged."],
		["halves of two keys", [{ ...one, x: other.x }], "Key 1 is damaged"],
		[
			"the published test key",
			[readJsonVector("webbotauth/rfc9421-test-key-ed25519.json")],
			"the test key of RFC 9421",
		],
		["nothing", [null], "Key 1 is not a private Ed25519 key"],
	])("refuses %s", (_, keys, words) => {
		expect(refusalOfKeys(...keys)).toContain(words);
	});

	it("shows nothing of a key when it refuses it", () => {
		const secret = String(one.d);
		for (const text of [`{"d":"${secret}"`, `"${secret}"`, JSON.stringify({ ...one, x: other.x }), secret])
			expect(refusalOf({ botKey: text })).toMatch(new RegExp(`^(?!.*${secret.slice(0, 8)}).*SIGHTLINE_BOT_KEY`, "s"));
	});
});

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
