/** Runs the steps of an action or job with bash, like GitHub's runner. */

import { spawn } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import type { Io } from "#cli/arguments.ts";
import { type Contexts, fill, isWanted, type Status } from "./expressions.testkit.ts";
import { readCommands, readNamedValues, type WorkflowCommand } from "./workflow-commands.testkit.ts";

/** A step in YAML. */
export interface Step {
	readonly id?: string;
	readonly name?: string;
	readonly if?: unknown;
	readonly uses?: string;
	readonly with?: Readonly<Record<string, unknown>>;
	readonly run?: string;
	readonly shell?: string;
	readonly env?: Readonly<Record<string, unknown>>;
	readonly "working-directory"?: string;
	readonly "continue-on-error"?: unknown;
}

export interface StepResult {
	readonly outcome: Status | "skipped";
	readonly conclusion: Status | "skipped";
	readonly outputs: Readonly<Record<string, string>>;
	/** Of a script. */
	readonly exitCode?: number;
}

export interface RunOptions {
	/** The checkout. */
	readonly workspace: string;
	/** An empty folder, for RUNNER_TEMP and the runner's own files. */
	readonly temp: string;
	/** Members of the `github` context; they are also variables such as GITHUB_REF. */
	readonly github: Readonly<Record<string, unknown>>;
	/** Contexts besides `github`, `env`, `runner` and `steps`, such as `inputs`, `matrix`, `needs`, `secrets`. */
	readonly contexts?: Contexts;
	/** Of the workflow and the job. */
	readonly env?: Readonly<Record<string, unknown>>;
	/** Simulates a used action. @returns its outputs @throws if it would fail */
	readonly uses?: (action: string, given: Readonly<Record<string, string>>) => Promise<Record<string, string>>;
	/** Replaces a script in this process. @returns the exit code */
	readonly inProcess?: ((script: string, io: Io, cwd: string) => Promise<number>) | undefined;
	/** Default shell: `bash -e` in a workflow. */
	readonly shell?: string;
}

export interface RunResult {
	readonly conclusion: Status;
	/** By id, or by position without one. */
	readonly steps: Readonly<Record<string, StepResult>>;
	/** Standard output and error of all scripts. */
	readonly log: string;
	readonly commands: readonly WorkflowCommand[];
	/** Markdown of the run page. */
	readonly summary: string;
}

const SHELLS: Readonly<Record<string, readonly string[]>> = {
	bash: ["bash", "--noprofile", "--norc", "-eo", "pipefail"],
	unnamed: ["bash", "-e"],
};

/** Runner variables that a test must not pass on, because the tests may run in CI. */
const RUNNERS_OWN = /^(?:GITHUB_|RUNNER_|ACTIONS_|INPUT_|CI$|NODE_OPTIONS$|VITEST|TEST$)/;

export async function runSteps(steps: readonly Step[], options: RunOptions): Promise<RunResult> {
	const run = new Run(options);
	for (const [index, step] of steps.entries()) await run.step(step, step.id ?? String(index));
	return run.result();
}

class Run {
	readonly #options: RunOptions;
	readonly #steps: Record<string, StepResult> = {};
	readonly #paths: string[] = [];
	#env: Record<string, string> = {};
	#status: Status = "success";
	#log = "";
	#summary = "";

	constructor(options: RunOptions) {
		this.#options = options;
		this.#env = this.#filled(options.env ?? {});
	}

