import { type ChildProcess, spawn } from "node:child_process";
import { realpath, rm, stat } from "node:fs/promises";
import { withoutSecrets } from "#config/child-environment.ts";
import type { Settings } from "#config/environment.ts";
import { Failure, isFailure } from "#core/failure.ts";
import { ifThere } from "#receipts/store/if-there.ts";

interface GitResult {
	readonly code: number | undefined;
	readonly stdout: Buffer;
	/** Without secrets. */
	readonly stderr: string;
}

interface GitOptions {
	readonly input?: string | Buffer;
	readonly env?: Readonly<Record<string, string>>;
	/** Set for commands that contact the server: timeout in milliseconds. Only these get the token. */
	readonly onlineMs?: number;
}

export interface Git {
	/** Returns git's failures. @throws Failure `publish-refused` if git is not installed */
	try(args: readonly string[], options?: GitOptions): Promise<GitResult>;
	/** @throws Failure `publish-refused` with git's message */
	text(args: readonly string[], options?: GitOptions): Promise<string>;
	bytes(args: readonly string[], options?: GitOptions): Promise<Buffer>;
}

interface GitPlace {
	readonly folder: string;
	/** Without secrets. */
	readonly environment: NodeJS.ProcessEnv;
	readonly token: string | undefined;
	/** URL prefix to which the token is sent, such as `https://github.com/`. */
	readonly server: string;
}

/** Whether a process group can be killed. */
const HAS_GROUPS = process.platform !== "win32";
const LOCAL_MS = 600_000;
const WORDS = 600;

/** Runs git without a shell and prompts; the token is only in the environment. */
export function openGit({ folder, environment, token, server }: GitPlace): Git {
	const secrets = token === undefined ? [] : [token, basic(token)];
	const env = quiet(environment);
	const login = credentials(server, token);
	const tryIt: Git["try"] = async (args, { input, env: more, onlineMs } = {}) => {
		const given = { ...env, ...(onlineMs === undefined ? {} : login), ...more };
		const run = async () => {
			const all = [...DURABLY, ...args];
			const child = spawn("git", all, { cwd: folder, env: given, stdio: "pipe", detached: HAS_GROUPS });
			return collect(child, input, onlineMs ?? LOCAL_MS);
		};
		let result = await run();
		while (result.code !== 0 && (await removeAbandonedLock(result.stderr.toString()))) result = await run();
		const { code, stdout, stderr } = result;
		return { code, stdout, stderr: cleaned(stderr.toString(), secrets) };
	};
	const bytes: Git["bytes"] = async (args, options) => {
		const { code, stdout, stderr } = await tryIt(args, options);
		if (code === 0) return stdout;
		throw new Failure("publish-refused", {
			what: `git ${args[0]} failed, so nothing was published.`,
			why: code === undefined ? "It took too long." : stderr,
			todo: "Fix the error that git reports, then publish again.",
		});
	};
	return { try: tryIt, bytes, text: async (args, options) => (await bytes(args, options)).toString() };
}

/** By default git syncs few files, which could be empty after a power failure. */
const DURABLY = ["-c", "core.fsync=all"];

/**
 * Removes the lock of a killed git. Our own processes have ended, and no other holds an index or ref lock for so long.
 * @returns whether there was one
 */
async function removeAbandonedLock(stderr: string): Promise<boolean> {
	const path = /Unable to create '(.+\.lock)': File exists/.exec(stderr)?.[1];
	const facts = path === undefined ? undefined : await ifThere(stat(path));
	if (path === undefined || !facts || Date.now() - facts.mtimeMs < LOCAL_MS) return false;
	await rm(path, { force: true });
	return true;
}

/** Variables of a hook or another git that would point to another repository. */
const LEADING = /^GIT_(DIR|WORK_TREE|INDEX_FILE|COMMON_DIR|NAMESPACE|PREFIX|OBJECT_DIRECTORY)$/;

function quiet(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	const kept = Object.fromEntries(Object.entries(environment).filter(([name]) => !LEADING.test(name)));
	return {
		...kept,
		LC_ALL: "C",
		GIT_TERMINAL_PROMPT: "0",
		GCM_INTERACTIVE: "never",
		GIT_SSH_COMMAND: environment.GIT_SSH_COMMAND ?? "ssh -o BatchMode=yes -o ConnectTimeout=20",
	};
}

/** The empty value first removes a header left by actions/checkout, because GitHub refuses 2. */
function credentials(server: string, token: string | undefined): Record<string, string> {
	if (token === undefined) return {};
	const key = `http.${server}.extraheader`;
	return {
		GIT_CONFIG_COUNT: "2",
		GIT_CONFIG_KEY_0: key,
		GIT_CONFIG_VALUE_0: "",
		GIT_CONFIG_KEY_1: key,
		GIT_CONFIG_VALUE_1: `Authorization: Basic ${basic(token)}`,
	};
}

function basic(token: string): string {
	return Buffer.from(`x-access-token:${token}`).toString("base64");
}

