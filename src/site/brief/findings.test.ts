import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { sampleReports } from "#audit/sample-audit.testkit.ts";
import { makeFinding, readyReceipt } from "../publication/receipt.testkit.ts";
import { findingNotes, groupFindings, reproductions } from "./findings.ts";
import { ENGLISH } from "./languages.ts";
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
	const says = "Only a deep audit checks this.";
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
	expect(findingNotes(makeFinding("a", "content", { outcome: "fail", lift: 2, weight: 5 }), ENGLISH)).toEqual([
		"2 points to gain on its own",
		"weight 5",
		"serves search engines and answer engines",
	]);
	expect(findingNotes(makeFinding("a", "content", { scored: false, engines: ["answers"] }), ENGLISH)).toEqual([
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

const HOME = "https://www.example.org/";
const fault = makeFinding("title", "discovery", { outcome: "fail", says: "It is not there." });
const response = { url: HOME, status: 200, sha256: "a".repeat(64), bytes: 48_213 };

test("a request stands once, with the answer and the fields that the finding rests on", () => {
	const evidence = [
		{ url: HOME, at: "line 4", excerpt: "<title>" },
		{ url: `${HOME}#main`, at: "header x-robots-tag", excerpt: "noindex" },
	];
	expect(reproductions([response])({ ...fault, evidence })).toEqual([
		{
			...response,
			index: 0,
			curl: "curl -sS -i --compressed --globoff 'https://www.example.org/'",
			fields: [{ name: "x-robots-tag", value: "noindex" }],
		},
	]);
});

test("what has no evidence of an answer is shown by the file that it names, else by the home page", () => {
	const robots = { ...response, url: `${HOME}robots.txt`, status: 404 };
	const moved = { ...response, url: "http://www.example.org/", status: 301 };
	const urlOf = (parts: object) =>
		reproductions([moved, robots, response])({ ...fault, ...parts }).map(({ url }) => url);
	expect(urlOf({ says: `There is no robots.txt (${robots.url} answers 404).` })).toEqual([robots.url]);
	expect(urlOf({ says: "There is none.", fix: `Serve ${robots.url}.` })).toEqual([robots.url]);
	expect(urlOf({})).toEqual([HOME]);
	expect(urlOf({ evidence: [{ url: "https://other.example/", excerpt: "a" }] })).toEqual([HOME]);
	expect(urlOf({ outcome: "unknown", says: `We could not look at ${HOME}` })).toEqual([]);
	expect(reproductions([])(fault)).toEqual([]);
});

test("of several answers from one address, every finding is shown the first that leads nowhere else", () => {
	const [moved, markdown] = [
		{ ...response, status: 301 },
		{ ...response, bytes: 900, sha256: "f".repeat(64) },
	];
	const indexOf = (parts: object) =>
		reproductions([moved, response, markdown])({ ...fault, ...parts }).map(({ index }) => index);
	expect(indexOf({})).toEqual([1]);
	expect(indexOf({ evidence: [{ url: HOME, at: "line 4", excerpt: "<title>" }] })).toEqual([1]);
});

test("every judged finding of the samples can be repeated", async () => {
	for (const { findings, responses } of await sampleReports())
		for (const finding of findings.filter(({ outcome }) => outcome !== "unknown" && outcome !== "not-applicable"))
			expect(reproductions(responses)(finding), finding.id).not.toEqual([]);
});

test("an address stays one word of the command, whatever stands in it, and curl reads no pattern in it", () => {
	const url = "https://www.example.org/a'b[1-9]{c,d};$(id)`id`\n&\"";
	const [found] = reproductions([{ ...response, url }])({ ...fault, evidence: [{ url, excerpt: "" }] });
	const words = execFileSync("sh", ["-c", `printf '%s|' ${found?.curl}`], { encoding: "utf8" });
	expect(words).toBe(`curl|-sS|-i|--compressed|--globoff|${url}|`);
});
