import { expect, test } from "vitest";
import { PILLARS } from "#core/pillar.ts";
import type { Receipt } from "#core/receipt.ts";
import { filled } from "#core/wording.ts";
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
import { briefTwin } from "./brief-twin.ts";
import {
	byteWords,
	findingCounts,
	loweredWords,
	lowestCap,
	plotCaption,
	plotDescription,
	reachSummary,
	reachTable,
	readingsOf,
	shareSentences,
	verdictSentence,
} from "./brief-words.ts";
import { ENGLISH } from "./languages.ts";
import { GATE_VERDICTS, VERDICT } from "./texts.ts";

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

test("of several caps the lowest applies", () => {
	const gates = [
		{ id: "soft-404" as const, cap: 60, says: "Soft 404." },
		{ id: "noindex" as const, cap: 40, says: "Not indexed." },
	];
	expect(lowestCap(scored(makeReceipt({ scores: makeScores(40, { ungated: 80 }), gates })))).toBe(40);
});

test("the plot's caption states the formula", () => {
	expect(plotCaption(scored(readyReceipt()))).toMatch(/is the mean of the two axes\. Each line/);
	expect(plotCaption(scored(gatedReceipt()))).toBe(
		"Mean of the two axes: 71.5. 1 grave fault takes a quarter off, and limits the score to 40. That makes 40.",
	);
});

test("a score below its cap is not called capped, and its sum is shown", () => {
	const gates = [{ id: "no-main-text" as const, cap: 55, says: "There is next to no text." }];
	const axes = { structure: 60, accessibility: 53 };
	const low = scored(makeReceipt({ scores: makeScores(42, { axes, ungated: 57 }), gates }));
	expect(loweredWords(low)).toBe("42 after a quarter off");
	expect(plotCaption(low)).toBe(
		"Mean of the two axes: 56.5. 1 grave fault takes a quarter off, and the score cannot be above 55. That makes 42.",
	);
	expect(loweredWords(scored(gatedReceipt()))).toBe("Capped: 40");
	expect(loweredWords(scored(readyReceipt()))).toBeUndefined();
	expect(plotDescription(low)).toContain("A second dot shows where the score of 42 lies.");
});

test("axes that are lower than all their pillars are explained", () => {
	const pillars = [{ key: "access" as const, label: PILLARS.access.label, score: 30, summary: "" }];
	const gates = [{ id: "home-error" as const, cap: 30, says: "It answers with an error." }];
	const axes = { structure: 0, accessibility: 0 };
	expect(plotCaption(scored(makeReceipt({ scores: makeScores(0, { axes, pillars }), gates })))).toContain(
		"That keeps Structure at 0 and Accessibility at 0, below the pillars that we could check.",
	);
});

test("twins and pages have the same counts", () => {
	const counts = findingCounts(brief(readyReceipt()));
	expect(counts).toEqual({ faults: 2, passes: 2, notApplicable: 1, unknown: 1 });
	expect(JSON.parse(briefTwin(brief(readyReceipt()), "json")).counts).toMatchObject({ notApplicable: 1, unknown: 1 });
});

test("the score has 4 readings, and one without a check has no number", () => {
	const receipt = makeReceipt({ scores: makeScores(80, { engines: { search: 81 } }) });
	const readings = readingsOf(scored(receipt)).flatMap((group) => group.readings);
	expect(readings.map(({ label, score }) => [label, score])).toEqual([
		["Structure", 80],
		["Accessibility", 80],
		["Search engines", 81],
		["Answer engines", undefined],
	]);
});

test("the command repeats the audit", () => {
	expect(brief(readyReceipt()).cli).toBe("npx https://audit.example.com/cli/sightline-0.3.4.tgz audit www.example.org");
	expect(brief({ ...readyReceipt(), mode: "deep" }).cli).toBe(
		"npx https://audit.example.com/cli/sightline-0.3.4.tgz audit www.example.org --mode deep",
	);
	expect(brief(folderReceipt()).cli).toBe(
		"npx https://audit.example.com/cli/sightline-0.3.4.tgz audit --dir . --as docs.example.org",
	);
});

test("sizes read well", () => {
	expect([0, 1023, 1536, 5 * 1024 * 1024].map((bytes) => byteWords(bytes))).toEqual([
		"0 B",
		"1023 B",
		"1.5 KiB",
		"5.0 MiB",
	]);
});

const sentences = (receipt: Receipt) =>
	shareSentences(buildBrief(store("a1", receipt), { baseUrl: "https://a.example" }));

test("the brief of a good site names the loss, the fault with its gain, and what passes", () => {
	expect(sentences(readyReceipt())).toEqual({
		verdict: filled(VERDICT.costsMost, {
			problem: "search engines and screen readers cannot tell what some of your pictures show",
		}),
		first: "Images have no text description (alt). Editor, about 30 minutes. The score rises by 4 points.",
		firstIsNamed: false,
		good: "2 of 4 checks pass. No faults in: content extraction.",
	});
});

