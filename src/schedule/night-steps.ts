import { type SpawnOptions, spawn } from "node:child_process";

/** One step of a night. */
export interface NightStep {
	readonly name: string;
	/** Exit codes that are no fault of the step. */
	readonly fine: readonly number[];
	/** Whether nothing comes after it where it failed. */
	readonly needed: boolean;
	/** Why there is nothing to do; undefined where there is. */
	readonly skip?: (() => Promise<string | undefined>) | undefined;
	/** @returns the exit code. An aborted signal asks it to end, and its end is waited for all the same */
	readonly run: (signal: AbortSignal) => Promise<number>;
}

/** What shells say of a program that was ended by a signal. */
const KILLED = 128;

/**
 * Runs a program and waits for its end. It writes where this process does.
 * @param command the program and its arguments; a text is given to the shell
 * @param signal once aborted, the program is sent SIGTERM
 * @returns its exit code
 */
export async function runProgram(
	command: string | readonly [string, ...string[]],
	env: NodeJS.ProcessEnv,
	signal: AbortSignal,
): Promise<number> {
	const isShell = typeof command === "string";
	const [file, ...given] = isShell ? [command] : command;
	// A group of its own, so that what the shell has started gets the signal too.
	const isGroup = isShell && process.platform !== "win32";
	const options: SpawnOptions = { env, stdio: ["ignore", "inherit", "inherit"], shell: isShell, detached: isGroup };
	const child = spawn(file, given, options);
	const { promise: ended, resolve, reject } = Promise.withResolvers<number>();
	child.once("error", reject);
	child.once("close", (code) => resolve(code ?? KILLED));
	const stop = () => (isGroup && child.pid ? process.kill(-child.pid, "SIGTERM") : child.kill("SIGTERM"));
	if (signal.aborted) stop();
	else signal.addEventListener("abort", stop, { once: true });
	try {
		return await ended;
	} finally {
		signal.removeEventListener("abort", stop);
	}
}
