import { readFileSync } from "node:fs";
import type { JudgeResult } from "../judge-result.ts";
import { groupsIn, VerdictTally } from "./verdict-tally.ts";

interface GoogleCase {
	readonly test: string;
	readonly line: number;
	readonly robots: string;
	readonly ua: string;
	readonly url: string;
	readonly allowed: boolean;
}

/** The 145 questions that the tests of google/robotstxt (robots_test.cc) ask of Google's own matcher. */
export function judgeByGoogleCases(path: string): JudgeResult {
	const tally = new VerdictTally("google/robotstxt, its own tests");
	const cases = JSON.parse(readFileSync(path, "utf8")) as readonly GoogleCase[];
	for (const { test, line, robots, ua, url, allowed } of cases) {
		tally.ask(groupsIn(Buffer.from(robots)), { name: `${test}:${line}`, token: ua, url, allowed });
	}
	return tally.result();
}
