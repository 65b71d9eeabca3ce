import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import fc from "fast-check";
import { component, createSignatureSync, type SignatureComponent } from "http-message-sig";
import { describe, expect, it } from "vitest";
import { DIRECTORY_MAX_BYTES, DIRECTORY_PATH, DIRECTORY_TYPE } from "#core/discovery.ts";
import { readJsonVector } from "#test/vectors/vectors.ts";
import { thumbprintOf } from "../token-keys.ts";
import { AGENT, botOf, makeBotKey } from "./bot.testkit.ts";
import {
	type DirectoryAnswer,
	isTestKey,
	KeyDirectory,
	readDirectoryKey,
	verifyKeyDirectory,
	verifyProofs,
} from "./key-directory.ts";

const DAY = 86_400_000;
const START = 1_800_000_000_000;

const one = makeBotKey();
const other = makeBotKey();

/** The verdict on a directory that was served at one time and read at another. */
function judge({ keys = [one, other], host = AGENT, read = START }) {
	const { body, headers } = new KeyDirectory(botOf(...keys), () => START).answer();
	const answer = { status: 200, headers: { ...headers, "content-type": DIRECTORY_TYPE }, body: Buffer.from(body) };
	return verifyKeyDirectory({ url: `${host}${DIRECTORY_PATH}`, ...answer }, read);
}

describe("KeyDirectory", () => {
	it("publishes every key with its proof, and nothing private", async () => {
		const bot = botOf(one, other);
		const { body, headers } = new KeyDirectory(bot, () => START).answer();
		expect(JSON.parse(body)).toEqual({ keys: bot.keys.map(({ jwk }) => jwk) });
		expect(body).not.toContain('"d"');
		expect(headers["cache-control"]).toBe("public, max-age=86400");
		expect(await judge({})).toEqual({
			outcome: "verified",
			keys: bot.keys.map(({ jwk }) => ({ thumbprint: jwk.kid, proof: "whole" })),
			faults: [],
		});
	});

	it("keeps its name during key rotation", async () => {
		for (const keys of [[one], [one, other], [other, one], [other]])
			expect(await judge({ keys })).toMatchObject({ outcome: "verified" });
	});

	it("proves nothing for another host", async () => {
		expect((await judge({ host: "https://other.example" })).faults).toEqual([
			"Its signature 1 does not hold.",
			"Its signature 2 does not hold.",
		]);
	});

	it("is valid for a day longer than others cache it, and for slow clocks", async () => {
		expect(await judge({ read: START + 7 * DAY })).toMatchObject({ outcome: "verified" });
		expect(await judge({ read: START + 9 * DAY })).toMatchObject({ outcome: "invalid" });
		expect(await judge({ read: START - 60_000 })).toMatchObject({ outcome: "verified" });
	});

	it("is signed once a day", () => {
		let now = START;
		const directory = new KeyDirectory(botOf(one), () => now);
		const kept = directory.answer();
		now += DAY - 1000;
		expect(directory.answer()).toBe(kept);
		now += 1000;
		expect(directory.answer().headers.signature).not.toBe(kept.headers.signature);
		expect(directory.answer().body).toBe(kept.body);
	});
});

const URL_OF_IT = `https://bots.example${DIRECTORY_PATH}`;
/** Seconds since 1970. */
const NOW = 1_800_000_000;

/** A key pair, with its entry in a directory. */
function makeKey() {
	const { privateKey, publicKey } = generateKeyPairSync("ed25519");
	const { x } = publicKey.export({ format: "jwk" });
	const members = { crv: "Ed25519", kty: "OKP", x };
	const kid = thumbprintOf(members);
	return { privateKey, kid, jwk: { ...members, kid, use: "sig" } };
}

const first = makeKey();
const second = makeKey();

const WHOLE = [component("@authority", { req: true }), component("content-digest")];

/** A signature of a directory, with its differences from a valid one. */
interface Signing {
	readonly key?: { readonly privateKey: KeyObject; readonly kid: string };
	readonly components?: readonly SignatureComponent[];
	readonly parameters?: Record<string, string | number | undefined>;
	readonly host?: string;
}

