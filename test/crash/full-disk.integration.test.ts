import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { reportFailure } from "#config/exit-code.ts";
import { FULL } from "#core/long-form.testkit.ts";
import { type Files, readFiles, writeFiles } from "./disk-states.testkit.ts";
import { OPERATIONS } from "./operations.testkit.ts";

const PAGE = 4096;
/** More than any of these operations needs. */
const MOST_PAGES = 1000;

/** Why no small disk can be had here; undefined where one can. */
function whyNoSmallDisk(): string | undefined {
	const place = mkdtempSync(join(tmpdir(), "sightline-mount-"));
	try {
		execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "none", place], { stdio: "ignore" });
		execFileSync("umount", [place]);
		return undefined;
	} catch {
		return "only root may mount a small disk";
	} finally {
		rmSync(place, { recursive: true });
	}
}

const reason = whyNoSmallDisk();

function pagesOf(files: Files): number {
	// Folders of a tmpfs take none.
	return [...files.values()].reduce((sum, data) => sum + Math.ceil((data?.length ?? 0) / PAGE), 1);
}

/** Runs on a disk with so many pages left, or a read-only one. @returns the disk afterwards, and what the operation failed with */
async function runWith(free: number | "read-only", name: string, before: Files, disk: string) {
	const pages = pagesOf(before) + (free === "read-only" ? MOST_PAGES : free);
	execFileSync("mount", ["-t", "tmpfs", "-o", `size=${pages * PAGE}`, "none", disk]);
	try {
		writeFiles(disk, before);
		if (free === "read-only") execFileSync("mount", ["-o", "remount,ro", disk]);
		const said: string[] = [];
		const failure = await OPERATIONS[name]
			?.run(disk, (what) => said.push(what))
			.then(
				() => undefined,
				(error: unknown) => error,
			);
		return { after: readFiles(disk), said, failure };
	} finally {
		execFileSync("umount", ["--lazy", disk]);
	}
}

/** What the command line says. */
function wordsOf(failure: unknown): string {
	const said: string[] = [];
	reportFailure(failure, { write: (text) => said.push(text) });
	const words = said.join("");
	expect(words).not.toContain("bug in the program");
	return words;
}

const NAMES = ["first-seal", "rescan", "live", "removal", "files"];

it.skipIf(reason !== undefined).each(NAMES)(
	`%s on a disk that is read-only says so, changes nothing, and goes on when it is not${reason === undefined ? "" : ` (${reason})`}`,
	{ timeout: 300_000 },
	async (name) => {
		const disk = join(mkdtempSync(join(tmpdir(), "sightline-read-only-")), "disk");
		mkdirSync(disk);
		await OPERATIONS[name]?.prepare(disk);
		const before = readFiles(disk);
		const { after, said, failure } = await runWith("read-only", name, before, disk);
		expect(wordsOf(failure)).toMatch(/read-only/);
		expect(said).toEqual([]);
		expect(after).toEqual(before);
		await OPERATIONS[name]?.check(disk, []);
	},
);

it.skipIf(reason !== undefined).each(NAMES)(
	`%s on a disk that is full at any write says so, leaves no temporary file, and goes on when there is room${reason === undefined ? "" : ` (${reason})`}`,
	{ timeout: 300_000 },
	async (name) => {
		const disk = join(mkdtempSync(join(tmpdir(), "sightline-full-")), "disk");
		mkdirSync(disk);
		await OPERATIONS[name]?.prepare(disk);
		const before = readFiles(disk);
		let failures = 0;
		for (let free = 0; ; free += FULL ? 1 : 1 + free) {
			expect(free).toBeLessThan(MOST_PAGES);
			const { after, said, failure } = await runWith(free, name, before, disk);
			if (failure !== undefined) expect(wordsOf(failure), `with ${free} pages`).toMatch(/disk|no space|full/i);
			const left = [...after.keys()].filter((path) => basename(path).startsWith(".tmp-"));
			expect(left, `with ${free} pages`).toEqual([]);
			writeFiles(disk, after);
			await OPERATIONS[name]?.check(disk, said);
			if (failure === undefined) break;
			failures++;
		}
		expect(failures).toBeGreaterThan(0);
	},
);
