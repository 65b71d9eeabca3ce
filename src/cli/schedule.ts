import { type Secret, withoutSecrets } from "#config/child-environment.ts";
import { readEnvironment, type Settings, storePlace } from "#config/environment.ts";
import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { requireFolder } from "#config/named-file.ts";
import { plainCount, utcMinute } from "#core/wording.ts";
import type { AlertsOutcome } from "#people/alerts/alerts.ts";
import { hasDestination } from "#publish/git.ts";
import { withLiveStore } from "#receipts/store/record-audit.ts";
import {
	type NightEnd,
	type NightPlan,
	type NightStep,
	readNightPlan,
	runNightNow,
	runProgram,
	runScheduler,
} from "#schedule/scheduler.ts";
import { openDatabase } from "#store/database.ts";
import { acquireNight } from "#store/night-record.ts";
import { type Io, usage } from "./arguments.ts";
import type { Given } from "./commands.ts";

const NOTHING: AlertsOutcome = { watched: 0, worse: 0, recovered: 0, failed: [], sent: 0, waiting: 0, lost: [] };

export async function alert({ options }: Given<"alerts">, { stdout, env }: Io): Promise<ExitCode> {
	const settings = readEnvironment(env);
	const outcome = await withLiveStore(settings, async (database) => {
		if (!database) return NOTHING;
		const turn = await acquireNight(database, "alerts");
		if (!turn) return undefined;
		// Imported only for alerts: scheduled nights need no accounts.
		const { People } = await import("#people/open-people.ts");
		const people = new People({ database, settings });
		try {
			return await people.alerts.run(Date.now());
		} finally {
			await people.close();
			await turn.release();
		}
	});
	if (options.json) stdout.write(`${JSON.stringify(outcome ?? { busy: true })}\n`);
	else stdout.write(outcome ? alertsReport(outcome) : "Another process is sending alerts; nothing was done.\n");
	return outcome && outcome.waiting + outcome.failed.length === 0 ? EXIT.fine : EXIT.under;
}

function alertsReport({ watched, worse, recovered, failed, sent, waiting, lost, unsent }: AlertsOutcome): string {
	if (watched + failed.length === 0 && sent + waiting + lost.length === 0) return "No account watches a site.\n";
	const found = `${plainCount(watched, "watched site")}: ${plainCount(worse, "fault")} and ${plainCount(recovered, "recovery", "recoveries")} to report.`;
	const messages = `${plainCount(sent, "message")} sent, ${waiting} waiting.`;
	return `${[found, messages, ...(unsent === undefined ? [] : [unsent]), ...failed, ...lost].join("\n")}\n`;
}

type Options = Given<"schedule">["options"];

export async function run({ options }: Given<"schedule">, { stdout, env }: Io): Promise<ExitCode> {
	const { cron, "time-zone": timeZone } = options;
	if (options.once && options["dry-run"]) throw usage("sightline schedule", "Use only one of --once and --dry-run");
	const settings = readEnvironment(env, {
		...(cron === undefined ? {} : { SIGHTLINE_SCHEDULE: ["--cron", cron] }),
		...(timeZone === undefined ? {} : { SIGHTLINE_TIME_ZONE: ["--time-zone", timeZone] }),
	});
	const plan = readNightPlan(settings.schedule, settings.timeZone);
	if (options["dry-run"]) {
		stdout.write(comingNights(plan));
		return EXIT.fine;
	}
	await requireFolder(settings.reports, "SIGHTLINE_REPORTS");
	const log = (says: string) => stdout.write(`${new Date().toISOString()} ${says}\n`);
	const database = await openDatabase(storePlace(settings));
	const { signal, forget } = untilAskedToEnd(log);
	try {
		const night = { database, steps: stepsOf(options, settings, env), log, signal };
		if (options.once) return exitOf(await runNightNow(night), log);
		log(`Nights begin by "${plan.expression}" (${plan.timeZone}); next: ${momentOf(plan.next(Date.now()))}.`);
		await runScheduler({ ...night, plan, jitterMs: options.jitter * 60_000 });
		return EXIT.fine;
	} finally {
		forget();
		await database.close();
	}
}