function answerOf(
	keys: unknown,
	signings: readonly Signing[] = [],
	changes: Partial<DirectoryAnswer> = {},
): DirectoryAnswer {
	const body = Buffer.from(typeof keys === "string" ? keys : JSON.stringify({ keys }));
	const digest = `sha-256=:${createHash("sha256").update(body).digest("base64")}:`;
	const signed = signings.map(({ key = first, components = WHOLE, parameters, host = "bots.example" }, index) =>
		createSignatureSync(
			{
				kind: "response",
				status: 200,
				fields: [{ name: "content-digest", value: digest }],
				request: { kind: "request", method: "GET", targetUri: `https://${host}${DIRECTORY_PATH}`, fields: [] },
			},
			{
				label: `binding${index}`,
				components,
				parameters: {
					created: NOW,
					expires: NOW + 300,
					keyid: key.kid,
					tag: "http-message-signatures-directory",
					...parameters,
				},
				signer: { algorithm: "ed25519", sign: (data) => sign(null, data, key.privateKey) },
			},
		),
	);
	const headers = {
		"content-type": DIRECTORY_TYPE,
		"content-digest": digest,
		"x-other": "Grüße",
		...(signed.length > 0 && {
			signature: signed.map(({ signature }) => signature).join(", "),
			"signature-input": signed.map(({ signatureInput }) => signatureInput).join(", "),
		}),
	};
	return { url: URL_OF_IT, status: 200, headers, body, ...changes };
}

const verdict = (answer: DirectoryAnswer) => verifyKeyDirectory(answer, NOW * 1000);

/** The only fault of a directory. */
async function faultOf(...given: Parameters<typeof answerOf>): Promise<string | undefined> {
	const { outcome, faults } = await verdict(answerOf(...given));
	expect([outcome, faults.length]).toEqual(["invalid", 1]);
	return faults[0];
}

