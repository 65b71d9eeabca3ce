import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Path in the repository. */
export const inRepository = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url));

export interface Ended {
	/** null if it was killed. */
	readonly code: number | null;
	readonly stdout: string;
	readonly stderr: string;
}

export interface Started {
	readonly child: ChildProcess;
	readonly ended: Promise<Ended>;
}

/** Would reach the program under test; Astro takes `PROD` and its like for those of the build. */
const VITESTS_OWN = process.env.VITEST
	? "NODE_OPTIONS NODE_ENV FORCE_COLOR VITEST TEST MODE DEV PROD SSR BASE_URL".split(" ")
	: [];

/** Starts a program of the repository with this Node. */
export function start(args: readonly string[], environment: Record<string, string> = {}): Started {
	return startCommand([process.execPath, ...args], environment);
}

export function startCommand(
	[command = "", ...args]: readonly string[],
	environment: Record<string, string> = {},
): Started {
	const env = { ...process.env, ...environment };
	for (const name of VITESTS_OWN) delete env[name];
	const child = spawn(command, args, { env, cwd: inRepository("."), stdio: ["ignore", "pipe", "pipe"] });
	const texts = { stdout: "", stderr: "" };
	child.stdout?.on("data", (chunk) => (texts.stdout += chunk));
	child.stderr?.on("data", (chunk) => (texts.stderr += chunk));
	const ended = new Promise<Ended>((resolve, reject) => {
		child.on("error", reject);
		child.on("close", (code) => resolve({ code, ...texts }));
	});
	return { child, ended };
}

/**
 * The command line in this process, as if by `sightline` with these arguments: tenths of a second sooner than a process of
 * its own. What a process adds to that (streams, signals, the end itself) is tested with `spawnSightline`.
 */
export async function sightline(args: readonly string[], environment: Record<string, string> = {}): Promise<Ended> {
	const { main } = await import("#cli/main.ts");
	const texts = { stdout: "", stderr: "" };
	const stdout = { write: (text: string) => (texts.stdout += text) };
	const stderr = { write: (text: string) => (texts.stderr += text) };
	const code = await main(args, { stdout, stderr, env: { ...process.env, ...environment } });
	return { code, ...texts };
}

const SIGHTLINE = inRepository("src/cli/sightline.ts");

export const startSightline = (args: readonly string[], environment?: Record<string, string>) =>
	start([SIGHTLINE, ...args], environment);

export const spawnSightline = (args: readonly string[], environment?: Record<string, string>) =>
	startSightline(args, environment).ended;

export const run = (args: readonly string[], environment?: Record<string, string>) => start(args, environment).ended;