const STORES: readonly Secret[] = ["DATABASE_URL", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"];
// Exit code 1 is fine for rescan if some sites could not be audited; for seal after skipping an unreadable line or
// submission, without witnesses, or if another machine sealed first, as publishing then seals. It also skips an unreadable
// receipt, but verify then ends the night. Steps that read foreign sites get neither the log's key nor a write token.
const OWN_STEPS = {
	rescan: { fine: [0, 1], needs: [...STORES, "SIGHTLINE_BOT_KEY"] },
	seal: { fine: [0, 1], needs: [...STORES, "LOG_SIGNING_KEY"] },
	"log verify": { fine: [0], needs: STORES },
	// The next night retries unsent messages.
	alerts: { fine: [0, 1], needs: [...STORES, "SMTP_URL", "SIGHTLINE_SECRET"] },
	publish: { fine: [0], needs: [...STORES, "LOG_SIGNING_KEY", "GITHUB_TOKEN"] },
} as const satisfies Record<string, { readonly fine: readonly number[]; readonly needs: readonly Secret[] }>;
/** For a build or a restart of the server; the packages used in a build are not ours. */
const AFTER_NEEDS: readonly Secret[] = [...STORES, "SIGHTLINE_METRICS"];

function stepsOf(options: Options, settings: Settings, env: NodeJS.ProcessEnv): NightStep[] {
	const own = (name: keyof typeof OWN_STEPS): NightStep => ({
		name,
		fine: OWN_STEPS[name].fine,
		needed: name !== "alerts" && name !== "publish",
		skip: name === "publish" ? () => whyNotPublished(options, settings, env) : undefined,
		// This program, whether from source or from the bundle.
		run: (signal) =>
			runProgram(
				[process.execPath, ...nodeOptions(process.execArgv), process.argv[1] ?? "", ...name.split(" ")],
				withoutSecrets(env, OWN_STEPS[name].needs),
				signal,
			),
	});
	const { after } = options;
	const last = (command: string): NightStep => ({
		name: "after",
		fine: [0],
		needed: false,
		run: (signal) => runProgram(command, withoutSecrets(env, AFTER_NEEDS), signal),
	});
	const steps = [own("rescan"), own("seal"), own("log verify"), own("alerts"), own("publish")];
	return after === undefined ? steps : [...steps, last(after)];
}

/** Without env files: the environment already contains them, and they would bring back withheld secrets. */
function nodeOptions(given: readonly string[]): string[] {
	const isFile = (option = "") => /^--env-file(?:-if-exists)?$/.test(option);
	return given.filter((option, at) => !option.startsWith("--env-file") && !isFile(given[at - 1]));
}

async function whyNotPublished(
	options: Options,
	settings: Settings,
	env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
	if (options["no-publish"]) return "--no-publish is set.";
	if (await hasDestination(settings, env)) return undefined;
	return "SIGHTLINE_REPORTS is not in a git checkout with a remote, and GITHUB_TOKEN and GITHUB_REPOSITORY are not both set.";
}

function comingNights(plan: NightPlan): string {
	const format = new Intl.DateTimeFormat("sv-SE", { timeZone: plan.timeZone, dateStyle: "short", timeStyle: "short" });
	const lines = [
		`"${plan.expression}" in the time zone ${plan.timeZone}; each night starts a little later (--jitter):`,
	];
	for (let at = plan.next(Date.now()); lines.length <= 7; at = plan.next(at))
		lines.push(`  ${format.format(at)}  (${momentOf(at)})`);
	return `${lines.join("\n")}\n`;
}

function momentOf(ms: number): string {
	return utcMinute(new Date(ms).toISOString());
}

const EXITS = {
	done: EXIT.fine,
	stopped: EXIT.fine,
	failed: EXIT.under,
	busy: EXIT.under,
	lost: EXIT.notAudited,
} as const satisfies Record<NightEnd, ExitCode>;

function exitOf(end: NightEnd, log: (says: string) => void): ExitCode {
	if (end === "busy") log("Another process is running a night; nothing was done.");
	return EXITS[end];
}

/** The first SIGTERM or SIGINT lets the current step finish; the second ends the process at once. */
function untilAskedToEnd(log: (says: string) => void) {
	const ending = new AbortController();
	const signals = ["SIGTERM", "SIGINT"] as const;
	const end = (name: string) => {
		forget();
		log(`${name}: stopping after the current step. Send it again to stop at once.`);
		ending.abort();
	};
	const forget = () => {
		for (const name of signals) process.removeListener(name, end);
	};
	for (const name of signals) process.on(name, end);
	return { signal: ending.signal, forget };
}
