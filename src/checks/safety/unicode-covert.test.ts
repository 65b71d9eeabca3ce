import { expect, test } from "vitest";
import { aPage, ask } from "../page.testkit.ts";
import { unicodeCovert } from "./unicode-covert.ts";

const hide = (how: string, text: string) => ({ at: "line 9, column 2", excerpt: text, how, text });
const judge = (...hidden: readonly ReturnType<typeof hide>[]) => ask(unicodeCovert, {}, aPage({ digest: { hidden } }));

test("none, or text that is hidden in another way", () => {
	expect(judge().outcome).toBe("pass");
	expect(judge(hide("comment", "a builder's note of some length")).outcome).toBe("pass");
});

test("decodes a run if it has a message", () => {
	expect(judge(hide("invisible characters", "buy here"))).toMatchObject({
		outcome: "partial",
		says: 'https://example.com/ has 1 sequence of invisible characters, the first at line 9, column 2. It spells "buy here".',
		fix: "Delete the invisible characters at line 9, column 2 of https://example.com/.",
	});
	const runs = [hide("invisible characters", "U+200B U+200C"), hide("invisible characters", "U+200C U+200B")];
	expect(judge(...runs).says).toBe(
		"https://example.com/ has 2 sequences of invisible characters, the first at line 9, column 2.",
	);
});
