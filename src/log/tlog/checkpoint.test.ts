import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HASH_BYTES } from "./merkle.ts";
import { formatCheckpoint, isSampleOrigin, parseCheckpoint } from "./note.ts";
import { expectStrict, hostileTexts } from "./strict.testkit.ts";

/** The text of the example of C2SP tlog-checkpoint. */
const EXAMPLE = "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n";
const ROOT = "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=";

describe("a checkpoint", () => {
	it("is read and written as in C2SP tlog-checkpoint", () => {
		const checkpoint = parseCheckpoint(EXAMPLE);
		expect(checkpoint).toMatchObject({ origin: "example.com/behind-the-sofa", size: 20_852_163 });
		expect(Buffer.from(checkpoint.root).toString("base64")).toBe(ROOT);
		expect(formatCheckpoint(checkpoint)).toBe(EXAMPLE);
	});

	it.each(["0", "1", "9007199254740991"])("may have %s leaves", (size) => {
		expect(parseCheckpoint(`a.example\n${size}\n${ROOT}\n`).size).toBe(Number(size));
	});

	it.each([
		["too large a size", `a.example\n9007199254740992\n${ROOT}\n`, "Its second line"],
		["a size beyond all numbers", `a.example\n${"9".repeat(400)}\n${ROOT}\n`, "Its second line"],
		["a leading zero", `a.example\n01\n${ROOT}\n`, "Its second line"],
		["a sign", `a.example\n+1\n${ROOT}\n`, "Its second line"],
		["a negative size", `a.example\n-0\n${ROOT}\n`, "Its second line"],
		["a size that is no decimal", `a.example\n0x1\n${ROOT}\n`, "Its second line"],
		["digits of another script", `a.example\n\u0661\n${ROOT}\n`, "Its second line"],
		["no size", `a.example\n\n${ROOT}\n`, "Its second line"],
		["a short root", "a.example\n1\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxqw==\n", "Its third line"],
		["a root of another spelling", `a.example\n1\n${ROOT.replace("q2I=", "q2J=")}\n`, "Its third line"],
		["no origin", `\n1\n${ROOT}\n`, "Its first line"],
		["a control character", `a\texample\n1\n${ROOT}\n`, "Its first line"],
		["an extension line", `a.example\n1\n${ROOT}\nmore\n`, "It is not three lines."],
		["a fourth, empty line", `a.example\n1\n${ROOT}\n\n`, "It is not three lines."],
		["no newline at its end", `a.example\n1\n${ROOT}`, "It is not three lines."],
		["nothing", "", "It is not three lines."],
	])("is refused with %s", (_, text, why) => {
		expect(() => parseCheckpoint(text)).toThrow(
			expect.objectContaining({ code: "log-malformed", message: expect.stringContaining(why) }),
		);
	});

	it("is rejected or round-trips", () => {
		fc.assert(
			fc.property(hostileTexts(EXAMPLE), (text) => {
				expectStrict(text, parseCheckpoint, formatCheckpoint);
			}),
		);
	});

	it("is never written in an unreadable form", () => {
		const good = parseCheckpoint(EXAMPLE);
		const bad = [
			...["", "a\nb", "a\n", "a\tb", "\ud800"].map((origin) => ({ ...good, origin })),
			...[-1, 0.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY].map((size) => ({ ...good, size })),
			...[0, 31, 33].map((length) => ({ ...good, root: new Uint8Array(length) })),
		];
		for (const each of bad) expect(() => formatCheckpoint(each), JSON.stringify(each)).toThrow(RangeError);
		const root = fc.uint8Array({ minLength: HASH_BYTES, maxLength: HASH_BYTES }).map((bytes) => Uint8Array.from(bytes));
		fc.assert(
			fc.property(fc.webAuthority(), fc.maxSafeNat(), root, (origin, size, hash) => {
				expect(parseCheckpoint(formatCheckpoint({ origin, size, root: hash }))).toEqual({ origin, size, root: hash });
			}),
		);
	});
});

it.each(["samples.sightline.invalid/log", "invalid", "a.INVALID:8080/log", "a.invalid./log"])(
	"%s is one of samples",
	(origin) => {
		expect(isSampleOrigin(origin)).toBe(true);
	},
);

it.each(["audit.example.com/log", "example.com/a.invalid", "notinvalid/log", "a.invalid.example.com/log", ""])(
	"%s is not",
	(origin) => {
		expect(isSampleOrigin(origin)).toBe(false);
	},
);
