import { expect, test } from "vitest";
import { absent, aRenderedPage, ask, found } from "../page.testkit.ts";
import { contrast } from "./contrast.ts";

const PALE = { kind: "contrast", at: "p", excerpt: "<p>Pale</p>", says: "2.1 instead of 4.5:1" } as const;
const judge = (examined: number, failed: number) => {
	const layout = {
		barriers: failed > 0 ? [PALE] : [],
		contrast: { examined, found: failed },
		targetSize: { examined: 9, found: 9 },
	};
	return ask(contrast, { rendered: found(aRenderedPage({ layout })) });
};

test.each([
	[4, 0, "pass"],
	[4, 1, "partial"],
	[4, 4, "fail"],
	[0, 0, "not-applicable"],
])("of %s pieces of text %s are pale", (examined, failed, outcome) => {
	expect(judge(examined, failed).outcome).toBe(outcome);
});

test("earns the share of readable text and names the colours to change", () => {
	expect(judge(4, 1)).toMatchObject({
		ratio: 0.75,
		says: "1 of 4 pieces of text on https://example.com/ (25 %) has too little contrast.",
		fix: "Change the colours of p: 2.1 instead of 4.5:1.",
		exhibits: [{ url: "https://example.com/", at: "p", excerpt: "<p>Pale</p>" }],
	});
});

test("what could not be measured is not judged", () => {
	expect(ask(contrast, { rendered: found(aRenderedPage({ layout: null })) }).outcome).toBe("unknown");
	expect(ask(contrast, { rendered: absent(503) }).outcome).toBe("not-applicable");
});
