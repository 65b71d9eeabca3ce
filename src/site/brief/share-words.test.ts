import { expect, test } from "vitest";
import { PILLARS } from "#core/pillar.ts";
import type { Receipt } from "#core/receipt.ts";
import {
	failedReceipt,
	gatedReceipt,
	makeFinding,
	makeReceipt,
	makeScores,
	readyReceipt,
	store,
} from "../publication/receipt.testkit.ts";
import { buildBrief } from "./brief.ts";
import { shareSentences } from "./brief-texts.ts";

const sentences = (receipt: Receipt) =>
	shareSentences(buildBrief(store("a1", receipt), { baseUrl: "https://a.example" }));

test("a good site: what it means, what gains most, and what is whole", () => {
	expect(sentences(readyReceipt())).toEqual({
		verdict: "Machines can reach, read and operate the site; little is left to do.",
		first: "12 of 14 images have no alt attribute. Fixing it gains 4 points.",
		good: "2 of 4 checks pass; nothing is missing in content extraction.",
	});
});

test("a gate is the verdict, and its check comes first", () => {
	const { verdict, first } = sentences(gatedReceipt());
	expect(verdict).toBe("A gate is closed and caps the score at 40. Without the cap it would be 71.");
	expect(first).toBe(
		"The page carries a robots directive that keeps it out of every index. Fixing it gains 31 points.",
	);
});

test("a fix that gains nothing alone promises nothing", () => {
	const findings = [makeFinding("alt", "semantics", { outcome: "fail", says: "No alt.", fix: "Add it." })];
	expect(sentences(makeReceipt({ findings })).first).toBe("No alt.");
});

test("where no pillar is whole, the stronger axis is named; many whole ones are counted", () => {
	const scores = makeScores(60, { axes: { structure: 50, accessibility: 72 } });
	expect(sentences(makeReceipt({ scores })).good).toBe(
		"0 of 0 checks pass. Accessibility is the stronger axis, at 72.",
	);
	const keys = ["access", "discovery", "content", "data", "safety"] as const;
	const pillars = keys.map((key) => ({ key, label: PILLARS[key].label, score: 100, summary: "" }));
	const whole = makeReceipt({
		scores: makeScores(100, { pillars }),
		findings: keys.map((key) => makeFinding(`of-${key}`, key)),
	});
	expect(sentences(whole).good).toBe(
		"5 of 5 checks pass; nothing is missing in crawler and agent access; discovery and indexability; content extraction and 2 more.",
	);
	expect(sentences(whole).first).toBe("Nothing that is scored is left to fix.");
});

test("without a score it says why and what to do, and praises nothing", () => {
	expect(sentences(failedReceipt())).toEqual({
		verdict: "The site answered our bot with a challenge instead of a page.",
		first: expect.stringContaining("Allow SightlineBot"),
		good: "",
	});
});
