import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { runSteps, type Step } from "./runner.testkit.ts";

const workflow = fileURLToPath(new URL("../../.github/workflows/release.yml", import.meta.url));

let root = "";
beforeAll(async () => {
	root = await mkdtemp(join(tmpdir(), "sightline-release-"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const git = (folder: string, ...args: string[]) =>
	execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@example.org", "-C", folder, ...args], {
		encoding: "utf8",
	}).trim();

it("a release creates a tag with the bundle, does not change main, and never moves a tag", async () => {
	const { jobs } = parse(await readFile(workflow, "utf8")) as { jobs: Record<string, { steps: Step[] }> };
	const [origin, seed] = [join(root, "origin.git"), join(root, "seed")];
	git(root, "init", "--quiet", "--bare", "--initial-branch=main", origin);
	git(root, "clone", "--quiet", origin, seed);
	await writeFile(join(seed, "action.yml"), "name: Sightline\n");
	await writeFile(join(seed, ".gitignore"), "lib/\n");
	git(seed, "add", ".");
	git(seed, "commit", "--quiet", "-m", "The source");
	git(seed, "push", "--quiet", "origin", "HEAD:main");
	const main = git(origin, "rev-parse", "main");

	const release = async (name: string) => {
		const workspace = join(root, name);
		const temp = join(root, `${name}-temp`);
		await mkdir(temp);
		return runSteps(jobs.tag?.steps ?? [], {
			workspace,
			temp,
			github: {},
			contexts: { needs: { build: { outputs: { version: "1.2.3" } } } },
			uses: async (action) => {
				if (action.startsWith("actions/checkout@")) git(root, "clone", "--quiet", origin, workspace);
				if (!action.startsWith("actions/download-artifact@")) return {};
				await mkdir(join(workspace, "lib"));
				await writeFile(join(workspace, "lib", "action.js"), `// ${name}\n`);
				await writeFile(join(workspace, "sightline.tgz"), name);
				return {};
			},
		});
	};
	const first = await release("first");
	expect(first.conclusion, first.log).toBe("success");
	expect(git(origin, "ls-tree", "-r", "--name-only", "v1.2.3").split("\n")).toEqual([
		".gitignore",
		"action.yml",
		"lib/action.js",
	]);
	expect(git(origin, "rev-parse", "v1.2.3~1")).toBe(main);
	expect(git(origin, "rev-parse", "main")).toBe(main);
	expect((await release("second")).conclusion).toBe("failure");
	expect(git(origin, "show", "v1.2.3:lib/action.js")).toBe("// first");
});
