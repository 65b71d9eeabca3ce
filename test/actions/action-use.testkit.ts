/** Runs our Action in a fake repository, octo-org/website. */

import { copyFile, cp, mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { runStep } from "#cli/action/run-step.ts";
import type { Io } from "#cli/arguments.ts";
import type { FakeGitHub } from "#publish/comments-server.testkit.ts";
import { run } from "../e2e/process.testkit.ts";
import { useAction } from "./composite.testkit.ts";

const repository = new URL("../../", import.meta.url);

/** Creates a checkout of the Action like a release tag: with bundle and rubrics, without packages. */
export async function checkOutAction(folder: string): Promise<string> {
	const bundled = await run([new URL("jobs/bundle.ts", repository).pathname, join(folder, "lib")]);
	if (bundled.code !== 0) throw new Error(bundled.stderr);
	for (const file of ["action.yml", "package.json", "package-lock.json", "jobs/node-version.cjs"]) {
		await mkdir(dirname(join(folder, file)), { recursive: true });
		await copyFile(new URL(file, repository), join(folder, file));
	}
	await cp(new URL("src/core/rubrics", repository), join(folder, "src/core/rubrics"), { recursive: true });
	return folder;
}

export interface Use {
	/** A folder for the machines. */
	readonly root: string;
	/** A checkout with the bundle, run in processes; without it, steps run in this process. */
	readonly action: string | undefined;
	readonly github: FakeGitHub;
	/** Change of the home page of the site in `dist`. */
	readonly change?: (html: string) => string;
	readonly given?: Readonly<Record<string, string>>;
	/** Further files of the checkout. */
	readonly files?: Readonly<Record<string, string>>;
	/** Event of the run, on main or a pull request to it. */
	readonly event?: string;
	/** Head of the pull request in the event. */
	readonly head?: object;
	/** GitHub's cache by name. */
	readonly cache?: Map<string, string>;
}

export const SITE = "quillkit-docs.example.net";
let runs = 0;

/** Runs the Action once on a new machine. */
export async function use(asked: Use) {
	const { action, github, change = String, given, files = {}, event = "pull_request", head, cache = new Map() } = asked;
	const machine = await mkdtemp(join(asked.root, "machine-"));
	const [workspace, temp] = [join(machine, "website"), join(machine, "temp")];
	await mkdir(join(workspace, ".git"), { recursive: true });
	await mkdir(temp);
	await cp(new URL(`samples/sites/${SITE}`, repository), join(workspace, "dist"), { recursive: true });
	const home = join(workspace, "dist", "index.html");
	await writeFile(home, change(await readFile(home, "utf8")));
	for (const [path, text] of Object.entries(files)) {
		await mkdir(dirname(join(workspace, path)), { recursive: true });
		await writeFile(join(workspace, path), text);
	}
	const place =
		event === "pull_request"
			? { ref: "refs/pull/7/merge", ref_name: "7/merge", base_ref: "main" }
			: { ref: "refs/heads/main", ref_name: "main", base_ref: event === "pull_request_target" ? "main" : "" };
	return useAction(
		action ?? repository.pathname,
		{ directory: "dist", domain: SITE, ...given },
		{
			workspace,
			temp,
			uses: async (name, options) => useCache(cache, name, options),
			inProcess: action === undefined ? runActionStep : undefined,
			github: {
				...place,
				event_name: event,
				event: event.startsWith("pull_request") ? { pull_request: { number: 7, ...(head ? { head } : {}) } } : {},
				repository: "octo-org/website",
				api_url: github.url,
				server_url: "https://github.example",
				sha: "0123456789abcdef0123456789abcdef01234567",
				run_id: String(++runs),
				run_attempt: "1",
				token: "of-the-job",
			},
		},
	);
}

/** Executes only scripts that run our code; the others look for Node and the bundle. */
async function runActionStep(script: string, io: Io, cwd: string): Promise<number> {
	const [, step] = /lib\/action\.js" (\w+)$/.exec(script) ?? [];
	if (step === undefined) return 0;
	const before = process.cwd();
	process.chdir(cwd);
	try {
		return await runStep(step, io);
	} finally {
		process.chdir(before);
	}
}

/** Like actions/cache: returns the newest entry with that prefix. */
async function useCache(cache: Map<string, string>, name: string, given: Readonly<Record<string, string>>) {
	const { path = "", key = "", "restore-keys": beginning = "" } = given;
	if (name.startsWith("actions/cache/save@")) cache.set(key, await readFile(path, "utf8"));
	if (!name.startsWith("actions/cache/restore@")) return {};
	const found = [...cache.keys()].findLast((each) => each.startsWith(beginning));
	if (found === undefined) return {};
	await mkdir(dirname(path), { recursive: true });
	await writeFile(path, cache.get(found) ?? "");
	return { "cache-matched-key": found };
}
