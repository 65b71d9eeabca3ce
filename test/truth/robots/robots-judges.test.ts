import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { FULL } from "#core/long-form.testkit.ts";
import { findSharedData, vectorPath } from "#test/vectors/vectors.ts";
import { judgeByEdgeFiles } from "./edge-files.ts";
import { judgeByGoogleCases } from "./google-cases.ts";
import { judgeByRealFiles } from "./real-files.ts";

describe("robots.txt, held against Google's matcher", () => {
	it("agrees in all of its own 145 cases", () => {
		const result = judgeByGoogleCases(vectorPath("robots/google-robots_test-cases.json"));
		expect(result.disagreements).toEqual([]);
		expect([result.cases, result.agreed]).toEqual([145, 145]);
	});

	it("agrees on the edge files of crawler-commons", () => {
		const result = judgeByEdgeFiles(vectorPath("robots/crawler-commons"));
		expect(result.disagreements).toEqual([]);
		expect(result.cases).toBeGreaterThanOrEqual(80);
	});

	const archive = findSharedData("data/robots/protego-real-robots-4231.tar.gz");
	const verdicts = findSharedData("data/robots/google-matcher-verdicts-174361.jsonl.gz");
	if (FULL) {
		it.skipIf(!archive.path || !verdicts.path)(
			`agrees on 4,231 real files, but for what we mean otherwise${archive.note || verdicts.note}`,
			{ timeout: 120_000 },
			() => {
				const result = judgeByRealFiles({ archive: archive.path ?? "", verdicts: verdicts.path ?? "" });
				expect(result.disagreements.filter(({ ours }) => !ours.includes("(meant: "))).toEqual([]);
				expect(result.cases).toBe(174_361);
				expect(result.agreed / result.cases).toBeGreaterThan(0.999);
			},
		);
	}
});

describe("the judge itself", () => {
	const files = {
		"a.example": "User-agent: *\nDisallow: /x%2b\n",
		"b.example": `#${"x".repeat(512_000)}\nUser-agent: *\nDisallow: /`,
	};
	const rows = [
		["a.example", "AnyBot", "https://h/x%2B", false],
		["a.example", "AnyBot", "https://h/x%2b", true],
		["a.example", "AnyBot", "https://h/y", false],
		["b.example", "AnyBot", "https://h/", false],
	];

	it("finds what differs, and tells what is meant", () => {
		const folder = mkdtempSync(join(tmpdir(), "robots-judge-"));
		const [archive, verdicts] = [join(folder, "files.tar.gz"), join(folder, "verdicts.jsonl.gz")];
		writeFileSync(
			archive,
			gzipSync(Buffer.concat(Object.entries(files).flatMap(([name, body]) => tarMember(name, body)))),
		);
		writeFileSync(verdicts, gzipSync(rows.map((row) => JSON.stringify(row)).join("\n")));
		const { cases, agreed, disagreements } = judgeByRealFiles({ archive, verdicts });
		expect({ cases, agreed }).toEqual({ cases: 4, agreed: 1 });
		expect(disagreements.map(({ ours }) => ours)).toEqual([
			"disallowed by line 2, Disallow: /x%2b (meant: the address has an escape in lower case)",
			"allowed",
			"allowed (meant: the file is longer than 512,000 bytes)",
		]);
	});
});

function tarMember(name: string, body: string): Buffer[] {
	const header = Buffer.alloc(512);
	header.write(`real/${name}`, 0);
	header.write(body.length.toString(8).padStart(11, "0"), 124);
	header.write("0", 156);
	return [header, Buffer.alloc(Math.ceil(body.length / 512) * 512, body, "latin1").fill(0, body.length)];
}
