import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSignerKey, formatVerifierKey } from "./note.ts";
import { parsePolicy } from "./policy.ts";
import { createWitness } from "./witness.testkit.ts";

const [A, B, C, D] = ["a", "b", "c", "d"].map((name, at) => createWitness(`${name}.example`, at + 1).verifierKey);
const log = formatVerifierKey(await createSignerKey("audit.example.com/log", new Uint8Array(32).fill(1)));
const three = `witness X1 ${A}\nwitness X2 ${B}\nwitness X3 ${C} https://c.example/w\n`;

/** Whether the witnesses of these names are enough. */
async function isEnough(text: string, ...names: readonly string[]): Promise<boolean> {
	return (await parsePolicy(text)).isReached(({ name }) => names.includes(name));
}

describe("parsePolicy", () => {
	it("parses logs, witnesses and optional addresses", async () => {
		const policy = await parsePolicy(`# Ours\n\n log\t${log} https://audit.example.com/log/\n${three}quorum X2\n`);
		expect(policy.logs).toEqual([expect.objectContaining({ address: "https://audit.example.com/log/" })]);
		expect(policy.witnesses.map(({ name, address }) => [name, address])).toEqual([
			["X1", undefined],
			["X2", undefined],
			["X3", "https://c.example/w"],
		]);
		expect(policy.quorum).toBe("X2");
	});

	it("evaluates a quorum of nested groups, as in the standard's example", async () => {
		const text = `${three}group X 2 X1 X2 X3\nwitness Y ${D}\ngroup Ys any Y\ngroup both all X Ys\nquorum both\n`;
		expect(await isEnough(text, "X1", "X3", "Y")).toBe(true);
		expect(await isEnough(text, "X1", "Y")).toBe(false);
		expect(await isEnough(text, "X1", "X2", "X3")).toBe(false);
		expect(await isEnough("quorum none\n")).toBe(true);
	});

	it("supports any k of n", async () => {
		const names = fc.subarray(["X1", "X2", "X3"]);
		await fc.assert(
			fc.asyncProperty(names, fc.integer({ min: 1, max: 3 }), async (given, k) => {
				expect(await isEnough(`${three}group X ${k} X1 X2 X3\nquorum X\n`, ...given)).toBe(given.length >= k);
			}),
		);
	});

	it.each([
		["no quorum", three, "no line that says the quorum"],
		["two quorums", "quorum none\nquorum none\n", "Line 2: The quorum has been said before"],
		["a quorum of nobody", "quorum X\n", 'Line 1: "X" is not a witness'],
		["another word", "trust me\n", 'Line 1: "trust" is none of'],
		["a member of a later line", `group X 1 X1\n${three}quorum X\n`, 'Line 1: "X1" is not a witness'],
		["a member twice", `${three}group X 2 X1 X1\nquorum X\n`, "Line 4: A member is named twice"],
		["none as a member", `${three}group X 1 X1 none\nquorum X\n`, 'Line 4: "none" is not a witness'],
		["more than there are", `${three}group X 4 X1 X2 X3\nquorum X\n`, "number from 1 to 3"],
		["a word that every object knows", `${three}group X toString X1\nquorum X\n`, 'Line 4: "toString"'],
		["no number", `${three}group X 01 X1\nquorum X\n`, 'Line 4: "01"'],
		["a name twice", `${three}group X1 1 X2\nquorum X1\n`, 'Line 4: "X1" has been named before'],
		["a key twice", `${three}witness X4 ${A}\nquorum X4\n`, "Line 4: Its key stands in a line before"],
		["a log's key for a witness", `witness X ${log}\nquorum X\n`, "Line 1: The key is not one for cosignatures"],
		["a witness's key for a log", `log ${A}\nquorum none\n`, "Line 1: The key is not a log's"],
		["a broken key", `witness X ${A?.slice(0, -1)}\nquorum X\n`, "Line 1: This is not a valid public key"],
		["a control character", "quorum none\r\n", "Line 1: It has control characters"],
		["no last newline", "quorum none", "newline"],
	])("refuses %s, and says where", async (_, text, words) => {
		await expect(parsePolicy(text)).rejects.toMatchObject({
			code: "log-malformed",
			message: expect.stringContaining(words),
		});
	});
});
