import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { sampleReports } from "#audit/sample-audit.testkit.ts";
import { makeFinding, readyReceipt } from "../publication/receipt.testkit.ts";
import { findingNotes, groupFindings, reproductions } from "./findings.ts";
import { ENGLISH } from "./languages.ts";
import { costsPoints, outcomeWords } from "./receipt-words.ts";

test("every finding is in exactly one group", () => {
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

test("pillars are in methodology order, with their scores", () => {
	const { findings, scores } = readyReceipt();
	const { judged } = groupFindings(findings, scores?.pillars);
	expect(judged.map(({ pillar, score }) => [pillar.key, score])).toEqual([
		["access", 96],
		["content", 100],
		["semantics", 78],
	]);
});

test("findings that do not apply are grouped by reason", () => {
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

test("findings that follow from another fault are separate from those that do not apply", () => {
	const of = (id: string, parts: object) => makeFinding(id, "discovery", { outcome: "not-applicable", ...parts });
	const groups = groupFindings([
		of("canonical", { chargedTo: "noindex", own: { outcome: "fail" } }),
		of("sitemap", { chargedTo: "noindex" }),
		of("hreflang", {}),
	]);
	expect(groups.following.map(({ id }) => id)).toEqual(["canonical"]);
	expect(groups.notApplicable.flatMap(({ findings }) => findings.map(({ id }) => id))).toEqual(["sitemap", "hreflang"]);
});

test("only scored findings that do not pass are faults", () => {
	const { judged } = groupFindings(readyReceipt().findings);
	expect(judged[0]?.faults.map(({ id }) => id)).toEqual(["robots-fetch"]);
	expect(judged[0]?.passes.map(({ id }) => id)).toEqual(["search-bots"]);
	expect(judged[0]?.information.map(({ id }) => id)).toEqual(["training-stance"]);
});

test("small print has weight, gain and engines, or says that it is not scored", () => {
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

test("only findings that cost points are red", () => {
	expect(costsPoints({ outcome: "fail" })).toBe(true);
	expect(costsPoints({ outcome: "partial", ratio: 0.5, scored: true })).toBe(true);
	expect(costsPoints({ outcome: "partial", ratio: 0.5, scored: false })).toBe(false);
	expect(costsPoints({ outcome: "pass" })).toBe(false);
	expect(costsPoints({ outcome: "unknown" })).toBe(false);
});

const HOME = "https://www.example.org/";
const fault = makeFinding("title", "discovery", { outcome: "fail", says: "It is not there." });
const response = { url: HOME, status: 200, sha256: "a".repeat(64), bytes: 48_213 };

test("a request is listed once, with the response and the relevant header fields", () => {
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

test("a finding without a response is reproduced with the file it names, else with the home page", () => {
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

test("of several responses from one URL, the first that is not a redirect is shown", () => {
	const [moved, markdown] = [
		{ ...response, status: 301 },
		{ ...response, bytes: 900, sha256: "f".repeat(64) },
	];
	const indexOf = (parts: object) =>
		reproductions([moved, response, markdown])({ ...fault, ...parts }).map(({ index }) => index);
	expect(indexOf({})).toEqual([1]);
	expect(indexOf({ evidence: [{ url: HOME, at: "line 4", excerpt: "<title>" }] })).toEqual([1]);
});

test("every judged finding of the samples can be reproduced", async () => {
	for (const { findings, responses } of await sampleReports())
		for (const finding of findings.filter(({ outcome }) => outcome !== "unknown" && outcome !== "not-applicable"))
			expect(reproductions(responses)(finding), finding.id).not.toEqual([]);
});

test("a URL is one shell word, and curl does not glob it", () => {
	const url = "https://www.example.org/a'b[1-9]{c,d};$(id)`id`\n&\"";
	const [found] = reproductions([{ ...response, url }])({ ...fault, evidence: [{ url, excerpt: "" }] });
	const words = execFileSync("sh", ["-c", `printf '%s|' ${found?.curl}`], { encoding: "utf8" });
	expect(words).toBe(`curl|-sS|-i|--compressed|--globoff|${url}|`);
});
