import { type SpawnOptions, spawn } from "node:child_process";
import { createTask, parse, schedule } from "node-cron";
import { Failure } from "#core/failure.ts";
import { utcMinute } from "#core/wording.ts";
import type { Database } from "#store/database.ts";
import { acquireNight, type Night, NightRecord } from "#store/night-record.ts";

/** Start times of an installation's nights, in wall-clock time of one time zone. */
export interface NightPlan {
	readonly expression: string;
	/** IANA name, such as `Europe/Berlin`. */
	readonly timeZone: string;
	/**
	 * Takes and returns milliseconds since 1970. A time skipped by a clock change moves forward; of a repeated time
	 * the first counts, so every night begins exactly once.
	 */
	next(after: number): number;
}

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];
/** Clocks go forward by at most a day, which bounds the difference between wall time and UTC. */
const MARGIN_DAYS = 2;
/** Same limit as node-cron's. */
const MOST_DAYS = 366 * 100;

/**
 * @param expression five fields: minute, hour, day of the month, month, day of the week
 * @throws Failure `input-invalid` if the expression is invalid or matches no day
 */
export function readNightPlan(expression: string, timeZone: string): NightPlan {
	const wallTimes = readExpression(expression);
	const offsetAt = offsets(timeZone);
	const plan: NightPlan = {
		expression,
		timeZone,
		next(after) {
			const firstDay = Math.floor((after + offsetAt(after)) / DAY_MS) - MARGIN_DAYS;
			let [found, last] = [Number.POSITIVE_INFINITY, firstDay + MOST_DAYS];
			for (let day = firstDay; day <= last; day++) {
				for (const wall of wallTimes(day)) {
					const at = momentOf(wall, offsetAt);
					if (at <= after || at >= found) continue;
					// A skipped time moves forward, so also look at the following days.
					if (found === Number.POSITIVE_INFINITY) last = day + MARGIN_DAYS;
					found = at;
				}
			}
			return found;
		},
	};
	if (plan.next(Date.now()) === Number.POSITIVE_INFINITY) throw refused(expression, "No date matches it.");
	return plan;
}

function refused(expression: string, why: string): Failure {
	return new Failure("input-invalid", {
		what: `"${expression}" is not a schedule.`,
		why,
		todo: 'Give minute, hour, day of the month, month and day of the week, such as "17 2 * * *" for 02:17 every day.',
	});
}

/** Times of a day that match the expression, treating wall time as UTC. */
function readExpression(expression: string): (day: number) => number[] {
	if (expression.trim().split(/\s+/).length !== 5) throw refused(expression, "It needs 5 fields.");
	try {
		const { minute, hour } = parse(expression);
		const task = createTask(expression, () => {}, { timezone: "UTC" });
		const times = hour.flatMap((h) => minute.map((m) => h * HOUR_MS + m * MINUTE_MS));
		const [first = 0] = times;
		// Whether the day matches does not depend on the time.
		return (day) => (task.match(new Date(day * DAY_MS + first)) ? times.map((time) => day * DAY_MS + time) : []);
	} catch (error) {
		throw refused(expression, `${(error as Error).message}.`);
	}
}

/** UTC offset of a zone at a time, both in milliseconds. */
function offsets(timeZone: string): (at: number) => number {
	const date = { year: "numeric", month: "numeric", day: "numeric" } as const;
	const time = { hour: "numeric", minute: "numeric", second: "numeric", hourCycle: "h23" } as const;
	const format = new Intl.DateTimeFormat("en-US", { timeZone, ...date, ...time });
	return (at) => {
		const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
		const of = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
		const wall = Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second"));
		return wall - Math.floor(at / 1000) * 1000;
	};
}

/** A skipped time moves forward by the clock change. */
function momentOf(wall: number, offsetAt: (at: number) => number): number {
	const before = wall - offsetAt(wall - DAY_MS);
	const after = wall - offsetAt(wall + DAY_MS);
	const shows = [before, after].filter((at) => at + offsetAt(at) === wall);
	return shows.length > 0 ? Math.min(...shows) : before;
}

export interface NightStep {
	readonly name: string;
	/** Exit codes that do not fail the step. */
	readonly fine: readonly number[];
	/** Whether a failure ends the night. */
	readonly needed: boolean;
	/** Why there is nothing to do; undefined to run it. */
	readonly skip?: (() => Promise<string | undefined>) | undefined;
	/** @param signal aborts to make it end; the caller still waits @returns the exit code */
	readonly run: (signal: AbortSignal) => Promise<number>;
}

/** Shells add the signal number to this for a killed program. */
const KILLED = 128;

