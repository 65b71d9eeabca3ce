import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readEnvironment, type Settings } from "#config/environment.ts";
import type { Notices } from "#core/notice.ts";
import { FakeSite } from "#evidence/fake-site.testkit.ts";
import { createReceipt } from "../store/receipt.ts";
import { openRecords } from "../store/record-audit.ts";
import { exampleReport } from "../store/report.testkit.ts";
import { type RunLine, writeRunFile } from "../store/run-file.ts";
import type { OwnersPlaces } from "./owners-places.ts";

/** A reports directory with audits, and its evidence. */
export async function startReports(): Promise<Settings> {
	const root = await mkdtemp(join(tmpdir(), "sightline-removal-"));
	return readEnvironment({ SIGHTLINE_REPORTS: join(root, "reports"), SIGHTLINE_DATA: join(root, "data") });
}

/** Stores a receipt of that day of November with evidence and run line. @returns its id */
export async function keepAudit(settings: Settings, domain: string, day: number): Promise<string> {
	const { store, archive } = await openRecords(settings);
	const auditedAt = `2026-11-${String(day).padStart(2, "0")}T02:00:00.000Z`;
	const evidence = await archive.put({ host: domain, auditedAt });
	const stored = await createReceipt({ ...exampleReport(), domain, auditedAt }, evidence);
	await store.put(stored);
	const run = auditedAt;
	const line = { run, domain, source: "network", mode: "light", ok: true, auditedAt, score: 71 } as const;
	const others = (await runLines(settings)).filter((each) => each.run === run);
	await writeRunFile(join(settings.reports, "runs"), run, [
		...others,
		{ ...line, status: "recorded", receipt: stored.id },
	]);
	return stored.id;
}

export async function runLines({ reports }: Settings): Promise<RunLine[]> {
	const files = (await filesUnder(join(reports, "runs"))).toSorted();
	const texts = await Promise.all(files.map((file) => readFile(join(reports, "runs", file), "utf8")));
	return texts.flatMap((text) => text.split("\n").filter(Boolean)).map((line) => JSON.parse(line));
}

export async function readNotice({ reports }: Settings): Promise<Notices["notices"]> {
	return JSON.parse(await readFile(join(reports, "notices.json"), "utf8")).notices;
}

/** Paths of files, without temporary ones. */
export async function filesUnder(directory: string): Promise<string[]> {
	const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
	return entries
		.filter((each) => each.isFile())
		.map((each) => join(each.parentPath, each.name).slice(directory.length + 1));
}

/** An owner with these TXT records and no file. */
export function owner(...records: string[]): OwnersPlaces {
	return {
		readTxt: async () => records,
		client: new FakeSite({ "https://example.com/": "", "https://example.org/": "" }),
	};
}
