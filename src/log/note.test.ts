import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatNote, openNote, parseNote, signNote } from "./note.ts";
import { createSignerKey, isKeyName, parseSignerKey, parseVerifierKey } from "./note-key.ts";
import { expectStrict, hostileTexts } from "./strict.testkit.ts";
import { createWitness } from "./witness.testkit.ts";

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

	it("is refused when a letter of it changes, or its signature", async () => {
		const key = await parseVerifierKey(KEY);
		for (const changed of [NOTE.replace("example m", "Example m"), NOTE.replace("Uw2QOkn8", "Uw2QOkn9"), `\n${NOTE}`])
			await expect(openNote(changed, [key])).rejects.toMatchObject({ code: "signature-invalid" });
	});

	it("is signed by nobody who is trusted when its key is not among the keys", async () => {
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
	it("of keys that nobody asked about are passed over, be they ever so odd", async () => {
		const strangers = ["\u2014 a\u007fb AAAAAAA=\n", "\u2014 example.com/foo AAAAAAA=\n", "\u2014 x Uw2QOgA=\n"];
		const note = NOTE.replace(LINE, strangers.join("") + LINE + strangers.join(""));
		expect((await openNote(note, [await parseVerifierKey(KEY)])).signatures.length).toBe(7);
	});

	it("of a known key all count: a wrong one after a right one refuses the note", async () => {
		const note = NOTE.replace(LINE, LINE + LINE.replace("n8sr", "n8ss"));
		await expect(openNote(note, [await parseVerifierKey(KEY)])).rejects.toMatchObject({ code: "signature-invalid" });
	});

	it("of one key twice are one signer", async () => {
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
			{ numRuns: 500 },
		);
	});

	it("gives any text and signatures back", () => {
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

	it("is not signed when it could not be opened", async () => {
		const key = await createSignerKey("a.example");
		for (const text of ["", "a", "a\n\nb", "a\tb\n", "a\r\n", "\ud800\n"])
			await expect(signNote(text, [key]), text).rejects.toThrow(RangeError);
		await expect(signNote("a\n", [])).rejects.toThrow(RangeError);
		for (const text of ["\n", "\n\n", "a\n", "a\n\n", "\na\n\nb\n", "\u2014 a AAAAAAA=\n"])
			expect((await openNote(await signNote(text, [key]), [key])).text).toBe(text);
	});
});
