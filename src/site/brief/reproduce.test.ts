import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { sampleReports } from "#audit/sample-audit.testkit.ts";
import { makeFinding } from "../publication/receipt.testkit.ts";
import { reproductions } from "./reproduce.ts";

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
