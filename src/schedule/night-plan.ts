import { createTask, parse } from "node-cron";
import { Failure } from "#core/failure.ts";

/** When the nights of an installation begin, in wall-clock time of one time zone. */
export interface NightPlan {
	readonly expression: string;
	/** As IANA names it, such as `Europe/Berlin`. */
	readonly timeZone: string;
	/**
	 * In and out: milliseconds since 1970. A time that the clocks skip moves to the one they show instead; of one that
	 * they show twice, the first counts: every night begins exactly once.
	 */
	next(after: number): number;
}

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];
/** Clocks go forward by a day at most, so no wall time is further from its moment. */
const MARGIN_DAYS = 2;
/** As far as node-cron itself looks ahead. */
const MOST_DAYS = 366 * 100;

/**
 * @param expression five fields: minute, hour, day of the month, month, day of the week
 * @throws Failure `input-invalid` where the expression cannot be read, or no day fits it
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
					// A time that was skipped comes later than it says, so the days behind this one are looked at too.
					if (found === Number.POSITIVE_INFINITY) last = day + MARGIN_DAYS;
					found = at;
				}
			}
			return found;
		},
	};
	if (plan.next(Date.now()) === Number.POSITIVE_INFINITY) throw refused(expression, "No day fits it.");
	return plan;
}

function refused(expression: string, why: string): Failure {
	return new Failure("input-invalid", {
		what: `"${expression}" is no schedule.`,
		why,
		todo: 'Give minute, hour, day of the month, month and day of the week, such as "17 2 * * *" for 02:17 every day.',
	});
}

/** The times of a day that an expression names, as if wall times were UTC. */
function readExpression(expression: string): (day: number) => number[] {
	if (expression.trim().split(/\s+/).length !== 5) throw refused(expression, "It takes five fields.");
	try {
		const { minute, hour } = parse(expression);
		const task = createTask(expression, () => {}, { timezone: "UTC" });
		const times = hour.flatMap((h) => minute.map((m) => h * HOUR_MS + m * MINUTE_MS));
		const [first = 0] = times;
		// Whether a day is named does not depend on the time of the day.
		return (day) => (task.match(new Date(day * DAY_MS + first)) ? times.map((time) => day * DAY_MS + time) : []);
	} catch (error) {
		throw refused(expression, `${(error as Error).message}.`);
	}
}

/** How far the clocks of a zone are ahead of UTC at a moment, both in milliseconds. */
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

/** A time that the clocks skip is as much later as they are put forward. */
function momentOf(wall: number, offsetAt: (at: number) => number): number {
	const before = wall - offsetAt(wall - DAY_MS);
	const after = wall - offsetAt(wall + DAY_MS);
	const shows = [before, after].filter((at) => at + offsetAt(at) === wall);
	return shows.length > 0 ? Math.min(...shows) : before;
}
