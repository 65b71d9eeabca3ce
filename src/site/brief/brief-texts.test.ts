import { expect, test } from "vitest";
import { PILLARS } from "#core/pillar.ts";
import type { Receipt } from "#core/receipt.ts";
import {
	failedReceipt,
	folderReceipt,
	gatedReceipt,
	makeFinding,
	makeReceipt,
	makeScores,
	readyReceipt,
	store,
} from "../publication/receipt.testkit.ts";
import { buildBrief, type ScoredBrief } from "./brief.ts";
import {
	byteWords,
	gateSentence,
	lowestCap,
	plotDescription,
	readingsOf,
	repeatCommand,
	shareSentences,
	verdictSentence,
} from "./brief-texts.ts";

const brief = (receipt: Receipt) => buildBrief(store("a1", receipt), { baseUrl: "https://audit.example.com" });
const scored = (receipt: Receipt) => brief(receipt) as ScoredBrief;

test("the verdict is one sentence about the site", () => {
	expect(verdictSentence(brief(readyReceipt()))).toBe(
		"www.example.org: 91 of 100, ready. Structure 94, accessibility 89.",
	);
	expect(verdictSentence(brief(failedReceipt()))).toBe(
		"closed.example.org could not be audited. The site answered our bot with a challenge instead of a page.",
	);
});

test("a gate is stated with what it costs", () => {
	expect(gateSentence(scored(readyReceipt()))).toBeUndefined();
	expect(gateSentence(scored(gatedReceipt()))).toBe(
		"A gate is closed and caps the score at 40. Without the cap it would be 71.",
	);
	const gate = { id: "soft-404" as const, cap: 60, says: "Soft 404." };
	const low = makeReceipt({ scores: makeScores(35), gates: [gate] });
	expect(gateSentence(scored(low))).toBe("A gate is closed, but the score is below the cap in any case.");
	const two = makeReceipt({
		scores: makeScores(40, { ungated: 80 }),
		gates: [gate, { id: "noindex", cap: 40, says: "Not indexed." }],
	});
	expect(gateSentence(scored(two))).toBe("2 gates are closed and cap the score at 40. Without the cap it would be 80.");
	expect(lowestCap(scored(two))).toBe(40);
	expect(plotDescription(scored(two))).toContain("caps the score at 40");
	expect(plotDescription(scored(readyReceipt()))).not.toContain("gate");
});

test("four readings stand beside the score; one without a check has no number", () => {
	const receipt = makeReceipt({ scores: makeScores(80, { engines: { search: 81 } }) });
	const readings = readingsOf(scored(receipt)).flatMap((group) => group.readings);
	expect(readings.map(({ label, score }) => [label, score])).toEqual([
		["Structure", 80],
		["Accessibility", 80],
		["Search engines", 81],
		["Answer engines", undefined],
	]);
});

test("the command repeats the audit that was made", () => {
	expect(repeatCommand(brief(readyReceipt()))).toBe("npx sightline@0.3.4 audit www.example.org");
	expect(repeatCommand(brief(folderReceipt()))).toBe("npx sightline@0.3.4 audit --dir <folder> --as docs.example.org");
});

test("sizes read well", () => {
	expect([0, 1023, 1536, 5 * 1024 * 1024].map(byteWords)).toEqual(["0 B", "1023 B", "1.5 KiB", "5.0 MiB"]);
});

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
