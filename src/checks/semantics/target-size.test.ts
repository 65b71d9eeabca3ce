import { expect, test } from "vitest";
import { aRenderedPage, ask, found } from "../page.testkit.ts";
import { targetSize } from "./target-size.ts";

const SMALL = { kind: "target-size", at: "a.page", excerpt: "<a>2</a>", says: "10px by 12px" } as const;
const judge = (examined: number, failed: number) => {
	const layout = {
		barriers: failed > 0 ? [SMALL] : [],
		contrast: { examined: 9, found: 9 },
		targetSize: { examined, found: failed },
	};
	return ask(targetSize, { rendered: found(aRenderedPage({ layout })) });
};

test.each([
	[3, 0, "pass"],
	[3, 1, "partial"],
	[3, 3, "fail"],
	[0, 0, "not-applicable"],
])("of %s targets %s are small", (examined, failed, outcome) => {
	expect(judge(examined, failed).outcome).toBe(outcome);
});

test("names the target that needs space", () => {
	expect(judge(3, 1)).toMatchObject({ fix: "Give a.page more space: 10px by 12px." });
});
