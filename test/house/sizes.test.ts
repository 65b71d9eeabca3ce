import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const tracked = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "src", "jobs"], {
	cwd: repository,
	encoding: "utf8",
});
const files = tracked
	.split("\n")
	.filter((file) => /\.(?:ts|astro)$/.test(file))
	.filter((file) => !/\.(?:test|testkit|contract|examples)\.ts$/.test(file))
	.map((file) => ({ file, text: readFileSync(join(repository, file), "utf8") }));

/** Words of a former private language and the term in their place (docs/glossary.md). */
const REPLACED: Readonly<Record<string, string>> = {
	told: "options, notified or cached",
	desk: "service",
	manner: "kind",
	abroad: "outside",
	whereabouts: "position",
	"turned ?away": "overloaded",
	tape: "text buffer",
	standing: "inherited context, in force",
	keeper: "store",
	"letting go": "release",
	"lets? go of": "releases",
	"is to be": "the field's verb",
};

describe("the source files", () => {
	it("have at most 600 lines each", () => {
		expect(files.filter(({ text }) => text.split("\n").length > 601).map(({ file }) => file)).toEqual([]);
	});

	it("are at most 40 to a folder", () => {
		const counts = Map.groupBy(files, ({ file }) => dirname(file));
		expect([...counts].filter(([, inFolder]) => inFolder.length > 40).map(([folder]) => folder)).toEqual([]);
	});

	// Sentences that readers see are parts of receipts and pages, and change with the methodology.
	it.each(Object.entries(REPLACED))("use a standard term in names and comments in place of %j: %s", (word) => {
		const pattern = new RegExp(`\\b${word}`, "i");
		expect(files.filter(({ text }) => pattern.test(withoutStrings(text))).map(({ file }) => file)).toEqual([]);
	});
});

function withoutStrings(text: string): string {
	return text.replace(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g, '""');
}
