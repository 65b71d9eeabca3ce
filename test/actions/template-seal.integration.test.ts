import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { runSteps, type Step } from "./runner.testkit.ts";

const template = new URL("../../template/github/workflows/nightly.yml", import.meta.url);
let folder: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "sightline-template-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it("the template begins a log where there never was one, and not anew where it was lost", async () => {
	const workspace = join(folder, "wall");
	const bin = join(folder, "bin");
	for (const each of [join(workspace, "reports/log"), bin]) await mkdir(each, { recursive: true });
	await writeFile(join(bin, "npm"), '#!/bin/sh\necho "npm $*"\n', { mode: 0o755 });
	const git = (...args: string[]) =>
		execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@north.example", ...args], { cwd: workspace });
	const seal = async (name: string) => {
		const { jobs } = parse(await readFile(template, "utf8"));
		const steps = jobs.night.steps.filter((step: Step) => step.name === "Seal");
		const temp = join(folder, name);
		await mkdir(temp);
		const contexts = { secrets: { LOG_SIGNING_KEY: "key" } };
		const env = { PATH: `${bin}:${process.env.PATH}` };
		const result = await runSteps(steps, { workspace, temp, github: {}, contexts, env });
		expect(result.conclusion, result.log).toBe("success");
		return result.log.trim();
	};
	git("init", "--quiet", "--initial-branch=main");
	git("commit", "--quiet", "--allow-empty", "--message=Begin");
	expect(await seal("first")).toBe("npm run -s seal -- --new-log");
	await writeFile(join(workspace, "reports/log/checkpoint"), "log\n");
	git("add", "--all");
	git("commit", "--quiet", "--message=Sealed");
	expect(await seal("second")).toBe("npm run -s seal --");
	git("rm", "--quiet", "reports/log/checkpoint");
	git("commit", "--quiet", "--message=Lost");
	expect(await seal("lost")).toBe("npm run -s seal --");
});
