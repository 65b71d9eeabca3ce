import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ReceiptLeaf } from "#core/verification.ts";
import { formatLeaf, type Leaf, type ListLeaf, parseLeaf, parseReceiptLeaf } from "./leaf.ts";
import { expectStrict, hostileTexts } from "./strict.testkit.ts";

const RECEIPT = "b8e7453371a024daae06f3164492c0afcde134c7747c155b3d83c20de341e855";
const LEAF: ReceiptLeaf = { kind: "audit", receipt: RECEIPT, auditedAt: "2026-11-21T08:09:10.123Z" };
const TEXT = `{"auditedAt":"2026-11-21T08:09:10.123Z","kind":"audit","receipt":"sha256:${RECEIPT}","v":1}`;
const latin1 = (text: string) => Uint8Array.from(Buffer.from(text, "latin1"));
const malformed = expect.objectContaining({ code: "log-malformed" });

describe("a leaf", () => {
	it("is canonical JSON without a domain", () => {
		expect(new TextDecoder().decode(formatLeaf(LEAF))).toBe(TEXT);
		expect(parseLeaf(latin1(TEXT))).toEqual(LEAF);
		const recheck = { ...LEAF, kind: "recheck" } as const;
		expect(parseLeaf(formatLeaf(recheck))).toEqual(recheck);
	});

	it.each([
		["nothing", ""],
		["other members", TEXT.replace(',"v":1', ',"v":1,"w":1')],
		["another version", TEXT.replace('"v":1', '"v":2')],
		["another kind", TEXT.replace('"audit"', '"audits"')],
		["members in another order", TEXT.replace(/("kind":"audit"),("receipt":"[^"]*")/, "$2,$1")],
		["white space", TEXT.replace(",", ", ")],
		["a newline after it", `${TEXT}\n`],
		["a byte order mark", `\xef\xbb\xbf${TEXT}`],
		["an id in capitals", TEXT.replace(RECEIPT, RECEIPT.toUpperCase())],
		["a short id", TEXT.replace(RECEIPT, RECEIPT.slice(1))],
		["no such day", TEXT.replace("11-21", "02-30")],
		["no such month", TEXT.replace("11-21", "13-21")],
		["no such hour", TEXT.replace("T08", "T24")],
		["seconds alone", TEXT.replace(".123Z", "Z")],
		["another zone", TEXT.replace("Z", "+00:00")],
	])("is refused with %s", (_, text) => expect(() => parseLeaf(latin1(text))).toThrow(malformed));

	it("of a later kind is refused with that reason", () => {
		const later = TEXT.replace('"audit"', '"revocation"');
		expect(() => parseLeaf(latin1(later))).toThrow(/"revocation", which this version of the program does not know/);
	});

	it("is never written so that it could not be read", () => {
		for (const receipt of ["", "sha256:x", RECEIPT.slice(1), `${RECEIPT}0`, RECEIPT.toUpperCase()])
			expect(() => formatLeaf({ ...LEAF, receipt })).toThrow(malformed);
		for (const auditedAt of ["", "2026-11-21T00:00:00Z", "2026-02-30T00:00:00.000Z", "now"])
			expect(() => formatLeaf({ ...LEAF, auditedAt })).toThrow(malformed);
	});

	it("is refused, or is written as it was read", () => {
		const format = (leaf: Leaf) => Buffer.from(formatLeaf(leaf)).toString("latin1");
		// Only strings of single-byte characters represent bytes here.
		const bytes = hostileTexts(TEXT).filter((text) => /^[\0-\xff]*$/u.test(text));
		fc.assert(
			fc.property(bytes, (text) => {
				expectStrict(text, (each) => parseLeaf(latin1(each)), format);
			}),
		);
	});
});

describe("a list leaf", () => {
	const list: ListLeaf = { kind: "list", name: "withdrawn", digest: RECEIPT, size: 12, at: LEAF.auditedAt };
	const text = `{"at":"2026-11-21T08:09:10.123Z","digest":"sha256:${RECEIPT}","kind":"list","name":"withdrawn","size":12,"v":1}`;

	it("is canonical JSON", () => {
		expect(new TextDecoder().decode(formatLeaf(list))).toBe(text);
		for (const name of ["withdrawn", "retired-keys", "run/2026-11-21T02-00-00.000Z"])
			expect(parseLeaf(formatLeaf({ ...list, name }))).toEqual({ ...list, name });
	});

	it("is not a receipt leaf", () => expect(() => parseReceiptLeaf(latin1(text))).toThrow(/binds the file "withdrawn"/));

	it("has a name that stays in its folder, and a safe integer as size", () => {
		for (const name of ["", "/", "a/", "../x", "a/../b", "a/.b", "A", "a b", "a/b/c", "a".repeat(200)])
			expect(() => formatLeaf({ ...list, name })).toThrow(malformed);
		for (const size of [-1, 1.5, 2 ** 53, 1e21]) expect(() => formatLeaf({ ...list, size })).toThrow(malformed);
	});

	it("is refused, or is written as it was read", () => {
		const format = (leaf: Leaf) => Buffer.from(formatLeaf(leaf)).toString("latin1");
		const bytes = hostileTexts(text).filter((each) => /^[\0-\xff]*$/u.test(each));
		fc.assert(
			fc.property(bytes, (each) => {
				expectStrict(each, (one) => parseLeaf(latin1(one)), format);
			}),
		);
	});
});
