import { expect, test } from "vitest";
import { makeFinding, readyReceipt } from "../publication/receipt.testkit.ts";
import { findingNotes, groupFindings } from "./findings.ts";
import { costsPoints, outcomeWords } from "./receipt-words.ts";

test("every finding stands in exactly one group", () => {
	const { findings, scores } = readyReceipt();
	const { judged, unknown, following, notApplicable } = groupFindings(findings, scores?.pillars);
	const grouped = [
		...judged.flatMap((group) => [...group.faults, ...group.passes, ...group.information]),
		...unknown,
		...following,
		...notApplicable.flatMap((group) => group.findings),
	];
	expect(grouped.map(({ id }) => id).sort()).toEqual(findings.map(({ id }) => id).sort());
});

test("pillars stand in the methodology's order, with their scores", () => {
	const { findings, scores } = readyReceipt();
	const { judged } = groupFindings(findings, scores?.pillars);
	expect(judged.map(({ pillar, score }) => [pillar.key, score])).toEqual([
		["access", 96],
		["content", 100],
		["semantics", 78],
	]);
});

test("what does not apply for one reason stands together", () => {
	const says = "This is looked at in a deep audit only.";
	const outside = (id: string) => makeFinding(id, "discovery", { outcome: "not-applicable", says });
	const { notApplicable } = groupFindings([
		outside("broken-links"),
		makeFinding("hreflang", "discovery", { outcome: "not-applicable", says: "One language." }),
		outside("internal-reach"),
	]);
	expect(notApplicable.map((group) => [group.says, group.findings.map(({ id }) => id)])).toEqual([
		[says, ["broken-links", "internal-reach"]],
		["One language.", ["hreflang"]],
	]);
});

test("what follows from another fault stands apart from what does not apply", () => {
	const of = (id: string, parts: object) => makeFinding(id, "discovery", { outcome: "not-applicable", ...parts });
	const groups = groupFindings([
		of("canonical", { chargedTo: "noindex", own: { outcome: "fail" } }),
		of("sitemap", { chargedTo: "noindex" }),
		of("hreflang", {}),
	]);
	expect(groups.following.map(({ id }) => id)).toEqual(["canonical"]);
	expect(groups.notApplicable.flatMap(({ findings }) => findings.map(({ id }) => id))).toEqual(["sitemap", "hreflang"]);
});

test("only what is scored and not passed is a fault", () => {
	const { judged } = groupFindings(readyReceipt().findings);
	expect(judged[0]?.faults.map(({ id }) => id)).toEqual(["robots-fetch"]);
	expect(judged[0]?.passes.map(({ id }) => id)).toEqual(["search-bots"]);
	expect(judged[0]?.information.map(({ id }) => id)).toEqual(["training-stance"]);
});

test("small print tells weight, gain and readers, or that it is not scored", () => {
	expect(findingNotes(makeFinding("a", "content", { outcome: "fail", lift: 2, weight: 5 }))).toEqual([
		"2 points to gain by itself",
		"weight 5",
		"serves search engines and answer engines",
	]);
	expect(findingNotes(makeFinding("a", "content", { scored: false, engines: ["answers"] }))).toEqual([
		"for information, not scored",
		"serves answer engines",
	]);
});

test.each([
	[{ outcome: "pass" }, "Pass"],
	[{ outcome: "partial", ratio: 0.333 }, "Partly, 33 %"],
	[{ outcome: "fail" }, "Fail"],
	[{ outcome: "fail", scored: false }, "For information"],
	[{ outcome: "partial", ratio: 0.5, scored: false }, "For information"],
	[{ outcome: "pass", scored: false }, "Pass"],
	[{ outcome: "not-applicable" }, "Does not apply"],
	[{ outcome: "unknown" }, "Unknown"],
] as const)("%o reads %s", (finding, words) => {
	expect(outcomeWords(finding)).toBe(words);
});

test("red is for what costs points", () => {
	expect(costsPoints({ outcome: "fail" })).toBe(true);
	expect(costsPoints({ outcome: "partial", ratio: 0.5, scored: true })).toBe(true);
	expect(costsPoints({ outcome: "partial", ratio: 0.5, scored: false })).toBe(false);
	expect(costsPoints({ outcome: "pass" })).toBe(false);
	expect(costsPoints({ outcome: "unknown" })).toBe(false);
});