/** @param command a string runs in the shell @param signal sends SIGTERM when aborted @returns the exit code */
export async function runProgram(
	command: string | readonly [string, ...string[]],
	env: NodeJS.ProcessEnv,
	signal: AbortSignal,
): Promise<number> {
	const isShell = typeof command === "string";
	const [file, ...given] = isShell ? [command] : command;
	// A separate process group, so that children of the shell get the signal too.
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

interface NightOptions {
	readonly database: Database;
	readonly steps: readonly NightStep[];
	readonly log: (says: string) => void;
	/** Aborted to end this process, which waits for the running step to end. */
	readonly signal: AbortSignal;
}

interface SchedulerOptions extends NightOptions {
	readonly plan: NightPlan;
	/** Maximum random delay of a night in milliseconds, so that not all installations begin at once. */
	readonly jitterMs: number;
}

/**
 * `busy`: another process runs a night; `stopped`: this process was asked to end; `lost`: the turn was not renewed in
 * time, and another process may have continued.
 */
export type NightEnd = "done" | "failed" | "stopped" | "lost" | "busy";

/**
 * Polls the record every minute. A night begins once, however many processes poll, even after the machine was off or
 * asleep, and a killed night continues at its step.
 */
export async function runScheduler(options: SchedulerOptions): Promise<void> {
	const { log, signal } = options;
	const look = async () => {
		try {
			await runDueNight(options);
		} catch (error) {
			// The store may be unavailable; polled again in a minute.
			log(`The night could not continue: ${error instanceof Error ? error.message : String(error)}`);
		}
	};
	await planNext(options);
	const { promise: ended, resolve } = Promise.withResolvers<void>();
	signal.addEventListener("abort", () => resolve(), { once: true });
	let looking = look();
	await looking;
	if (signal.aborted) return;
	const silent = () => {};
	const minutely = schedule(
		"* * * * *",
		() => {
			looking = look();
			return looking;
		},
		// A night takes longer than a minute.
		{ noOverlap: true, logger: { info: silent, warn: silent, debug: silent, error: (fault) => log(String(fault)) } },
	);
	await ended;
	await minutely.destroy();
	await looking;
}

/** Runs a night that is due or was killed, else an unscheduled one. */
export async function runNightNow(options: NightOptions): Promise<NightEnd> {
	const record = new NightRecord(options.database);
	return inTurn(options, async (lost) => {
		const now = Date.now();
		const first = await record.first();
		const isDue = first && (first.started_ms !== null || first.due_ms <= now);
		const night = await record.begin(isDue ? first : { planned_ms: now, due_ms: now }, now);
		return carryOut(night, options, lost);
	});
}

/** Begins or resumes the night that is due, if any. Plans the next one when a night begins. */
async function runDueNight(options: SchedulerOptions): Promise<void> {
	const record = new NightRecord(options.database);
	if (!(await dueNight(record))) return;
	await inTurn(options, async (lost) => {
		// Check again, now that no other process can begin it.
		const due = await dueNight(record);
		if (!due) return "done";
		const night = await record.begin(due, Date.now());
		await planNext(options);
		return carryOut(night, options, lost);
	});
}

async function planNext({ database, plan, jitterMs }: SchedulerOptions): Promise<void> {
	const now = Date.now();
	const planned_ms = plan.next(now);
	const due_ms = planned_ms + Math.floor(Math.random() * jitterMs);
	await new NightRecord(database).plan({ planned_ms, due_ms }, now);
}

async function dueNight(record: NightRecord): Promise<Night | undefined> {
	const night = await record.first();
	return night && (night.started_ms !== null || night.due_ms <= Date.now()) ? night : undefined;
}

async function inTurn({ database }: NightOptions, work: (lost: AbortSignal) => Promise<NightEnd>): Promise<NightEnd> {
	const turn = await acquireNight(database);
	if (!turn) return "busy";
	try {
		return await work(turn.lost);
	} finally {
		await turn.release();
	}
}

/** Drops a night that was killed so often, because it may be what kills the process. */
const MOST_ATTEMPTS = 5;
const LATE_MS = 15 * 60_000;

async function carryOut(night: Night, options: NightOptions, lost: AbortSignal): Promise<NightEnd> {
	const { database, steps, log } = options;
	const signal = AbortSignal.any([options.signal, lost]);
	const record = new NightRecord(database);
	const name = `The night of ${utcMinute(new Date(night.planned_ms).toISOString())}`;
	if (night.attempts > MOST_ATTEMPTS) {
		log(`${name} is abandoned: it was started ${MOST_ATTEMPTS} times and interrupted each time.`);
		await record.end(night, Date.now(), "failed");
		return "failed";
	}
	const from = Math.max(
		0,
		steps.findIndex((step) => step.name === night.step),
	);
	const late = Date.now() - night.due_ms >= LATE_MS ? "  It was missed and runs now." : "";
	log(
		night.attempts > 1 ? `${name} was interrupted and continues with ${steps[from]?.name}.` : `${name} begins.${late}`,
	);
	let hasFailed = false;
	for (const step of steps.slice(from)) {
		await record.reach(night, step.name);
		const isFine = await runNightStep(step, log, signal);
		if (lost.aborted && !options.signal.aborted) {
			log(
				`${name} stops at ${step.name}: the live store did not renew this process's lease, so another process may continue there.`,
			);
			return "lost";
		}
		if (signal.aborted) {
			log(`${name} is interrupted at ${step.name}; the next start continues there.`);
			return "stopped";
		}
		hasFailed ||= !isFine;
		if (isFine || !step.needed) continue;
		log(`${name} stops here: the next steps need ${step.name}.`);
		break;
	}
	const outcome = hasFailed ? "failed" : "done";
	await record.end(night, Date.now(), outcome);
	log(`${name} is ${hasFailed ? "over, with a step that failed" : "done"}.`);
	return outcome;
}

async function runNightStep(step: NightStep, log: NightOptions["log"], signal: AbortSignal): Promise<boolean> {
	const why = await step.skip?.();
	if (why !== undefined) {
		log(`${step.name} is skipped: ${why}`);
		return true;
	}
	const start = Date.now();
	const code = await step.run(signal);
	const seconds = Math.round((Date.now() - start) / 1000);
	const took = seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
	log(`${step.name} ended after ${took} with exit code ${code}.`);
	return step.fine.includes(code);
}