describe("verifyKeyDirectory", () => {
	it("verifies a directory signed by all of its keys", async () => {
		expect(await verdict(answerOf([first.jwk, second.jwk], [{}, { key: second }]))).toEqual({
			outcome: "verified",
			keys: [
				{ thumbprint: first.kid, proof: "whole" },
				{ thumbprint: second.kid, proof: "whole" },
			],
			faults: [],
		});
	});

	it("accepts keys without kid, unknown members, and a media type with parameters", async () => {
		const { kid: _, ...jwk } = first.jwk;
		const headers = { ...answerOf([]).headers, "content-type": `${DIRECTORY_TYPE.toUpperCase()}; charset=utf-8` };
		expect(await verdict(answerOf([{ ...jwk, note: 1 }], [], { headers }))).toMatchObject({ outcome: "unverified" });
	});

	it.each([
		["no key", []],
		["one of two keys", [{}]],
	])("returns unverified for a valid directory signed by %s", async (_, signings) => {
		expect(await verdict(answerOf([first.jwk, second.jwk], signings))).toMatchObject({
			outcome: "unverified",
			faults: [],
		});
	});

	it.each([
		["without the body, as older drafts had it", { components: WHOLE.slice(0, 1) }],
		["without an end", { parameters: { expires: undefined } }],
		["without a start", { parameters: { created: undefined } }],
	])("returns a partial proof for a signature %s", async (_, signing) => {
		expect(await verdict(answerOf([first.jwk], [signing]))).toEqual({
			outcome: "unverified",
			keys: [{ thumbprint: first.kid, proof: "partly" }],
			faults: [],
		});
	});

	it.each([
		["another host", { host: "other.example" }, "does not hold"],
		["another key of the same name", { key: { ...second, kid: first.kid } }, "does not hold"],
		["a key that is not listed", { key: second }, "names no key of the directory"],
		[
			"an algorithm that the key is not for",
			{ parameters: { alg: "ed25519", keyid: "x" } },
			"names no key of the directory",
		],
		["what is over", { parameters: { expires: NOW - 61 } }, "is not in force, or does not cover the host"],
		["what has not begun", { parameters: { created: NOW + 61 } }, "is not in force, or does not cover the host"],
		["the body alone", { components: WHOLE.slice(1) }, "is not in force, or does not cover the host"],
	])("rejects a signature by %s", async (_, signing, words) => {
		expect(await faultOf([first.jwk], [signing])).toBe(`Its signature 1 ${words}.`);
	});

	it("says nothing of keys and signatures of kinds that it does not know", async () => {
		const other = { kty: "AKP", alg: "ML-DSA-44", pub: "AAAA" };
		const keys = [{ thumbprint: first.kid, proof: "whole" }];
		expect(await verdict(answerOf([first.jwk, other], [{}]))).toEqual({ outcome: "unverified", keys, faults: [] });
		expect(await verdict(answerOf([{ kty: "toString" }]))).toEqual({ outcome: "unverified", keys: [], faults: [] });
		const good = answerOf([first.jwk], [{}]);
		for (const covered of ['"@authority"', '"@query-param";req;name="a"', '"content-digest";sf']) {
			const input = good.headers["signature-input"]?.replace(/\(.*?\)/, `(${covered})`) ?? "";
			const answer = { ...good, headers: { ...good.headers, "signature-input": input } };
			expect(await verdict(answer)).toMatchObject({ outcome: "unverified", faults: [] });
		}
	});

	it("leaves signatures alone that are made for another end", async () => {
		const signings = [{}, { key: second, parameters: { tag: "other" } }];
		expect(await verdict(answerOf([first.jwk], signings))).toMatchObject({ outcome: "verified" });
	});

	it("refuses a changed body, and a digest that names another one", async () => {
		const good = answerOf([first.jwk], [{}]);
		const changed = Buffer.from(JSON.stringify({ keys: [first.jwk], more: 1 }));
		const words = ["Its signature 1 is of another body: Content-Digest does not fit."];
		expect((await verdict({ ...good, body: changed })).faults).toEqual(words);
	});

	it.each([
		["twice", [first.jwk, first.jwk], "Key 2 is listed twice."],
		["with its private part", [{ ...first.jwk, d: "AA" }], "Key 1 includes its private part."],
		["under another name", [{ ...first.jwk, kid: second.kid }], "Key 1 has a kid that is not its thumbprint."],
		["for encryption", [{ ...first.jwk, use: "enc" }], "Key 1 is not for signatures."],
		["damaged", [{ ...first.jwk, kid: undefined, x: "AAAA" }], "Key 1 is damaged."],
		["that is a secret", [{ kty: "oct", k: "AAAA" }], "Key 1 includes its private part."],
		["that is none", [null], "Key 1 is not a JSON Web Key."],
		["that is over", [{ ...first.jwk, exp: NOW - 1 }], "None of its keys is in force."],
		["that has not begun", [{ ...first.jwk, nbf: NOW + 1 }], "None of its keys is in force."],
	])("refuses a key %s", async (_, keys, words) => {
		expect(await faultOf(keys)).toBe(words);
	});

	it("refuses a directory of another media type, without TLS, without keys, with too many, or too long", async () => {
		const headers = { "content-type": "application/json" };
		expect(await faultOf([first.jwk], [], { headers })).toBe(`Its media type is not ${DIRECTORY_TYPE}.`);
		expect(await faultOf([first.jwk], [], { url: URL_OF_IT.replace("https", "http") })).toBe(
			"It is not served over HTTPS.",
		);
		expect(await faultOf([])).toBe("It lists no key.");
		expect(await faultOf("<html>")).toBe("It is not a JSON Web Key Set.");
		expect(await faultOf(" ".repeat(DIRECTORY_MAX_BYTES + 1))).toBe(`It is longer than ${DIRECTORY_MAX_BYTES} bytes.`);
		const many = await verdict(answerOf(Array.from({ length: 33 }, () => makeKey().jwk)));
		expect([many.faults, many.keys.length]).toEqual([["It lists more than 32 keys."], 32]);
	});

	it("finds none where nothing claims to be one", async () => {
		const absent = { outcome: "absent", keys: [], faults: [] };
		expect(await verdict(answerOf([first.jwk], [], { status: 404 }))).toEqual(absent);
		expect(await verdict(answerOf("<html>", [], { headers: { "content-type": "text/html" } }))).toEqual(absent);
		expect(await verdict(answerOf('{"keys":{}}', [], { headers: {} }))).toEqual(absent);
	});

	it("judges whatever is answered, in words of its own", async () => {
		const item = fc.constantFrom(
			...[
				`binding0=:AAAA:`,
				"x",
				"(",
				'("@authority";req)',
				";",
				",",
				"=",
				'"',
				":",
				";created=1",
				";keyid=",
				`"${first.kid}"`,
			],
			...[
				';tag="http-message-signatures-directory"',
				';alg="rsa-pss-sha512"',
				"binding0",
				"é",
				"\u0000",
				'"@query-param";name="a"',
			],
		);
		const field = fc.oneof(
			fc.string(),
			fc.array(item, { maxLength: 12 }).map((parts) => parts.join("")),
		);
		const member = fc.oneof(
			fc.jsonValue(),
			fc.constantFrom(first.jwk.x, first.kid, "OKP", "Ed25519", "EC", "RSA", "P-256"),
		);
		const key = fc.oneof(
			fc.jsonValue(),
			fc.record(
				{ kty: member, crv: member, x: member, y: member, n: member, e: member, kid: member },
				{ requiredKeys: [] },
			),
		);
		const headers = fc.record(
			{
				"content-type": fc.constant(DIRECTORY_TYPE),
				"content-digest": field,
				signature: field,
				"signature-input": field,
			},
			{ requiredKeys: ["content-type"] },
		);
		await fc.assert(
			fc.asyncProperty(fc.array(key, { maxLength: 3 }), headers, fc.boolean(), async (keys, given, ours) => {
				const answer = answerOf([...(ours ? [first.jwk] : []), ...keys]);
				const { outcome, faults } = await verdict({ ...answer, headers: given as Record<string, string> });
				expect(outcome).not.toBe("absent");
				for (const fault of faults) expect(fault).toMatch(/^(?:It|Its|Key|None) [\w ,:.+/-]+\.$/);
			}),
		);
	});
});

