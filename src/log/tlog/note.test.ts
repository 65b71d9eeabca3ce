import { createHash } from "node:crypto";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { toBase64, toHex } from "#core/bytes.ts";
import { readJsonVector } from "#test/vectors/vectors.ts";
import {
	cosignatureTime,
	createSignerKey,
	formatNote,
	formatSignerKey,
	formatVerifierKey,
	hasSmallOrder,
	isKeyName,
	openNote,
	parseNote,
	parseSignerKey,
	parseVerifierKey,
	publicKeyOf,
	SIGNATURE_TYPES,
	signEd25519,
	signNote,
	verifyEd25519,
} from "./note.ts";
import { expectStrict, hostileTexts, mutationsOf } from "./strict.testkit.ts";
import { flipByte } from "./tree.testkit.ts";
import { createWitness } from "./witness.testkit.ts";

const hex = (text: string) => Uint8Array.from(Buffer.from(text, "hex"));

/** RFC 8032 section 7.1, tests 1 and 2. */
const RFC_8032 = [
	{
		seed: "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
		publicKey: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
		message: "",
		signature:
			"e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
	},
	{
		seed: "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
		publicKey: "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
		message: "72",
		signature:
			"92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
	},
] as const;

afterEach(() => {
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

describe("Ed25519", () => {
	it.each(RFC_8032)("gives the keys and signatures of RFC 8032", async ({ seed, publicKey, message, signature }) => {
		expect(toHex(await publicKeyOf(hex(seed)))).toBe(publicKey);
		expect(toHex(await signEd25519(hex(seed), hex(message)))).toBe(signature);
		expect(await verifyEd25519(hex(publicKey), hex(message), hex(signature))).toBe(true);
	});

	it("refuses another message, key or signature", async () => {
		const [, { publicKey, message, signature }] = RFC_8032;
		const [key, text, signed] = [hex(publicKey), hex(message), hex(signature)];
		expect(await verifyEd25519(key, Uint8Array.of(0x73), signed)).toBe(false);
		expect(await verifyEd25519(hex(RFC_8032[0].publicKey), text, signed)).toBe(false);
		for (let at = 0; at < 64; at++) expect(await verifyEd25519(key, text, flipByte(signed, at)), `${at}`).toBe(false);
		for (const length of [0, 63, 65, 128])
			expect(
				await verifyEd25519(
					key,
					text,
					Uint8Array.from({ length }, (_, at) => signed[at] ?? 0),
				),
			).toBe(false);
	});

	it("rejects a malleated signature: S plus the group order (RFC 8032 section 5.1.7)", async () => {
		const [, { publicKey, message, signature }] = RFC_8032;
		const order = 2n ** 252n + 27742317777372353535851937790883648493n;
		const half = Buffer.from(signature, "hex").subarray(32).reverse().toString("hex");
		const higher = (BigInt(`0x${half}`) + order).toString(16).padStart(64, "0");
		const malleated = Uint8Array.from([...hex(signature).subarray(0, 32), ...hex(higher).reverse()]);
		expect(await verifyEd25519(hex(publicKey), hex(message), malleated)).toBe(false);
	});
});

interface EdgeCase {
	readonly number: number;
	readonly key: string;
	readonly sig: string;
	readonly msg: string;
	readonly flags: readonly string[] | null;
}

// Go's crypto/ed25519, which most logs and witnesses run, refuses the first two and accepts 208 of the cases; so does
// Chromium. Node also refuses points of small order, as the Web Cryptography API asks, and so do we everywhere. What
// is accepted here is thus accepted there. The reverse fails only for a key or an R that its maker chose to be odd.
const GO_REFUSES = ["low_order_residue", "non_canonical_R"];
const REFUSED = [...GO_REFUSES, "low_order_A", "low_order_R"];

describe("edge cases of C2SP/CCTV", () => {
	it("are accepted only if R and the key have no small order, R is canonical and the cofactor is not needed", async () => {
		const cases = readJsonVector<EdgeCase[]>("ed25519/ed25519vectors.json");
		expect(cases.length).toBe(914);
		const accepted: EdgeCase[] = [];
		for (const each of cases) {
			const verdict = await verifyEd25519(hex(each.key), new TextEncoder().encode(each.msg), hex(each.sig));
			expect(verdict, `${each.number}: ${each.flags}`).toBe(!each.flags?.some((flag) => REFUSED.includes(flag)));
			if (verdict) accepted.push(each);
		}
		expect(accepted.length).toBe(43);
		expect(cases.filter(({ flags }) => !flags?.some((flag) => GO_REFUSES.includes(flag))).length).toBe(208);
		expect(new Set(accepted.flatMap(({ flags }) => flags ?? []))).toEqual(
			new Set(["low_order_component_A", "low_order_component_R"]),
		);
	});
});

describe("without Ed25519", () => {
	it("an old browser gets a failure that says so", async () => {
		const unknown = new DOMException("Unrecognized name.", "NotSupportedError");
		vi.spyOn(crypto.subtle, "importKey").mockRejectedValue(unknown);
		const verifying = verifyEd25519(hex(RFC_8032[0].publicKey), new Uint8Array(), hex(RFC_8032[0].signature));
		await expect(verifying).rejects.toMatchObject({ name: "Failure", code: "ed25519-missing" });
	});

	it("a page without https gets a failure that says so", async () => {
		vi.stubGlobal("crypto", {});
		const verifying = verifyEd25519(hex(RFC_8032[0].publicKey), new Uint8Array(), hex(RFC_8032[0].signature));
		await expect(verifying).rejects.toMatchObject({ name: "Failure", code: "ed25519-missing" });
	});

	it("any other error is our own", async () => {
		const verifying = verifyEd25519(new Uint8Array(31).fill(3), new Uint8Array(), hex(RFC_8032[0].signature));
		await expect(verifying).rejects.toMatchObject({ name: "DataError" });
	});
});

/** Every encoding of a point whose order divides 8, from C2SP/CCTV, ed25519/README.md. */
const LISTED = [
	"0000000000000000000000000000000000000000000000000000000000000000",
	"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"0000000000000000000000000000000000000000000000000000000000000080",
	"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
	"0100000000000000000000000000000000000000000000000000000000000000",
	"0100000000000000000000000000000000000000000000000000000000000080",
	"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
	"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
	"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
	"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
	"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
	"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
].map(hex);
/** The point that all keys are multiples of (RFC 8032 section 5.1). */
const BASE = hex(`58${"66".repeat(31)}`);

describe("points of small order", () => {
	it("are exactly the listed ones, in all encodings", () => {
		for (const point of LISTED) expect(hasSmallOrder(point), `${point}`).toBe(true);
		for (const point of [BASE, ...LISTED.flatMap((listed) => [flipByte(listed, 0), flipByte(listed, 15)])])
			expect(hasSmallOrder(point), `${point}`).toBe(false);
	});

	it("are rejected as keys: with the neutral point as key, R = B and S = 1 would sign every message", async () => {
		const neutral = hex(`01${"00".repeat(31)}`);
		const signature = Uint8Array.from([...BASE, 1, ...new Uint8Array(31)]);
		expect(await verifyEd25519(neutral, new TextEncoder().encode("anything"), signature)).toBe(false);
	});
});

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

	it("is random, or derived from a seed", async () => {
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

	it("is NaN if it is too large or truncated", () => {
		expect(of(0, 0x20, 0, 0, 0, 0, 0, 0)).toBeNaN();
		expect(of(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)).toBeNaN();
		expect(cosignatureTime(new Uint8Array(7))).toBeNaN();
	});

	it("is read correctly from a subarray", () => {
		const whole = Uint8Array.from([9, 9, 9, 0, 0, 0, 0, 0, 0, 0, 5, ...new Uint8Array(64)]);
		expect(cosignatureTime(whole.subarray(3))).toBe(5);
	});
});

/** The example of C2SP signed-note. */
const KEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";
const NOTE = `This is an example message.

\u2014 example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`;
/** The other example of C2SP signed-note: of a key that it does not give. */
const POEM = `Ognuno sta solo sul cuor della terra
trafitto da un raggio di sole:

ed è subito sera.

\u2014 quasimodo.example/salvatore NnugSzTjtVAewIS+Z/iJhUPeFDkO/5QQ2i5ddnGITLlC+EhfLW9oJKONrMouFSQU0xMcXxj99ihAQwaqP3ZekRwNtIc=
`;
const LINE = NOTE.slice(NOTE.indexOf("\u2014"));
const malformed = expect.objectContaining({ code: "log-malformed" });

describe("the example of C2SP signed-note", () => {
	it("is opened with its key", async () => {
		const key = await parseVerifierKey(KEY);
		const opened = await openNote(NOTE, [key]);
		expect(opened).toMatchObject({ text: "This is an example message.\n", signedBy: [key] });
		expect(formatNote(opened)).toBe(NOTE);
	});

	it("is refused when its text or signature changes", async () => {
		const key = await parseVerifierKey(KEY);
		for (const changed of [NOTE.replace("example m", "Example m"), NOTE.replace("Uw2QOkn8", "Uw2QOkn9"), `\n${NOTE}`])
			await expect(openNote(changed, [key])).rejects.toMatchObject({ code: "signature-invalid" });
	});

	it("has no trusted signer without its key", async () => {
		const key = await parseVerifierKey(KEY);
		for (const keys of [[], [{ ...key, name: "example.com/bar" }], [{ ...key, keyId: "530d903b" }]])
			await expect(openNote(NOTE, keys)).rejects.toMatchObject({
				code: "signature-missing",
				message: expect.stringContaining("example.com/foo+530d903a"),
			});
	});

	it("may have empty lines in its text, and more than ASCII", () => {
		const { text, signatures } = parseNote(POEM);
		expect(text).toBe(POEM.slice(0, POEM.indexOf("\n\u2014")));
		expect(signatures).toMatchObject([{ name: "quasimodo.example/salvatore", keyId: "367ba04b" }]);
	});
});

it("signs as Go's golang.org/x/mod/sumdb/note does in its own example", async () => {
	const key = await parseSignerKey("PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz");
	const text = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
	expect(await signNote(text, [key])).toBe(
		`${text}\n\u2014 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`,
	);
});

describe("the signatures of a note", () => {
	it("of unknown keys are skipped, even if malformed", async () => {
		const strangers = ["\u2014 a\u007fb AAAAAAA=\n", "\u2014 example.com/foo AAAAAAA=\n", "\u2014 x Uw2QOgA=\n"];
		const note = NOTE.replace(LINE, strangers.join("") + LINE + strangers.join(""));
		expect((await openNote(note, [await parseVerifierKey(KEY)])).signatures.length).toBe(7);
	});

	it("of a known key must all be valid", async () => {
		const note = NOTE.replace(LINE, LINE + LINE.replace("n8sr", "n8ss"));
		await expect(openNote(note, [await parseVerifierKey(KEY)])).rejects.toMatchObject({ code: "signature-invalid" });
	});

	it("by one key count as one signer", async () => {
		const key = await parseVerifierKey(KEY);
		expect((await openNote(NOTE.replace(LINE, LINE + LINE), [key])).signedBy).toEqual([key]);
	});

	it("are at most 100", async () => {
		const note = (count: number) => NOTE.replace(LINE, LINE.repeat(count));
		for (const count of [16, 100]) expect(parseNote(note(count)).signatures.length).toBe(count);
		expect(() => parseNote(note(101))).toThrow(malformed);
	});
});

describe("the cosignature of a witness", () => {
	const text = "log.example\n1\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n";
	const witness = createWitness("witness.example/w1");

	it("counts with its time", async () => {
		const key = await parseVerifierKey(witness.verifierKey);
		for (const time of [0n, 1_679_315_147n, 2n ** 53n - 1n]) {
			const opened = await openNote(`${text}\n${witness.cosign(text, time)}`, [key]);
			expect(opened.signedBy, `${time}`).toEqual([key]);
		}
	});

	it.each([
		["of another text", witness.cosign(`${text}x\n`, 5n)],
		["of the text alone", witness.cosign(text, 5n, text)],
		["whose time was changed", witness.cosign(text, 6n, `cosignature/v1\ntime 5\n${text}`)],
		["whose time is too large", witness.cosign(text, 2n ** 53n)],
		["whose time is no number", witness.cosign(text, 2n ** 64n - 1n, `cosignature/v1\ntime NaN\n${text}`)],
		["that is cut off", witness.cosign(text, 5n).replace(/\S+\n$/, (base64) => `${base64.slice(0, 12)}\n`)],
	])("%s refuses the note", async (_, line) => {
		const key = await parseVerifierKey(witness.verifierKey);
		await expect(openNote(`${text}\n${line}`, [key])).rejects.toMatchObject({ code: "signature-invalid" });
	});
});

describe("a note", () => {
	it.each([
		["nothing", ""],
		["no empty line", NOTE.replace("\n\n", "\n")],
		["no signature", NOTE.replace(LINE, "")],
		["no newline at its end", NOTE.slice(0, -1)],
		["an empty line at its end", `${NOTE}\n`],
		["a hyphen for a dash", NOTE.replace("\u2014", "-")],
		["two spaces", NOTE.replace("foo U", "foo  U")],
		["a space at the end of a line", NOTE.replace("QM=\n", "QM= \n")],
		["a plus in a name", NOTE.replace("example.com/foo", "example.com+foo")],
		["no signature bytes", NOTE.replace(LINE, "\u2014 example.com/foo Uw2QOg==\n")],
		["no name", NOTE.replace("example.com/foo ", " ")],
		["a tab", NOTE.replace("an example", "an\texample")],
		["CR LF", NOTE.replaceAll("\n", "\r\n")],
		["a zero", NOTE.replace("message", "message\0")],
		["half a character", NOTE.replace("message", "\ud83d")],
	])("with %s is refused", (_, note) => expect(() => parseNote(note)).toThrow(malformed));

	it("is refused, or is written as it was read", () => {
		fc.assert(
			fc.property(hostileTexts(NOTE, POEM, NOTE.replace(LINE, LINE + LINE)), (note) => {
				expectStrict(note, parseNote, formatNote);
			}),
		);
	});

	it("round-trips any text and signatures", () => {
		const printable = fc.string({ unit: "grapheme" }).map((line) => line.replace(/\p{Cc}/gu, ""));
		const text = fc.array(printable, { minLength: 1 }).map((lines) => `${lines.join("\n")}\n`);
		const keyId = fc.uint8Array({ minLength: 4, maxLength: 4 }).map((bytes) => Buffer.from(bytes).toString("hex"));
		const signature = fc.record({
			name: fc.string({ unit: "grapheme", minLength: 1 }).filter(isKeyName),
			keyId,
			signature: fc.uint8Array({ minLength: 1, maxLength: 80 }).map((bytes) => Uint8Array.from(bytes)),
		});
		const note = fc.record({ text, signatures: fc.array(signature, { minLength: 1, maxLength: 20 }) });
		fc.assert(
			fc.property(note, (each) => {
				expect(parseNote(formatNote(each))).toEqual(each);
			}),
		);
	});

	it("is not signed if it could not be opened", async () => {
		const key = await createSignerKey("a.example");
		for (const text of ["", "a", "a\n\nb", "a\tb\n", "a\r\n", "\ud800\n"])
			await expect(signNote(text, [key]), text).rejects.toThrow(RangeError);
		await expect(signNote("a\n", [])).rejects.toThrow(RangeError);
		for (const text of ["\n", "\n\n", "a\n", "a\n\n", "\na\n\nb\n", "\u2014 a AAAAAAA=\n"])
			expect((await openNote(await signNote(text, [key]), [key])).text).toBe(text);
	});
});