test("a block is named once, in the verdict", () => {
	const { verdict, first, firstIsNamed } = sentences(gatedReceipt());
	expect(verdict).toBe(GATE_VERDICTS.noindex);
	expect(firstIsNamed).toBe(true);
	expect(first).toBe(
		"Search engines leave the page out of their results, so people who search cannot find it. Developer, about 15 minutes. The score rises by 31 points.",
	);
});

test("a fault not in the verdict is named before its cost", () => {
	const row = {
		key: "claude",
		name: "Claude",
		kind: "answers",
		state: "blocked",
		says: "May not.",
		check: "answer-indexers",
	};
	const open = { key: "google", name: "Google", kind: "search", state: "allowed", says: "May." };
	const reach = [open, row] as unknown as NonNullable<Receipt["reach"]>;
	const { verdict, first, firstIsNamed } = sentences({ ...readyReceipt(), reach });
	expect(verdict).toContain(filled(VERDICT.cannotCite, { engines: "Claude" }));
	expect(firstIsNamed).toBe(false);
	expect(first).toMatch(/^Images have no text description \(alt\)\. People/);
});

test("a fix that gains nothing alone promises nothing", () => {
	const findings = [makeFinding("alt", "semantics", { outcome: "fail", says: "No alt.", fix: "Add it." })];
	expect(sentences(makeReceipt({ findings })).first).not.toContain("rises");
});

test("no pillar is praised if none is complete, and none is named if all checks pass", () => {
	const scores = makeScores(60, { axes: { structure: 50, accessibility: 72 } });
	expect(sentences(makeReceipt({ scores })).good).toBe("");
	const keys = ["access", "discovery", "content", "data", "safety"] as const;
	const pillars = keys.map((key) => ({ key, label: PILLARS[key].label, score: 100, summary: "" }));
	const whole = makeReceipt({
		scores: makeScores(100, { pillars }),
		findings: keys.map((key) => makeFinding(`of-${key}`, key)),
	});
	expect(sentences(whole).good).toBe("5 of 5 checks pass.");
	expect(sentences(whole).first).toBe("");
	expect(sentences(whole).verdict).toContain(VERDICT.nothingLeft);
});

test("without a score, the brief gives reason and advice without praise", () => {
	expect(sentences(failedReceipt())).toEqual({
		verdict: "The site answered our bot with a challenge instead of a page.",
		first: expect.stringContaining("Allow SightlineBot"),
		firstIsNamed: false,
		good: "",
	});
});

const noindex = { url: "https://example.com/", at: "line 4", excerpt: '<meta name="robots" content="noindex">' };
const robots = { url: "https://example.com/robots.txt", at: "line 12", excerpt: "Disallow: /" };
const row = (name: string, kind: "search" | "answers", because?: typeof noindex) => ({
	name,
	kind,
	state: because ? ("blocked" as const) : ("allowed" as const),
	says: because ? "May not." : "May.",
	...(because ? { because } : {}),
});

test("engines with the same text share a row, and refer to the responsible line by number", () => {
	const { groups, lines } = reachTable([
		row("Google", "search", noindex),
		row("Perplexity", "answers", robots),
		row("Bing", "search", { ...noindex }),
		row("Claude", "answers"),
	]);
	expect(lines.map(({ number, excerpt }) => [number, excerpt])).toEqual([
		[1, noindex.excerpt],
		[2, robots.excerpt],
	]);
	expect(groups.map(({ kind, rows }) => [kind, rows.map(({ names, line }) => [names.join(), line])])).toEqual([
		["search", [["Google,Bing", 1]]],
		[
			"answers",
			[
				["Perplexity", 2],
				["Claude", undefined],
			],
		],
	]);
});

test("an empty kind has no group", () => {
	expect(reachTable([row("Claude", "answers")]).groups.map(({ kind }) => kind)).toEqual(["answers"]);
});

test("the tally counts each engine once", () => {
	const { tally } = reachTable([row("Google", "search", noindex), row("Claude", "answers")]);
	expect(tally.filter(({ count }) => count > 0)).toEqual([
		{ state: "allowed", count: 1 },
		{ state: "blocked", count: 1 },
	]);
});

const tally = (allowed: number, partly: number, blocked: number, unknown: number) =>
	(["allowed", "partly", "blocked", "unknown"] as const).map((state, index) => ({
		state,
		count: [allowed, partly, blocked, unknown][index] ?? 0,
	}));

test.each([
	[tally(12, 0, 0, 0), "All 12 can read your home page."],
	[tally(0, 0, 11, 0), "None of the 11 can read your home page."],
	[tally(9, 1, 2, 0), "2 of 12 cannot read your home page, 1 only in part, 9 can."],
	[tally(9, 0, 0, 3), "9 of 12 can read your home page; 3 unknown."],
	[tally(0, 4, 8, 0), "8 of 12 cannot read your home page, 4 only in part."],
	[tally(0, 0, 0, 2), "We could not tell for any of the 2."],
])("who can reach the site is told in a sentence", (given, says) => {
	expect(reachSummary(given, ENGLISH)).toBe(says);
});
