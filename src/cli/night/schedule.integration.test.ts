import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const repository = fileURLToPath(new URL("../../../", import.meta.url));
const SITE = join(repository, "samples/sites/ledgerline.example.com");
let folder = "";
const path = (...names: string[]) => join(folder, ...names);

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "sightline-schedule-"));
	await mkdir(path("reports"));
	const entries = [{ domain: "ledgerline.example.com", folder: SITE }];
	await writeFile(path("reports", "watchlist.json"), JSON.stringify({ entries }));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The program as a process of its own. */
function schedule(...options: string[]) {
	// In continuous integration no key is made up, so a night would end at its seal.
	const env = { ...process.env, CI: "", SIGHTLINE_REPORTS: path("reports"), SIGHTLINE_DATA: path("data") };
	const child = spawn(process.execPath, ["src/cli/sightline.ts", "schedule", ...options], { cwd: repository, env });
	let output = "";
	for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
	const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
		child.on("close", (code) => resolve({ code, output })),
	);
	return { child, ended };
}

describe("sightline schedule", () => {
	it("carries a night out in processes, ends with the step under way, and goes on there", async () => {
		const first = schedule("--once", "--after", `touch '${path("begun")}'; sleep 300`);
		while (!existsSync(path("begun"))) await pause(50);
		first.child.kill("SIGTERM");
		const stopped = await first.ended;
		expect(stopped.code, stopped.output).toBe(0);
		expect(stopped.output).toMatch(/rescan ended .* code 0\..*seal ended .* code 0\..*log verify ended .* code 0\./s);
		expect(stopped.output).toContain("publish is left out: SIGHTLINE_REPORTS is in no git checkout with a remote");
		expect(stopped.output).toContain("is cut off at after; the next start goes on there.");
		expect(await readdir(path("reports", "log"))).toContain("checkpoint");
		const second = await schedule("--once", "--after", `touch '${path("done")}'`).ended;
		expect(second.code, second.output).toBe(0);
		expect(second.output).toContain("was cut off and goes on with after.");
		expect(second.output).not.toContain("rescan");
		expect(existsSync(path("done"))).toBe(true);
	});
});
