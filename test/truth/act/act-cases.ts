import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import * as z from "zod";
import { readVector, vectorPath } from "#test/vectors/vectors.ts";

export interface ActCase {
	/** Id of the ACT rule, six characters. */
	readonly rule: string;
	/** `Failed Example 2`. */
	readonly title: string;
	readonly url: string;
	readonly expected: "failed" | "passed" | "inapplicable";
	/** Media type of the page. */
	readonly contentType: string;
	/** The page as published. */
	readonly body: Uint8Array;
}

const CASES = z.object({
	testcases: z.array(
		z.object({
			ruleId: z.string(),
			testcaseTitle: z.string(),
			expected: z.enum(["failed", "passed", "inapplicable"]),
			relativePath: z.string().regex(/^testcases\/[\w/.-]+$/),
			url: z.url(),
		}),
	),
});

const TYPES: ReadonlyMap<string, string> = new Map([
	["html", "text/html"],
	["svg", "image/svg+xml"],
	["xhtml", "application/xhtml+xml"],
	["xml", "application/xml"],
]);

/**
 * The published test cases of some ACT rules (W3C, wcag-act-rules). The archive of their pages is unpacked into a temporary folder and gone afterwards.
 */
export async function readActCases(rules: ReadonlySet<string>): Promise<ActCase[]> {
	const archive = vectorPath("act/act-testcases-html.tar.gz");
	const { testcases } = CASES.parse(JSON.parse(readVector("act/testcases.json")));
	const wanted = testcases.filter(({ ruleId }) => rules.has(ruleId));
	const pages = await mkdtemp(join(tmpdir(), "act-"));
	try {
		await promisify(execFile)("tar", ["-xzf", archive, "-C", pages]);
		return await Promise.all(
			wanted.map(async ({ ruleId, testcaseTitle, expected, relativePath, url }) => {
				const body = await readFile(join(pages, "actpack", relativePath));
				const contentType = TYPES.get(relativePath.split(".").at(-1) ?? "") ?? "application/octet-stream";
				return { rule: ruleId, title: testcaseTitle, url, expected, contentType, body };
			}),
		);
	} finally {
		await rm(pages, { recursive: true, force: true });
	}
}
