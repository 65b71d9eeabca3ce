import { readEnvironment } from "#config/environment.ts";
import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { parseTarget } from "#core/target.ts";
import { plainCount } from "#core/wording.ts";
import { deadLines, type NewestRun, openOrNewest, retryDead, runWorker, withNewestRun } from "#rescan/work-on.ts";
import { type Io, usage } from "./arguments.ts";
import type { Given } from "./commands.ts";
import { createProgressLine, type Output, tame } from "./terminal.ts";

/** Milliseconds. A machine that shuts down gives its processes 30 seconds. */
const FINISH_MS = 20_000;
/** Milliseconds between two lines on output that is not a terminal. */
const REPORT_MS = 60_000;

export async function work({ options }: Given<"worker">, { stderr, env }: Io): Promise<ExitCode> {
	const [stop, giveUp] = [new AbortController(), new AbortController()];
	const end = () => {
		if (stop.signal.aborted) giveUp.abort();
		stop.abort();
		setTimeout(() => giveUp.abort(), FINISH_MS).unref();
	};
	for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, end);
	const progress = createProgressLine(stderr);
	const say = (text: string) => {
		progress.clear();
		stderr.write(`${new Date().toISOString()} ${text}\n`);
	};
	let [done, said] = [0, 0];
	const reports = setInterval(() => {
		if (done > said) say(`${plainCount(done, "job")} done here.`);
		said = done;
	}, REPORT_MS);
	try {
		const counts = await runWorker(
			{
				once: options.once,
				stop: stop.signal,
				giveUp: giveUp.signal,
				onJoin: (run, { done, total }) => say(`Working on the night ${run}: ${done} of ${total} are done.`),
				onDone: (domain = "a site of an account", isDead) => {
					progress.show(`${++done} done here, last ${tame(domain)}`);
					if (isDead) say(`${tame(domain)} has no result: sightline fleet dead shows why.`);
				},
				onLeave: (run, { done, total }) => say(`No jobs left in ${run}: ${done} of ${total} are done.`),
			},
			readEnvironment(env),
		);
		say(`Stopping: ${plainCount(counts.done, "job")} done here, ${counts.dead} without a result.`);
		return EXIT.fine;
	} finally {
		clearInterval(reports);
		for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, end);
	}
}

type Options = Given<"fleet">["options"];

/** Acts on open runs; without one, or for dead jobs, on the newest. */
export async function run({ argument: action, options }: Given<"fleet">, { stdout, env }: Io): Promise<ExitCode> {
	if (action !== "retry" && options.domain.length > 0)
		throw usage("sightline fleet", `--domain works only with retry; ${action} is about the whole run`);
	return withNewestRun(readEnvironment(env), async (newest) => {
		if (action === "dead") return listDead(newest, options, stdout);
		if (action === "retry") return retry(newest, options, stdout);
		const { queue } = newest;
		for (const run of await openOrNewest(newest)) {
			if (action !== "status") await queue.setPaused(run, action === "pause");
			await showState({ queue, run }, options, stdout);
		}
		return EXIT.fine;
	});
}

async function showState({ queue, run }: NewestRun, { json }: Options, stdout: Output): Promise<void> {
	const state = await queue.progress(run);
	const { done, total, held, dead, paused } = state;
	const says = `${run}: ${done} of ${total} done, ${held} under way, ${dead} without a result${paused ? "; paused" : ""}.`;
	stdout.write(json ? `${JSON.stringify({ run, ...state })}\n` : `${says}\n`);
}

async function listDead(newest: NewestRun, { json }: Options, stdout: Output): Promise<ExitCode> {
	let count = 0;
	for await (const line of deadLines(newest)) {
		count++;
		const text = [line.domain, line.reason, line.says].filter(Boolean).join("  ");
		stdout.write(json ? `${JSON.stringify(line)}\n` : `${tame(text)}\n`);
	}
	if (count === 0 && !json) stdout.write(`Every finished job of ${newest.run} has a result.\n`);
	return EXIT.fine;
}

async function retry(newest: NewestRun, { json, domain }: Options, stdout: Output): Promise<ExitCode> {
	const again = await retryDead(newest, new Set(domain.map((each) => parseTarget(each).host)));
	const { run } = newest;
	stdout.write(
		json ? `${JSON.stringify({ run, again })}\n` : `${plainCount(again, "job")} of ${run} will be retried.\n`,
	);
	return again > 0 ? EXIT.fine : EXIT.under;
}
