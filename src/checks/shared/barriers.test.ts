import { expect, test } from "vitest";
import { aPage } from "../page.testkit.ts";
import { aBarredPage, aBarrier } from "./barriers.testkit.ts";
import { type BarrierRule, judgeBarriers } from "./barriers.ts";

const RULE: BarrierRule = {
	kinds: ["link-name", "button-name"],
	subject: ["control", "controls"],
	none: "The page has no controls.",
	sound: ["with a name", "each with a name"],
	fault: ["has no name", "have no name"],
	cost: "whole",
	fix: ({ at }) => `Correct ${at}.`,
};

test("nothing to look at, nothing wrong, something wrong", () => {
	expect(judgeBarriers(aPage(), RULE)).toEqual({ outcome: "not-applicable", says: "The page has no controls." });
	expect(judgeBarriers(aBarredPage({ "link-name": 3, "button-name": 1 }, []), RULE)).toEqual({
		outcome: "pass",
		says: "4 controls, each with a name.",
	});
	const one = judgeBarriers(aBarredPage({ "link-name": 1 }, [aBarrier("link-name", "<a>")]), RULE);
	expect(one).toEqual({
		outcome: "fail",
		says: "1 of 1 control of https://example.com/ has no name: <a> has it (line 20, column 3).",
		fix: "Correct line 20, column 3.",
		exhibits: [{ url: "https://example.com/", at: "line 20, column 3", excerpt: "<a>" }],
	});
});

test("barriers of other kinds are not its business", () => {
	const page = aBarredPage({ "link-name": 2, "frame-name": 1 }, [aBarrier("frame-name")]);
	expect(judgeBarriers(page, RULE)).toMatchObject({ outcome: "pass", says: "2 controls, each with a name." });
});

test("many: one clause each, the rest counted, also those that are not listed", () => {
	const page = aBarredPage({ "link-name": 90 }, [
		aBarrier("link-name", "<a>"),
		aBarrier("link-name", "<a>"),
		aBarrier("link-name", "<b>"),
		aBarrier("link-name", "<c>"),
	]);
	const cut = { ...page.digest.operability, found: { "link-name": 70 } };
	const verdict = judgeBarriers({ ...page, digest: { ...page.digest, operability: cut } }, RULE);
	expect(verdict).toMatchObject({
		says: expect.stringContaining("70 of 90 controls of https://example.com/ have no name: <a> has it (line 20"),
		fix: "Correct line 20, column 3. Do the same for 69 more.",
	});
	expect(verdict.says).toContain("<b> has it (line 20, column 3) and 68 more.");
});

test("each barrier costs its share, half of it by a half-cost rule, and a terse rule has no clauses", () => {
	const page = aBarredPage({ "link-name": 2 }, [aBarrier("link-name")]);
	expect(judgeBarriers(page, RULE)).toMatchObject({ outcome: "partial", ratio: 0.5 });
	expect(judgeBarriers(page, { ...RULE, cost: "half", terse: true })).toMatchObject({
		outcome: "partial",
		ratio: 0.75,
		says: "1 of 2 controls of https://example.com/ has no name.",
	});
});
