/** Runs the jobs of a workflow sequentially, like GitHub. */

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rm, symlink } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { fill, isWanted } from "./expressions.testkit.ts";
import { type RunResult, runSteps, type Step } from "./runner.testkit.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));

export interface Job {
	readonly needs?: string | readonly string[];
	readonly if?: unknown;
	readonly permissions?: Readonly<Record<string, string>>;
	readonly "timeout-minutes"?: number;
	readonly env?: Readonly<Record<string, unknown>>;
	readonly outputs?: Readonly<Record<string, unknown>>;
	readonly steps: readonly Step[];
}

export interface Workflow {
	readonly permissions?: unknown;
	readonly concurrency?: unknown;
	readonly jobs: Readonly<Record<string, Job>>;
}

export async function readWorkflow(name: string): Promise<Workflow> {
	return parse(await readFile(join(repository, ".github", "workflows", name), "utf8"));
}

/** State beyond an attempt: caches and artifacts. */
export interface RunnerStores {
	/** A folder for both. */
	readonly folder: string;
}

export interface WorkflowOptions {
	/** A bare repository, which checkouts are cloned from. */
	readonly origin: string;
	/** An empty folder for this attempt. */
	readonly folder: string;
	readonly stores: RunnerStores;
	/** Members of the `github` context. */
	readonly github: Readonly<Record<string, unknown>>;
	/** `inputs`, `secrets` and `vars`. */
	readonly contexts: Readonly<Record<string, unknown>>;
	/** Folder of shell scripts that replace the runner's programs. */
	readonly bin?: string;
	/** Jobs to skip. */
	readonly without?: readonly string[];
	/** Called when a job has ended, and before the next begins. */
	readonly onEnd?: ((job: string) => Promise<void>) | undefined;
}

/** Result and outputs of a job. */
export interface JobResult {
	readonly result: "success" | "failure" | "skipped";
	readonly outputs: Readonly<Record<string, string>>;
	readonly run?: RunResult;
}

/** Runs jobs in file order, which respects `needs`. */
export async function runWorkflow(
	workflow: Workflow,
	options: WorkflowOptions,
): Promise<Readonly<Record<string, JobResult>>> {
	const ended: Record<string, JobResult> = {};
	for (const [name, job] of Object.entries(workflow.jobs)) {
		if (options.without?.includes(name)) continue;
		const needs = Object.fromEntries([job.needs ?? []].flat().map((each) => [each, ended[each]] as const));
		const contexts = { ...options.contexts, github: options.github, needs };
		const status = Object.values(needs).every((each) => each?.result === "success") ? "success" : "failure";
		if (!isWanted(job.if, contexts, status)) {
			ended[name] = { result: "skipped", outputs: {} };
			continue;
		}
		const run = await runJob(name, job, contexts, options);
		const inside = { ...contexts, steps: run.steps };
		const outputs = Object.entries(job.outputs ?? {}).map(([output, value]) => [
			output,
			fill(value, inside, "success"),
		]);
		const result = run.conclusion === "success" ? "success" : "failure";
		ended[name] = { result, outputs: Object.fromEntries(outputs), run };
		await options.onEnd?.(name);
	}
	return ended;
}

async function runJob(
	name: string,
	job: Job,
	contexts: Readonly<Record<string, unknown>>,
	{ origin, folder, stores, github, bin }: WorkflowOptions,
): Promise<RunResult> {
	const [workspace, temp] = [join(folder, name, "workspace"), join(folder, name, "temp")];
	for (const each of [workspace, temp]) await mkdir(each, { recursive: true });
	const saved: (() => Promise<void>)[] = [];
	const uses = async (action: string, given: Readonly<Record<string, string>>) => {
		const [called = ""] = action.split("@");
		const places = { workspace, stores: stores.folder, origin };
		return (await ACTIONS[called]?.(given, places, saved)) ?? {};
	};
	// Use this checkout's packages instead of installing them.
	const steps = job.steps.filter(({ run }) => run !== "npm ci");
	const env = { ...job.env, ...(bin === undefined ? {} : { PATH: `${bin}:${process.env.PATH}` }) };
	const result = await runSteps(steps, { workspace, temp, github, contexts, env, uses });
	if (result.conclusion === "success") for (const save of saved) await save();
	return result;
}

interface Places {
	readonly workspace: string;
	readonly stores: string;
	readonly origin: string;
}

type Given = Readonly<Record<string, string>>;

/** Replacements of used actions. */
const ACTIONS: Readonly<
	Record<
		string,
		(given: Given, places: Places, saved: (() => Promise<void>)[]) => Promise<Record<string, string> | undefined>
	>
> = {
	"actions/checkout": async ({ ref = "main" }, { workspace, origin }) => {
		const clone = ["clone", "--quiet", "--depth=1", `--branch=${ref}`, `file://${origin}`, workspace];
		execFileSync("git", clone, { stdio: "pipe" });
		await symlink(join(repository, "node_modules"), join(workspace, "node_modules"));
		return undefined;
	},
	"actions/setup-node": async () => undefined,
	"actions/configure-pages": async () => ({ base_url: "https://octo.github.io/audits" }),
	"actions/cache": async ({ path = "", key = "" }, { workspace, stores }, saved) => {
		const [place, kept] = [join(workspace, path), join(stores, "caches", key)];
		const hit = await copied(kept, place);
		if (!hit) saved.push(async () => void (await copied(place, kept)));
		return { "cache-hit": String(hit) };
	},
	"actions/upload-artifact": async ({ name = "", path = "", overwrite }, { workspace, stores }) => {
		const kept = join(stores, "artifacts", name);
		if (overwrite === "true") await rm(kept, { recursive: true, force: true });
		requireNew(kept);
		if (!(await copied(join(workspace, path), kept))) throw new Error(`There is nothing at ${path}.`);
		return undefined;
	},
	"actions/download-artifact": async ({ name = "", path = "" }, { workspace, stores }) => {
		if (!(await copied(join(stores, "artifacts", name), join(workspace, path))))
			throw new Error(`There is no ${name}.`);
		return undefined;
	},
	"actions/upload-pages-artifact": async ({ name = "github-pages", path = "" }, { workspace, stores }) => {
		const kept = join(stores, "artifacts", name);
		requireNew(kept);
		if (!(await copied(join(workspace, path), kept))) throw new Error(`There is nothing at ${path}.`);
		return undefined;
	},
	"actions/deploy-pages": async ({ artifact_name: name = "github-pages" }, { stores }) => {
		if (!existsSync(join(stores, "artifacts", name))) throw new Error(`There is no artifact ${name}.`);
		return { page_url: "https://octo.github.io/audits/" };
	},
};

/** deploy-pages refuses 2 artifacts of one name from 2 attempts. */
function requireNew(kept: string): void {
	if (existsSync(kept)) throw new Error(`Multiple artifacts named ${basename(kept)}.`);
}

async function copied(from: string, to: string): Promise<boolean> {
	try {
		await cp(from, to, { recursive: true });
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
		throw error;
	}
}
