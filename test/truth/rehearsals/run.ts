// npm run rehearsals: sites of our own in eight languages, each barrier planted alone; the failing step must be named.
import type { Browser } from "playwright-core";
import { readArguments } from "#cli/arguments.ts";
import { createProgressLine } from "#cli/terminal.ts";
import { readEnvironment } from "#config/environment.ts";
import { EXIT, reportFailure } from "#config/exit-code.ts";
import type { TaskId } from "#rehearsal/journey.ts";
import { launchInstalled, TASKS_OF } from "#rehearsal/rehearse.ts";
import { PLANTED } from "./barriers.ts";
import { judge, rehearseTask } from "./judge.ts";
import { SITES, siteOf } from "./sites.ts";

const HELP = `npm run rehearsals: rehearses 20 sites in 8 languages without a barrier, then with each barrier alone. Needs Chrome
or Chromium. Takes about 40 minutes; with --raw, which sees raw HTML alone, a few minutes.

Options
  -- --raw        only what raw HTML shows
  -- --only <id>  only this barrier; may be repeated
  -- --help       print this text
`;
/** Waiting for pages takes most of the time. */
const AT_ONCE = 6;

try {
	const { options, help } = readArguments("npm run rehearsals --", process.argv.slice(2), {
		options: {
			raw: { type: "boolean", says: "only what raw HTML shows" },
			only: { type: "string", value: "<id>", multiple: true, says: "only this barrier" },
		},
	});
	if (help) process.stdout.write(HELP);
	else {
		const browser = options.raw ? undefined : await launchInstalled(readEnvironment(process.env));
		process.exitCode = await run(browser, options.only).finally(() => browser?.close());
	}
} catch (error) {
	process.exitCode = reportFailure(error, process.stderr);
}

async function run(browser: Browser | undefined, only: readonly string[]): Promise<number> {
	const whole =
		only.length > 0
			? []
			: SITES.flatMap((spec) =>
					TASKS_OF[spec.kind]
						.split(" ")
						.map((each) => each.replace("!", "") as TaskId)
						.map((task) => async () => {
							const found = await rehearseTask(siteOf(spec), spec, task, browser);
							const isFalse = found !== "done" && found !== "not-offered";
							return isFalse
								? `${task} (${spec.kind}, ${spec.lang}): ${found}, on a site without a barrier`
								: undefined;
						}),
				);
	const planted = PLANTED.filter(({ raw, id }) => (browser || raw) && (only.length === 0 || only.includes(id))).flatMap(
		(row) => SITES.filter(({ kind }) => row.kinds.includes(kind)).map((spec) => () => judge(row, spec, browser)),
	);
	const wrong: string[] = [];
	const work = [...whole, ...planted];
	const progress = createProgressLine(process.stderr);
	let at = 0;
	let ended = 0;
	const worker = async () => {
		for (let each = work[at++]; each; each = work[at++]) {
			const fault = await each();
			progress.bar(++ended, work.length, "");
			if (fault !== undefined) {
				wrong.push(fault);
				process.stdout.write(`${fault}\n`);
			}
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, worker));
	progress.clear();
	process.stdout.write(`${whole.length} tasks without a barrier, ${planted.length} with one: ${wrong.length} wrong.\n`);
	return wrong.length === 0 ? EXIT.fine : EXIT.under;
}