	result(): RunResult {
		const [log, summary] = [this.#log, this.#summary];
		return { conclusion: this.#status, steps: this.#steps, log, summary, commands: readCommands(log) };
	}

	async step(step: Step, name: string): Promise<void> {
		if (!isWanted(step.if, this.#contexts(), this.#status)) {
			this.#steps[name] = { outcome: "skipped", conclusion: "skipped", outputs: {} };
			return;
		}
		const env = this.#filled(step.env ?? {});
		const ended = step.uses === undefined ? await this.#script(step, name, env) : await this.#action(step);
		const forgiven = ended.outcome === "failure" && this.#fill(step["continue-on-error"] ?? false) === "true";
		const conclusion = forgiven ? "success" : ended.outcome;
		this.#steps[name] = { ...ended, conclusion };
		if (conclusion === "failure") this.#status = "failure";
	}

	async #action(step: Step): Promise<Pick<StepResult, "outcome" | "outputs">> {
		const { uses = async () => ({}) } = this.#options;
		try {
			return { outcome: "success", outputs: await uses(step.uses ?? "", this.#filled(step.with ?? {})) };
		} catch (error) {
			this.#log += `${(error as Error).message}\n`;
			return { outcome: "failure", outputs: {} };
		}
	}

	async #script(step: Step, name: string, env: Readonly<Record<string, string>>) {
		const folder = join(this.#options.temp, `step-${Object.keys(this.#steps).length}-${name}`);
		await mkdir(folder);
		const files = { OUTPUT: "", ENV: "", PATH: "", STEP_SUMMARY: "" };
		const variables: Record<string, string> = {};
		for (const file of Object.keys(files)) {
			variables[`GITHUB_${file}`] = join(folder, file.toLowerCase());
			await writeFile(join(folder, file.toLowerCase()), "");
		}
		const cwd = join(this.#options.workspace, this.#fill(step["working-directory"] ?? "."));
		const event = join(folder, "event.json");
		await writeFile(event, JSON.stringify(this.#options.github.event ?? {}));
		const shell = SHELLS[step.shell ?? this.#options.shell ?? "unnamed"] ?? [];
		const seen = { ...this.#defaults(), ...this.#env, ...env, ...variables, GITHUB_EVENT_PATH: event };
		const exitCode = await this.#run(this.#fill(step.run ?? ""), shell, folder, cwd, seen);
		const read = async (file: string) => readFile(join(folder, file), "utf8");
		this.#summary += await read("step_summary");
		Object.assign(this.#env, readNamedValues(await read("env")));
		this.#paths.unshift(...(await read("path")).split("\n").filter(Boolean));
		const outcome = exitCode === 0 ? ("success" as const) : ("failure" as const);
		return { outcome, exitCode, outputs: readNamedValues(await read("output")) };
	}

	async #run(
		text: string,
		[command = "", ...args]: readonly string[],
		folder: string,
		cwd: string,
		env: Record<string, string>,
	): Promise<number> {
		const { inProcess } = this.#options;
		const output = { write: (said: string) => (this.#log += said) };
		if (inProcess) return inProcess(text, { stdout: output, stderr: output, env }, cwd);
		const script = join(folder, "script.sh");
		await writeFile(script, text);
		return new Promise((resolve, reject) => {
			const child = spawn(command, [...args, script], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
			for (const stream of [child.stdout, child.stderr]) {
				stream.setEncoding("utf8");
				stream.on("data", (text: string) => (this.#log += text));
			}
			child.on("error", reject);
			child.on("close", (code) => resolve(code ?? 1));
		});
	}

	/** This machine's variables without the real runner's, and those that the runner sets. */
	#defaults(): Record<string, string> {
		const own = Object.entries(process.env).filter(([name]) => !RUNNERS_OWN.test(name)) as [string, string][];
		const github = Object.entries(this.#options.github)
			.filter(([name, value]) => typeof value === "string" && name !== "token")
			.map(([name, value]) => [`GITHUB_${name.toUpperCase()}`, String(value)]);
		return {
			...Object.fromEntries(own),
			...Object.fromEntries(github),
			CI: "true",
			GITHUB_ACTIONS: "true",
			GITHUB_WORKSPACE: this.#options.workspace,
			RUNNER_TEMP: this.#options.temp,
			RUNNER_OS: "Linux",
			PATH: [...this.#paths, process.env.PATH].join(delimiter),
		};
	}

	#contexts(): Contexts {
		const { github, contexts, workspace } = this.#options;
		const runner = { temp: this.#options.temp, os: "Linux", arch: "X64" };
		return { ...contexts, github: { ...github, workspace }, runner, env: this.#env ?? {}, steps: this.#steps };
	}

	#fill(text: unknown): string {
		return fill(text, this.#contexts(), this.#status);
	}

	#filled(values: Readonly<Record<string, unknown>>): Record<string, string> {
		return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, this.#fill(value)]));
	}
}
