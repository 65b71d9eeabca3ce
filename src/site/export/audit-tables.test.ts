import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HOSTILE_TEXTS, listedHostileTexts } from "../badge/hostile-text.testkit.ts";
import { csvText } from "./csv.ts";

/** RFC 4180 with this separator. */
function readCsv(text: string, separator = ","): string[][] {
	const rows: string[][] = [[""]];
	let isQuoted = false;
	for (let at = text.startsWith("\uFEFF") ? 1 : 0; at < text.length; at++) {
		const row = rows.at(-1) ?? [];
		const sign = text[at] ?? "";
		if (isQuoted && sign === '"' && text[at + 1] === '"') row.push(`${row.pop()}${text[++at]}`);
		else if (sign === '"') isQuoted = !isQuoted;
		else if (!isQuoted && sign === separator) row.push("");
		else if (!isQuoted && sign === "\r" && text[at + 1] === "\n") rows.push([""]);
		else if (isQuoted || sign !== "\n") row.push(`${row.pop()}${sign}`);
	}
	return rows.slice(0, -1);
}

const texts = fc.oneof(
	fc.string({ unit: "binary" }),
	fc.stringMatching(/^[=+\-@;,"\s|\t\r\na1]{0,20}$/),
	fc.constantFrom(...HOSTILE_TEXTS, "=cmd|' /C calc'!A0", ';=HYPERLINK("https://evil.example")', '";=1+1;"', "＝1+1"),
);

describe("csvText", () => {
	it("keeps rows and cells intact for any text", () => {
		fc.assert(
			fc.property(fc.array(fc.tuple(texts, texts), { minLength: 1, maxLength: 5 }), (rows) => {
				const read = readCsv(csvText(["a", "b"], rows));
				expect(read).toHaveLength(rows.length + 1);
				for (const row of read) expect(row).toHaveLength(2);
			}),
		);
	});

	it("contains no formula, even with semicolon or tab separators", () => {
		const isSafe = (text: string) => {
			const written = csvText(["a", "b"], [[text, text]]);
			for (const separator of [",", ";", "\t"])
				for (const cell of readCsv(written, separator).flat()) expect(cell).not.toMatch(/^["\s]*[=+\-@＝＋－＠]/);
		};
		fc.assert(fc.property(texts, isSafe));
		for (const text of listedHostileTexts().filter((each) => /^["\s;]*[=+\-@]/.test(each))) isSafe(text);
	});

	it("writes numbers as numbers, missing values as empty, and text unchanged", () => {
		expect(
			csvText(
				["score", "why"],
				[
					[-3.5, undefined],
					[0, 'He said "no", twice'],
				],
			),
		).toBe('\uFEFF"score","why"\r\n-3.5,\r\n0,"He said ""no"", twice"\r\n');
	});
});
