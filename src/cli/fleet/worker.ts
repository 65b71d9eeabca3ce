import { readEnvironment } from "#config/environment.ts";
import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { plainCount } from "#core/wording.ts";
import { runWorker } from "#rescan/work-on.ts";
import type { Io } from "../arguments.ts";
import type { Given } from "../commands.ts";
import { createProgressLine, tame } from "../terminal.ts";

/** Whoever stops a machine gives its processes half a minute. Milliseconds. */
const FINISH_MS = 20_000;
/** Between two lines about the work, where nobody looks at a terminal. */
const REPORT_MS = 60_000;

/** `sightline worker`: goes on until a signal stops it. */
export async function run({ options }: Given<"worker">, { stderr, env }: Io): Promise<ExitCode> {
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
				onJoin: (run, { done, total }) => say(`Works on the night ${run}: ${done} of ${total} are done.`),
				onDone: (domain = "a site of an account", isDead) => {
					progress.show(`${++done} done here, last ${tame(domain)}`);
					if (isDead) say(`${tame(domain)} came to no result: sightline fleet dead says why.`);
				},
				onLeave: (run, { done, total }) => say(`Nothing is left to take of ${run}: ${done} of ${total} are done.`),
			},
			readEnvironment(env),
		);
		say(`Ends: ${plainCount(counts.done, "job")} done here, ${counts.dead} without a result.`);
		return EXIT.fine;
	} finally {
		clearInterval(reports);
		for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, end);
	}
}
