import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { gunzipSync } from "node:zlib";
import { upperCaseEscapes } from "#core/robots-rules.ts";
import type { RobotsTxt } from "#evidence/evidence-map.ts";
import type { JudgeResult } from "../judge-result.ts";
import { tarEntries } from "./tar-entries.ts";
import { readBody, VerdictTally } from "./verdict-tally.ts";

/** `[file, crawler, address, allowed]`, one a line. */
type Row = readonly [file: string, token: string, url: string, allowed: boolean];

export interface RealFilesInput {
	/** tar.gz of robots.txt files, named by host. */
	readonly archive: string;
	/** jsonl.gz of what google/robotstxt decides about them. */
	readonly verdicts: string;
}

/**
 * Real robots.txt files, and what Google's matcher decides about them: every line a question. Two kinds of
 * disagreement are meant, and say so: the published matcher reads without an end, where Google's crawler and we stop
 * at 512,000 bytes; and it compares `%2b` in an address with `%2B` in a pattern as different, against RFC 3986.
 */
export function judgeByRealFiles({ archive, verdicts }: RealFilesInput): JudgeResult {
	const bodies = new Map<string, Uint8Array>();
	for (const { path, body } of tarEntries(gunzipSync(readFileSync(archive)))) bodies.set(basename(path), body);
	const read = new Map<string, RobotsTxt>();
	const robotsOf = (file: string): RobotsTxt => {
		const known = read.get(file);
		if (known) return known;
		const body = bodies.get(basename(file));
		if (!body) throw new Error(`${archive} has no ${file}.`);
		const robots = readBody(body);
		read.set(file, robots);
		return robots;
	};
	const tally = new VerdictTally("google/robotstxt on real files");
	for (const line of gunzipSync(readFileSync(verdicts)).toString("utf8").split("\n")) {
		if (line === "") continue;
		const [file, token, url, allowed] = JSON.parse(line) as Row;
		const { groups, truncated } = robotsOf(file);
		tally.ask(groups, { name: file, token, url, allowed, meant: meantDifference(url, truncated) });
	}
	return tally.result();
}

function meantDifference(url: string, truncated: boolean): string | undefined {
	if (truncated) return "the file is longer than 512,000 bytes";
	return url === upperCaseEscapes(url) ? undefined : "the address has an escape in lower case";
}
