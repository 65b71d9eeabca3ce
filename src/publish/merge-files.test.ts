import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
	type Blobs,
	type Change,
	type Entry,
	type Files,
	mergeChanges,
	mergeRunLines,
	withChanges,
} from "./merge-files.ts";

const PREFIX = "reports/";
const idOf = (text: string) => createHash("sha1").update(text).digest("hex");

/** Files by text, and their store. */
function filesOf(texts: Readonly<Record<string, string>>, kept: Map<string, Buffer>): Map<string, Entry> {
	for (const text of Object.values(texts)) kept.set(idOf(text), Buffer.from(text));
	return new Map(Object.entries(texts).map(([path, text]) => [path, { id: idOf(text), mode: "100644" }]));
}

function changesBetween(before: Files, after: Files): Change[] {
	const paths = [...new Set([...before.keys(), ...after.keys()])];
	const changes = paths.map((path) => ({ path, before: before.get(path), after: after.get(path) }));
	return changes.filter((change) => change.before?.id !== change.after?.id);
}

async function merge(texts: readonly Readonly<Record<string, string>>[], keepLog = true) {
	const kept = new Map<string, Buffer>();
	const blobs: Blobs = {
		read: async (id) => kept.get(id) ?? Buffer.from("?"),
		async write(bytes) {
			kept.set(idOf(bytes.toString()), bytes);
			return idOf(bytes.toString());
		},
	};
	const [base, ours, theirs] = texts.map((each) => filesOf(each, kept));
	if (!base || !ours || !theirs) throw new Error("Three states are merged.");
	const { apply, conflicts } = await mergeChanges(changesBetween(base, ours), theirs, blobs, {
		prefix: PREFIX,
		keepLog,
	});
	const merged = [...withChanges(theirs, apply)].map(([path, { id }]) => [path, String(kept.get(id))]);
	return { conflicts, files: Object.fromEntries(merged) };
}

describe("mergeChanges", () => {
	const paths = ["reports/receipts/a/1.json", "reports/watchlist.json", "reports/log/checkpoint", "notes.txt"];
	const state = fc.dictionary(fc.constantFrom(...paths), fc.constantFrom("1", "2", "3"));

	it("takes changes of one side, and reports conflicting changes", async () => {
		await fc.assert(
			fc.asyncProperty(state, state, state, async (base, ours, theirs) => {
				const { conflicts, files } = await merge([base, ours, theirs]);
				for (const path of paths) {
					const [was, mine, there] = [base[path], ours[path], theirs[path]];
					const isConflict = mine !== was && there !== was && mine !== there;
					expect(conflicts.includes(path)).toBe(isConflict);
					if (!isConflict) expect(files[path]).toBe(mine === was ? there : mine);
				}
			}),
		);
	});

	it("keeps the published pending tree, and takes a changed policy of either side", async () => {
		const ours = { "reports/log/pending": "ours", "reports/log/policy.txt": "quorum" };
		const both = await merge([{}, ours, { "reports/log/pending": "theirs" }]);
		expect(both).toEqual({ conflicts: [], files: { ...ours, "reports/log/pending": "theirs" } });
		const gone = { "reports/log/pending": "old" };
		expect(await merge([gone, {}, gone])).toEqual({ conflicts: [], files: {} });
		expect(await merge([{}, ours, {}], false)).toEqual({
			conflicts: [],
			files: { "reports/log/policy.txt": "quorum" },
		});
	});

	it("keeps the published log if ours is replaced", async () => {
		const log = { "reports/log/checkpoint": "ours", "reports/log/tile/0/000": "ours" };
		const theirs = { "reports/log/checkpoint": "theirs" };
		expect(await merge([{}, { ...log, "reports/receipts/a/1.json": "new" }, theirs], false)).toEqual({
			conflicts: [],
			files: { ...theirs, "reports/receipts/a/1.json": "new" },
		});
	});

	it("keeps both sides' lines of a run file", async () => {
		const path = "reports/runs/2026-11-22.jsonl";
		const { files } = await merge([{ [path]: "a\n" }, { [path]: "a\nours\n" }, { [path]: "a\ntheirs\n" }]);
		expect(files[path]).toBe("a\ntheirs\nours\n");
	});
});

describe("mergeRunLines", () => {
	const lines = fc
		.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e", "f"))
		.map((each) => each.map((line) => `${line}\n`).join(""));

	it("has all added lines, no removed lines, and no duplicates", () => {
		fc.assert(
			fc.property(lines, lines, lines, (base, ours, theirs) => {
				const merged = mergeRunLines(base, ours, theirs).split("\n").slice(0, -1);
				expect(new Set(merged).size).toBe(merged.length);
				for (const line of "abcdef") {
					const [was, mine, there] = [base, ours, theirs].map((text) => text.includes(line));
					expect(merged.includes(line), line).toBe(was ? mine && there : mine || there);
				}
			}),
		);
	});
});
