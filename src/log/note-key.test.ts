import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toBase64 } from "./encoding.ts";
import {
	cosignatureTime,
	createSignerKey,
	formatSignerKey,
	formatVerifierKey,
	isKeyName,
	parseSignerKey,
	parseVerifierKey,
	SIGNATURE_TYPES,
} from "./note-key.ts";
import { mutationsOf } from "./strict.testkit.ts";

/** The example of C2SP signed-note, "Verifier keys". */
const C2SP = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";
/** The example of Go's golang.org/x/mod/sumdb/note. */
const GO_SIGNER = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz";
const GO_VERIFIER = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";

const refused = (why: RegExp) =>
	expect.objectContaining({ code: "log-malformed", message: expect.stringMatching(why) });
/** A key with the id that its bytes have. */
function verifierText(name: string, bytes: Uint8Array): string {
	const id = createHash("sha256").update(`${name}\n`).update(bytes).digest("hex").slice(0, 8);
	return `${name}+${id}+${toBase64(bytes)}`;
}

describe("a verifier key", () => {
	it.each([C2SP, GO_VERIFIER])("%s is read and written again", async (text) => {
		const key = await parseVerifierKey(text);
		expect(key).toMatchObject({ type: SIGNATURE_TYPES.ed25519, name: text.split("+")[0], keyId: text.split("+")[1] });
		expect(formatVerifierKey(key)).toBe(text);
	});

	it("may be a witness's", async () => {
		const text = verifierText(
			"witness.example/w",
			Uint8Array.from({ length: 33 }, () => 4),
		);
		expect(await parseVerifierKey(text)).toMatchObject({ type: SIGNATURE_TYPES.cosignature });
	});

	it.each([
		["the id of another key", C2SP.replace("530d903a", "530d903b"), /id/],
		["an id in capitals", C2SP.replace("530d903a", "530D903A"), /8 hex digits/],
		["a short id", C2SP.replace("530d903a", "530d903"), /8 hex digits/],
		["no name", C2SP.replace("example.com/foo", ""), /<name>/],
		[
			"a space in its name",
			verifierText(
				"a b",
				Uint8Array.from({ length: 33 }, () => 1),
			),
			/<name>/,
		],
		[
			"an unknown type",
			verifierText(
				"a.example",
				Uint8Array.from({ length: 33 }, () => 6),
			),
			/type/,
		],
		["no bytes", verifierText("a.example", new Uint8Array()), /type/],
		[
			"a byte too few",
			verifierText(
				"a.example",
				Uint8Array.from({ length: 32 }, () => 1),
			),
			/31 bytes, not 32/,
		],
		[
			"a byte too many",
			verifierText(
				"a.example",
				Uint8Array.from({ length: 34 }, () => 1),
			),
			/33 bytes, not 32/,
		],
		["a newline after it", `${C2SP}\n`, /base64/],
		["a space before it", ` ${C2SP}`, /<name>/],
		["nothing", "", /<name>/],
	])("is refused with %s", async (_, text, why) => {
		await expect(parseVerifierKey(text)).rejects.toEqual(refused(why));
	});

	it("is refused, or is written as it was read", async () => {
		await fc.assert(
			fc.asyncProperty(fc.oneof(mutationsOf(C2SP), fc.string()), async (text) => {
				const key = await parseVerifierKey(text).catch((error: unknown) => {
					expect(error).toMatchObject({ code: "log-malformed" });
				});
				if (key) expect(formatVerifierKey(key)).toBe(text);
			}),
		);
	});
});

describe("a signer key", () => {
	it("of Go's note package is read and written again", async () => {
		const key = await parseSignerKey(GO_SIGNER);
		expect(formatSignerKey(key)).toBe(GO_SIGNER);
		expect(formatVerifierKey(key)).toBe(GO_VERIFIER);
	});

	it("is random, or that of a seed", async () => {
		const [a, b] = [await createSignerKey("a.example"), await createSignerKey("a.example")];
		expect(formatSignerKey(a)).not.toBe(formatSignerKey(b));
		expect(await createSignerKey("a.example", a.seed)).toEqual(a);
		expect(await parseSignerKey(formatSignerKey(a))).toEqual(a);
		expect(await parseVerifierKey(formatVerifierKey(a))).toMatchObject({ publicKey: a.publicKey });
	});

	it.each(["", "a b", "a+b", "a\u00a0b", "a\nb", "a\u3000", "\u0001", "\ud800"])("cannot be named %j", async (name) => {
		expect(isKeyName(name)).toBe(false);
		await expect(createSignerKey(name)).rejects.toEqual(refused(/space or a plus/));
	});

	it.each([
		["a public key", GO_VERIFIER],
		["a wrong id", GO_SIGNER.replace("c74f20a3", "c74f20a4")],
		["another beginning", GO_SIGNER.replace("PRIVATE", "private")],
		["a letter lost", GO_SIGNER.slice(0, -1)],
		["the type of a witness", GO_SIGNER.replace("+AYEK", "+BIEK")],
		[
			"no type",
			`PRIVATE+KEY+PeterNeumann+c74f20a3+${toBase64(Buffer.from(GO_SIGNER.split("+").slice(4).join("+"), "base64").subarray(1))}`,
		],
	])("is refused as %s, in words that do not give it away", async (_, text) => {
		const error = await parseSignerKey(text).catch((caught: Error) => caught);
		expect(error).toMatchObject({ code: "log-malformed" });
		const { message } = error as Error;
		expect(message).not.toContain("FALVFG");
		expect(message).not.toMatch(/129|0x81/);
	});
});

describe("the time of a cosignature", () => {
	const of = (...bytes: number[]) => cosignatureTime(Uint8Array.from([...bytes, ...new Uint8Array(64)]));

	it("is its first eight bytes", () => {
		expect(of(0, 0, 0, 0, 0x64, 0x18, 0x50, 0xcb)).toBe(1_679_315_147);
		expect(of(0, 0x1f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)).toBe(Number.MAX_SAFE_INTEGER);
	});

	it("is none where it is too large to be a number, or cut off", () => {
		expect(of(0, 0x20, 0, 0, 0, 0, 0, 0)).toBeNaN();
		expect(of(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)).toBeNaN();
		expect(cosignatureTime(new Uint8Array(7))).toBeNaN();
	});

	it("is read from wherever the bytes lie", () => {
		const whole = Uint8Array.from([9, 9, 9, 0, 0, 0, 0, 0, 0, 0, 5, ...new Uint8Array(64)]);
		expect(cosignatureTime(whole.subarray(3))).toBe(5);
	});
});
