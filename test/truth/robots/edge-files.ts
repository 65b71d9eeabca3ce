import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { JudgeResult } from "../judge-result.ts";
import { EDGE_QUESTIONS } from "./edge-questions.ts";
import { groupsIn, VerdictTally } from "./verdict-tally.ts";

/** Byte order marks, line endings, typing errors, merged groups: the edge files that crawler-commons keeps. */
export function judgeByEdgeFiles(folder: string): JudgeResult {
	const tally = new VerdictTally("google/robotstxt on crawler-commons' edge files");
	for (const [file, token, path, allowed] of EDGE_QUESTIONS) {
		tally.ask(groupsIn(readFileSync(join(folder, `${file}.txt`))), { name: file, token, url: path, allowed });
	}
	return tally.result();
}