describe("the draft's signed directory", () => {
	const vector = readJsonVector<{ request: { url: string }; body: string } & Record<string, string>>(
		"webbotauth/draft-signed-directory-response.json",
	);
	const answer: DirectoryAnswer = {
		url: vector.request.url,
		status: 200,
		headers: {
			"content-type": DIRECTORY_TYPE,
			"content-digest": String(vector.content_digest),
			"signature-input": String(vector.signature_input),
			signature: String(vector.signature),
		},
		body: Buffer.from(vector.body),
	};

	it("is proven by its key", async () => {
		const key = readDirectoryKey((JSON.parse(vector.body) as { keys: unknown[] }).keys[0]);
		if (!key || "fault" in key) throw new Error(key?.fault);
		expect(await verifyProofs(answer, [key], NOW)).toEqual({
			proven: new Set([key.thumbprint]),
			partly: new Set(),
			faults: [],
		});
	});

	it("is refused all the same, since everybody has its key", async () => {
		expect(await verdict(answer)).toEqual({
			outcome: "invalid",
			keys: [],
			faults: ["Key 1 is a test key of RFC 9421, whose private part is public."],
		});
	});
});

describe("isTestKey", () => {
	it.each(["ed25519", "rsapss"])("knows the published %s key", (name) => {
		const { kty, crv, x, n, e } = readJsonVector<Record<string, string>>(`webbotauth/rfc9421-test-key-${name}.json`);
		const key = readDirectoryKey({ kty, crv, x, n, e });
		expect(key && ("fault" in key ? key.fault : isTestKey(key.thumbprint))).toBe(true);
	});
});
