import { spawn } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FULL } from "#core/long-form.testkit.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const SITE = join(repository, "samples/sites/ledgerline.example.com");
let folder = "";
const path = (...names: string[]) => join(folder, ...names);

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "sightline-schedule-"));
	await mkdir(path("reports"));
	const entries = [{ domain: "ledgerline.example.com", folder: SITE }];
	await writeFile(path("reports", "watchlist.json"), JSON.stringify({ entries }));
	await writeFile(path("secrets.env"), "");
	await writeFile(path("watch.mjs"), WATCH);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const SECRETS = ["LOG_SIGNING_KEY", "GITHUB_TOKEN", "SMTP_URL", "SIGHTLINE_BOT_KEY"];
/** Runs first in every process, and records which secrets it has. */
const WATCH = `import { appendFileSync } from "node:fs";
const has = ${JSON.stringify(SECRETS)}.filter((name) => process.env[name]);
appendFileSync(process.env.SEEN, JSON.stringify([process.argv.slice(2).join(" "), has]) + "\\n");`;

/** The program in its own process, with secrets from a file. */
function schedule(...options: string[]) {
	// In CI no key is generated, so a night would end at its seal.
	const env = {
		...process.env,
		CI: "",
		SIGHTLINE_REPORTS: path("reports"),
		SIGHTLINE_DATA: path("data"),
		LOG_ORIGIN: "audit.example.com/log",
		SEEN: path("seen"),
	};
	const node = [`--env-file=${path("secrets.env")}`, "--import", path("watch.mjs")];
	const child = spawn(process.execPath, [...node, "src/cli/sightline.ts", "schedule", ...options], {
		cwd: repository,
		env,
	});
	let output = "";
	for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
	const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
		child.on("close", (code) => resolve({ code, output })),
	);
	return { child, ended };
}

describe("sightline schedule", () => {
	it("runs a night in processes, stops after the current step, and resumes there", async () => {
		const first = schedule("--once", "--after", `touch '${path("begun")}'; sleep 300`);
		while (!existsSync(path("begun"))) await pause(50);
		first.child.kill("SIGTERM");
		const stopped = await first.ended;
		expect(stopped.code, stopped.output).toBe(0);
		expect(stopped.output).toMatch(
			/rescan ended .* code 0\..*seal ended .* code 0\..*log verify ended .* code 0\..*alerts ended .* code 0\./s,
		);
		expect(stopped.output).toContain("publish is skipped: SIGHTLINE_REPORTS is not in a git checkout with a remote");
		expect(stopped.output).toContain("is interrupted at after; the next start continues there.");
		expect(await readdir(path("reports", "log"))).toContain("checkpoint");
		// src/schedule/scheduler.test.ts covers the next start without processes.
		if (!FULL) return;
		const second = await schedule("--once", "--after", `touch '${path("done")}'`).ended;
		expect(second.code, second.output).toBe(0);
		expect(second.output).toContain("was interrupted and continues with after.");
		expect(second.output).not.toContain("rescan");
		expect(existsSync(path("done"))).toBe(true);
	});

	if (FULL)
		it("gives the log's key only to seal, the bot's only to the rescan, and the token neither to steps that read sites nor to --after", async () => {
			const key = (await readFile(path("data", "log", "signing-key"), "utf8")).trim();
			const bot = JSON.stringify(generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" }));
			await writeFile(
				path("secrets.env"),
				`LOG_SIGNING_KEY="${key}"\nGITHUB_TOKEN=hush\nSMTP_URL=smtp://localhost:9\nSMTP_FROM=audits@example.com\n` +
					`SIGHTLINE_BOT_KEY='${bot}'\nSIGHTLINE_API_URL=https://audit.example.com\n`,
			);
			await rm(path("seen"));
			const { code, output } = await schedule("--once", "--no-publish", "--after", `env > '${path("after")}'`).ended;
			expect(code, output).toBe(0);
			const lines = (await readFile(path("seen"), "utf8")).trim().split("\n");
			const seen = new Map<string, string[]>(lines.map((line) => JSON.parse(line)));
			expect(seen.get("rescan")).toEqual(["SIGHTLINE_BOT_KEY"]);
			expect(seen.get("seal")).toEqual(["LOG_SIGNING_KEY"]);
			expect(seen.get("log verify")).toEqual([]);
			expect(seen.get("alerts")).toEqual(["SMTP_URL"]);
			expect(await readFile(path("after"), "utf8")).not.toMatch(
				/^(?:LOG_SIGNING_KEY|GITHUB_TOKEN|SMTP_URL|SIGHTLINE_BOT_KEY)=/m,
			);
		});
});
