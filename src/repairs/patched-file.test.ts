import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { makeFolder } from "#evidence/site/folder.testkit.ts";
import { PatchedFile } from "./patched-file.ts";
import type { Edit } from "./source-text.ts";
import { unifiedDiff } from "./unified-diff.ts";

const TEXT = fc
	.array(fc.constantFrom("a", "b", "<p>", "\n", "\r\n", "é", "\n\n"), { maxLength: 60 })
	.map((parts) => parts.join(""));

/** Edits without overlaps, as offsets into a file of this length. */
function editsOf(length: number, cuts: readonly number[], texts: readonly string[]): Edit[] {
	const at = [...new Set(cuts.map((cut) => cut % (length + 1)))].sort((a, b) => a - b);
	const edits: Edit[] = [];
	for (let index = 0; index + 1 < at.length; index += 2) {
		const bytes = Buffer.from(texts[index] ?? "");
		edits.push({ start: at[index] ?? 0, end: at[index + 1] ?? 0, bytes, check: `check-${index}` });
	}
	return edits;
}

function edited(bytes: Buffer, edits: readonly Edit[]): Buffer {
	return edits
		.toSorted((a, b) => b.start - a.start)
		.reduce((now, { start, end, bytes: put }) => {
			return Buffer.concat([now.subarray(0, start), put, now.subarray(end)]);
		}, bytes);
}

const CUTS = fc.array(fc.nat(1_000), { maxLength: 8 });
const TEXTS = fc.array(TEXT, { minLength: 8, maxLength: 8 });

test("layered edits equal sequential ones, and changes refer to the original", () => {
	fc.assert(
		fc.property(TEXT, CUTS, TEXTS, CUTS, TEXTS, (text, cuts, texts, moreCuts, moreTexts) => {
			const original = Buffer.from(text);
			const first = editsOf(original.length, cuts, texts);
			const between = edited(original, first);
			const second = editsOf(between.length, moreCuts, moreTexts);
			const expected = edited(between, second);
			const patched = new PatchedFile(original).with(first).with(second);
			expect(Buffer.from(patched.content())).toEqual(expected);
			const changes = patched.changes().map((each) => ({ ...each, check: "" }));
			expect(edited(original, changes)).toEqual(expected);
		}),
	);
});

test("git apply and patch turn the old files into the new ones, with any lines and names", () => {
	const names = fc.constantFrom("page.html", "a b.html", 'q"uote.html', "ümlaut.html");
	fc.assert(
		fc.property(names, TEXT, CUTS, TEXTS, (path, text, cuts, texts) => {
			const original = Buffer.from(text);
			const edits = editsOf(original.length, cuts, texts);
			const patched = new PatchedFile(original).with(edits);
			const expected = edited(original, edits);
			if (expected.equals(original) || original.length === 0 || expected.length === 0) return;
			const diff = unifiedDiff([{ path, isNew: false, patched }]);
			for (const [command, args] of [
				["git", ["apply", "--whitespace=nowarn", "-"]],
				["patch", ["-p1", "--binary", "--silent"]],
			] as const) {
				const folder = makeFolder({ [path]: original });
				execFileSync(command, args, { cwd: folder, input: diff });
				expect(readFileSync(join(folder, path))).toEqual(expected);
			}
		}),
		{ numRuns: 25 },
	);
});
