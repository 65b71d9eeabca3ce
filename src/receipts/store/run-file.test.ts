import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type RunLine, withdrawFromRuns, writeRunFile } from "./run-file.ts";

const line = (run: string, domain: string): RunLine => ({
	run,
	domain,
	source: "network",
	mode: "light",
	status: "recorded",
	ok: true,
});

it("writes a run's lines idempotently, beside other runs of the night", async () => {
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

it("keeps unknown lines, and loses none when 2 runs end concurrently", async () => {
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

it("clears the results of only the given lines", async () => {
	const directory = await mkdtemp(join(tmpdir(), "sightline-withdraw-"));
	const run = "2026-11-21T02:00:00.000Z";
	const found = { score: 71, receipt: "a".repeat(64), auditedAt: run } as const;
	const path = await writeRunFile(directory, run, [
		{ ...line(run, "example.com"), ...found, status: "unchanged" },
		{ ...line(run, "example.com"), status: "error", ok: false, reason: "internal-error", says: "It broke." },
		{ ...line(run, "example.com"), status: "refused", ok: false, reason: "removal-asked", says: "Its owner asked." },
		{ ...line(run, "example.org"), ...found },
	]);
	const kept = (await readFile(path, "utf8")).split("\n").slice(2, 4);
	const newer = '{"domain":"example.com","run":"x","novelty":"a finding"}';
	await writeFile(path, `${await readFile(path, "utf8")}not JSON\n${newer}\n`);
	const concerns = ({ domain }: { domain: string }) => domain === "example.com";
	expect(await withdrawFromRuns(directory, concerns)).toBe(3);
	const after = await readFile(path, "utf8");
	const [unchanged = "", error = "", ...rest] = after.trimEnd().split("\n");
	const left = { run, domain: "example.com", source: "network", mode: "light" };
	expect([unchanged, error].map((text) => JSON.parse(text))).toEqual([
		{ ...left, status: "withdrawn", ok: true },
		{ ...left, status: "error", ok: false },
	]);
	expect(rest).toEqual([...kept, "not JSON", '{"domain":"example.com","run":"x"}']);
	expect(await withdrawFromRuns(directory, concerns)).toBe(0);
	expect(await readFile(path, "utf8")).toBe(after);
	expect(await withdrawFromRuns(join(directory, "nowhere"), concerns)).toBe(0);
});
