import type { AccessBot, AccessChange } from "#core/access/access-report.ts";
import { byCodeUnits, counted, digitGroups, spokenDate } from "#core/wording.ts";

const DAY_MS = 86_400_000;

/** Days with visits before a bot can be missed. */
const LEAST_DAYS = 5;
/** A silence is `factor` times as long as any gap before, and at least `days`. */
const SILENCE = { factor: 3, days: 7 };

/** Last visit of bots that came regularly and stopped; undefined if they may still come. @param end of the logs */
export function lastDayBeforeSilence(bots: readonly Pick<AccessBot, "days">[], end: string): string | undefined {
	const came = bots.flatMap(({ days }) => days.filter(({ verified }) => verified > 0).map(({ day }) => day));
	const days = [...new Set(came)].sort(byCodeUnits);
	const last = days.at(-1);
	if (last === undefined || days.length < LEAST_DAYS) return undefined;
	const pauses = days.slice(1).map((day, at) => daysBetween(days[at] ?? day, day));
	const silent = daysBetween(last, end.slice(0, 10));
	return silent >= SILENCE.days && silent > SILENCE.factor * Math.max(...pauses) ? last : undefined;
}

function daysBetween(from: string, to: string): number {
	return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** Compared with all earlier days. */
const RECENT_DAYS = 7;
/** Fewer requests are not significant. */
const LEAST_REQUESTS = { recent: 5, before: 10 };
/** Share of verified requests. */
const REFUSED = { recent: 0.1, before: 0.05 };

/** Changes of verified bots at the end of the logs: bots that stopped coming, or that the site began to refuse. */
export function changesOf(bots: readonly AccessBot[], end: string | undefined): AccessChange[] {
	if (end === undefined) return [];
	return bots.flatMap((bot) => [...stopOf(bot, end), ...refusalOf(bot, end)]);
}

function stopOf(bot: AccessBot, end: string): AccessChange[] {
	const last = lastDayBeforeSilence([bot], end);
	if (last === undefined) return [];
	const { token, days } = bot;
	const came = counted(days.filter(({ verified }) => verified > 0).length, "day");
	const says = `${token} came on ${came}, and has not come since ${spokenDate(last)}.`;
	return [{ kind: "stopped-coming", token, since: last, says }];
}

function refusalOf({ token, days }: AccessBot, end: string): AccessChange[] {
	const from = new Date(Date.parse(end) - (RECENT_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
	const recent = days.filter(({ day }) => day >= from);
	const [now, before] = [sumOf(recent), sumOf(days.filter(({ day }) => day < from))];
	const isRefused = now.verified >= LEAST_REQUESTS.recent && now.refused >= now.verified * REFUSED.recent;
	const wasLetIn = before.verified >= LEAST_REQUESTS.before && before.refused < before.verified * REFUSED.before;
	const since = recent.find(({ refused }) => refused > 0)?.day;
	if (!isRefused || !wasLetIn || since === undefined) return [];
	const says = `Your server began to refuse ${token} on ${spokenDate(since)}: ${digitGroups(now.refused)} of ${counted(now.verified, "verified request")} in the last ${RECENT_DAYS} days, ${digitGroups(before.refused)} of ${digitGroups(before.verified)} before.`;
	return [{ kind: "newly-refused", token, since, says }];
}

function sumOf(days: AccessBot["days"]): { readonly verified: number; readonly refused: number } {
	return days.reduce(
		(all, { verified, refused }) => ({ verified: all.verified + verified, refused: all.refused + refused }),
		{ verified: 0, refused: 0 },
	);
}
