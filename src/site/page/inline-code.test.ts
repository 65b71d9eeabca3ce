import { expect, it } from "vitest";
import { inlineCode } from "./inline-code.ts";

it("parts paragraphs and marks code", () => {
	expect(inlineCode("Mode `deep`\nreads more.\n\nThe end.")).toEqual([
		[
			{ text: "Mode ", isCode: false },
			{ text: "deep", isCode: true },
			{ text: " reads more.", isCode: false },
		],
		[{ text: "The end.", isCode: false }],
	]);
});

it("has nothing to say of nothing", () => expect(inlineCode(" \n ")).toEqual([]));