/** Strips secrets and passwords in URLs. */
function cleaned(text: string, secrets: readonly string[]): string {
	const without = secrets.reduce((rest, secret) => rest.replaceAll(secret, "…"), text);
	const lines = withoutPassword(without)
		.split(/[\r\n]+/)
		.map((line) => line.trim());
	return lines.filter(Boolean).join(" ").slice(0, WORDS);
}

export function withoutPassword(address: string): string {
	return address.replace(/(\/\/)[^/\s@]*@/g, "$1");
}

/** Also kills git's child process, which talks to the server. */
function endAll(child: ChildProcess): void {
	if (!HAS_GROUPS || child.pid === undefined) return void child.kill("SIGKILL");
	try {
		process.kill(-child.pid, "SIGKILL");
	} catch (error) {
		// Already ended.
		if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
	}
}

async function collect(child: ChildProcess, input: string | Buffer | undefined, timeoutMs: number) {
	const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
	const output: { stdout: Buffer[]; stderr: Buffer[] } = { stdout: [], stderr: [] };
	let late = false;
	const timer = setTimeout(() => {
		late = true;
		endAll(child);
	}, timeoutMs);
	child.on("error", reject);
	child.on("close", (code) => resolve(late ? undefined : (code ?? -1)));
	child.stdout?.on("data", (piece: Buffer) => output.stdout.push(piece));
	child.stderr?.on("data", (piece: Buffer) => output.stderr.push(piece));
	// If git ends before reading everything, standard error has the reason.
	child.stdin?.on("error", () => undefined);
	child.stdin?.end(input);
	try {
		const code = await promise;
		return { code, stdout: Buffer.concat(output.stdout), stderr: Buffer.concat(output.stderr) };
	} catch (cause) {
		if ((cause as NodeJS.ErrnoException).code !== "ENOENT") throw cause;
		const what = "git is not installed, or the folder does not exist.";
		throw new Failure("publish-refused", { what, todo: "Install git." }, { cause });
	} finally {
		clearTimeout(timer);
	}
}

export interface Checkout {
	/** Path of the reports from the repository root, with a trailing slash; empty for the root. */
	readonly prefix: string;
	readonly remote: string;
	readonly address: string;
	readonly branch: string;
}

/**
 * Undefined without a remote, or if git ignores the reports. @param branch overrides the checked-out branch
 * @throws Failure `publish-refused` if git refuses the folder, or no branch is checked out
 */
export async function findCheckout(git: Git, reports: string, branch?: string): Promise<Checkout | undefined> {
	const inside = await git.try(["rev-parse", "--show-prefix"]).catch((error: unknown) => {
		if (isFailure(error)) return undefined;
		throw error;
	});
	if (inside === undefined || /not a git repository/i.test(inside.stderr)) return undefined;
	if (inside.code !== 0)
		throw new Failure("publish-refused", { what: "git refuses to use the reports folder.", why: inside.stderr });
	const ignored = await git.try(["check-ignore", "--quiet", "--", await realpath(reports)]);
	const remotes = (await git.text(["remote"])).split("\n").filter(Boolean);
	if (ignored.code === 0 || remotes.length === 0) return undefined;
	const current = (await git.try(["symbolic-ref", "--quiet", "--short", "HEAD"])).stdout.toString().trim();
	const target = branch ?? ((await config(git, `branch.${current}.merge`))?.replace(/^refs\/heads\//, "") || current);
	if (target === "")
		throw new Failure("publish-refused", {
			what: "No branch is checked out where the reports are.",
			why: "A commit there would not belong to a branch.",
			todo: "Check out a branch, or name one: --branch main.",
		});
	const remote =
		(await config(git, `branch.${current}.remote`)) ?? (remotes.includes("origin") ? "origin" : remotes[0]);
	if (remote === undefined || remote === ".") return undefined;
	const address = withoutPassword((await git.text(["remote", "get-url", "--push", remote])).trim());
	return { prefix: inside.stdout.toString().replace(/\n$/, ""), remote, address, branch: target };
}

async function config(git: Git, name: string): Promise<string | undefined> {
	const { code, stdout } = await git.try(["config", "--get", name]);
	return code === 0 ? stdout.toString().trim() : undefined;
}

export function openReports({ reports, github: { token, apiUrl } }: Settings, environment: NodeJS.ProcessEnv): Git {
	return openGit({ folder: reports, environment: withoutSecrets(environment), token, server: serverOf(apiUrl) });
}

/** `https://github.com/`, or that of GitHub Enterprise. */
function serverOf(apiUrl: string): string {
	const { protocol, host } = new URL(apiUrl);
	return `${protocol}//${host.replace(/^api\./, "")}/`;
}

/** Does not use the network. */
export async function hasDestination(settings: Settings, environment: NodeJS.ProcessEnv): Promise<boolean> {
	return (await findCheckout(openReports(settings, environment), settings.reports)) !== undefined;
}
