import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { RunLine } from "#core/run-line.ts";
import { writeRunFile } from "./run-file.ts";

const line = (run: string, domain: string): RunLine => ({
	run,
	domain,
	source: "network",
	mode: "light",
	status: "recorded",
	ok: true,
});

it("writes a run's lines once, however often it is told to, beside other runs of the night", async () => {
	const directory = await mkdtemp(join(tmpdir(), "sightline-runs-"));
	const first = "2026-11-21T02:00:00.000Z";
	const second = "2026-11-21T14:00:00.000Z";
	await writeRunFile(directory, first, [line(first, "a.example.com")]);
	await writeRunFile(directory, second, [line(second, "a.example.com")]);
	await writeRunFile(directory, first, [line(first, "a.example.com"), line(first, "b.example.com")]);
	const path = await writeRunFile(directory, first, [line(first, "a.example.com"), line(first, "b.example.com")]);
	expect(path.endsWith("2026-11-21.jsonl")).toBe(true);
	const lines = (await readFile(path, "utf8"))
		.trim()
		.split("\n")
		.map((text) => JSON.parse(text));
	expect(lines.map((each) => `${each.run} ${each.domain}`)).toEqual([
		`${second} a.example.com`,
		`${first} a.example.com`,
		`${first} b.example.com`,
	]);
});

it("keeps lines that it does not know, and loses none when two runs end together", async () => {
	const directory = await mkdtemp(join(tmpdir(), "sightline-runs-"));
	const path = join(directory, "2026-11-21.jsonl");
	await writeFile(path, '<<<<<<< HEAD\n{"run":"x","new":true}\n');
	const runs = Array.from({ length: 20 }, (_, index) => `2026-11-21T02:00:00.${String(index).padStart(3, "0")}Z`);
	await Promise.all(runs.map((run) => writeRunFile(directory, run, [line(run, "a.example.com")])));
	const text = await readFile(path, "utf8");
	expect(text.startsWith('<<<<<<< HEAD\n{"run":"x","new":true}\n')).toBe(true);
	for (const run of runs) expect(text).toContain(run);
	expect(await readdir(directory)).toEqual(["2026-11-21.jsonl"]);
});
