// npm run rehearsals: sites of our own in eight languages, each barrier planted alone; the failing step must be named.
import type { Browser } from "playwright-core";
import { readArguments } from "#cli/arguments.ts";
import { readEnvironment } from "#config/environment.ts";
import { EXIT, reportFailure } from "#config/exit-code.ts";
import type { TaskId } from "#core/rehearsal.ts";
import { launchInstalled, TASKS_OF } from "#rehearsal/rehearse.ts";
import { PLANTED } from "./barriers.ts";
import { judge, rehearseTask } from "./judge.ts";
import { SITES, type SiteSpec, siteOf } from "./sites.ts";

const HELP = `npm run rehearsals: rehearses 20 sites in 8 languages without a barrier, then with each barrier alone. Needs Chrome
or Chromium. Takes about 40 minutes; with --raw, which sees raw HTML alone, a few minutes.

Options
  -- --raw            only what raw HTML shows
  -- --only <id>      only this barrier; may be repeated
  -- --sites <count>  each barrier on so many sites
  -- --help           print this text
`;
/** Waiting for pages takes most of the time. */
const AT_ONCE = 6;

try {
	const { options, help } = readArguments("npm run rehearsals --", process.argv.slice(2), {
		options: {
			raw: { type: "boolean", says: "only what raw HTML shows" },
			only: { type: "string", value: "<id>", multiple: true, says: "only this barrier" },
			sites: { type: "string", value: "<count>", says: "each barrier on so many sites" },
		},
	});
	if (help) process.stdout.write(HELP);
	else {
		const sites = Number(options.sites ?? SITES.length);
		process.exitCode = await run({ raw: options.raw, only: options.only, sites });
	}
} catch (error) {
	process.exitCode = reportFailure(error, process.stderr);
}

interface Case {
	/** Of a barrier, or the task on sites without one. */
	readonly of: string;
	/** @returns what is wrong */
	readonly judge: (browser: Browser | undefined) => Promise<string | undefined>;
}

interface Run {
	readonly raw: boolean;
	readonly only: readonly string[];
	readonly sites: number;
}

async function run({ raw: isRaw, only, sites }: Run): Promise<number> {
	const whole = only.length > 0 ? [] : SITES.slice(0, sites).flatMap(wholeCases);
	const rows = PLANTED.filter(({ raw, id }) => (!isRaw || raw) && (only.length === 0 || only.includes(id)));
	const planted = rows.flatMap((row) =>
		SITES.filter(({ kind }) => row.kinds.includes(kind))
			.slice(0, sites)
			.map((spec): Case => ({ of: row.id, judge: (browser) => judge(row, spec, browser) })),
	);
	const work = [...whole, ...planted];
	const open = new Map<string, number>();
	for (const { of } of work) open.set(of, (open.get(of) ?? 0) + 1);
	let at = 0;
	let wrong = 0;
	// What pages cost is told by browser.
	const worker = async () => {
		const browser = isRaw ? undefined : await launchInstalled(readEnvironment(process.env));
		try {
			for (let each = work[at++]; each; each = work[at++]) {
				const fault = await each.judge(browser);
				if (fault !== undefined) {
					wrong++;
					process.stdout.write(`  ${fault}\n`);
				}
				const left = (open.get(each.of) ?? 1) - 1;
				open.set(each.of, left);
				if (left === 0) process.stdout.write(`${each.of}\n`);
			}
		} finally {
			await browser?.close();
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, worker));
	process.stdout.write(`${whole.length} tasks without a barrier, ${planted.length} with one: ${wrong} wrong.\n`);
	return wrong === 0 ? EXIT.fine : EXIT.under;
}

function wholeCases(spec: SiteSpec): Case[] {
	const tasks = TASKS_OF[spec.kind].split(" ").map((each) => each.replace("!", "") as TaskId);
	return tasks.map((task) => ({
		of: `${task} without a barrier`,
		judge: async (browser) => {
			const found = await rehearseTask(siteOf(spec), spec, task, browser);
			if (found === "done" || found === "not-offered") return undefined;
			return `${task} (${spec.kind}, ${spec.lang}): ${found}, on a site without a barrier`;
		},
	}));
}
