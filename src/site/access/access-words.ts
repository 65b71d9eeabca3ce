import type { AccessBot, AccessPart, AccessReport } from "#core/access/access-report.ts";
import { counted, digitGroups, listing, percent, shortDate, spokenDate } from "#core/wording.ts";

export const ACCESS_TITLE = "What each bot really got";

export const CHANGES_TITLE = "What changed";

export const ENGINES_TITLE = "By engine and bot, last 30 days";

export const MISSED_TITLE = "Pages that a verified bot never got";

export const WEEKS_TITLE = "Verified requests by week, refused ones in brackets";

/** Column headings in every output format. */
export const ACCESS_COLUMNS = {
	bot: "Bot",
	role: "For",
	verified: "Verified requests",
	answered: "Answered",
	redirects: "Redirected",
	refused: "Refused",
	missing: "Other 4xx",
	failed: "Server errors",
	pages: "Pages",
	site: "Of your pages",
	llms: "llms.txt",
	markdown: "Markdown",
	data: "Data",
	time: "Average time",
	spoofed: "Fake",
	unverifiable: "Unverifiable",
	robots: "robots.txt last read (UTC)",
	first: "First seen (UTC)",
	last: "Last seen (UTC)",
} as const;

export const ROLE_WORDS: Readonly<Record<AccessBot["role"], string>> = {
	search: "search",
	"answer-index": "answers",
	"user-fetch": "a person's request",
	training: "training",
	ads: "ads",
};

export const UNREAD_WORDS: Readonly<Record<AccessReport["unread"][number]["why"], string>> = {
	"too-long": "longer than 32 KiB",
	"unknown-format": "unknown format",
	"no-time": "impossible or missing time",
	"no-fields": "no #Fields line before it",
};

export const END_WORDS: Readonly<Record<AccessReport["logs"][number]["end"], string>> = {
	whole: "",
	"cut-off": "became shorter while it was read",
	damaged: "is damaged: what comes before the damage was counted",
	bomb: "unpacks to more than 400 times its size: reading stopped there",
};

/** Refused by a rule or rate limited: the site responded but did not let the bot in. */
export function refusedOf({ forbidden, limited }: Pick<AccessPart, "forbidden" | "limited">): number {
	return forbidden + limited;
}

/** One sentence about the bots that came. */
export function accessLead({ bots, period, domain }: AccessReport): string {
	const verified = bots.filter((bot) => bot.verified);
	if (!period) return "No bot that we know appears in these logs.";
	if (verified.length === 0)
		return `No verified bot of a search engine or assistant visited ${domain} ${spanWords(period)}.`;
	const refused = verified.filter(({ verified: part }) => part && refusedOf(part) * 10 >= part.requests);
	const came = `${counted(verified.length, "verified bot")} visited ${domain} ${spanWords(period)}`;
	if (refused.length === 0) return `${came}. Your server let all of them in.`;
	return `${came}. Your server refused at least a tenth of the requests from ${listing(refused.map(({ token }) => token))}.`;
}

function spanWords({ from, to }: { readonly from: string; readonly to: string }): string {
	if (from.slice(0, 10) === to.slice(0, 10)) return `on ${spokenDate(from)}`;
	return `from ${spokenDate(from)} to ${spokenDate(to)}`;
}

export function periodWords({ period }: AccessReport): string {
	return period ? `${shortDate(period.from)} – ${shortDate(period.to)}` : "no bot";
}

/** Accounts for every line. */
export function lineWords({ lines, people, programs, bots }: AccessReport): string {
	const named = bots.reduce((all, { verified, spoofed, unverifiable }) => {
		return all + [verified, spoofed, unverifiable].reduce((sum, part) => sum + (part?.requests ?? 0), 0);
	}, 0);
	const parts = [
		`${digitGroups(named)} from bots that we know`,
		`${digitGroups(people)} from browsers`,
		`${digitGroups(programs)} from other programs`,
		...(lines.otherHosts > 0 ? [`${digitGroups(lines.otherHosts)} for other hosts`] : []),
	];
	return `${counted(lines.read, "line")}: ${listing(parts, 4)}.`;
}

/** Why the counts are incomplete; undefined if they are complete. */
export function unreadWords({ lines, logs }: AccessReport): string | undefined {
	const share = lines.unread / Math.max(1, lines.read);
	const nameless = logs.reduce((all, { formats }) => all + (formats[NAMELESS] ?? 0), 0);
	const doubts = [
		...(lines.unread > 0
			? [`${counted(lines.unread, "line")} could not be read (${share < 0.01 ? "less than 1 %" : percent(share)}).`]
			: []),
		...(nameless > 0
			? [
					`${counted(nameless, "line")} ${nameless === 1 ? "has" : "have"} no user agent, so bots cannot be recognized: log in the combined format.`,
				]
			: []),
	];
	return doubts.length > 0 ? doubts.join(" ") : undefined;
}

/** The log format without user agents. */
const NAMELESS = "common";

const MONTH_MS = 30 * 86_400_000;

/** Age of the IP ranges that decide which bots are fake. */
export function rangesWords({ proofs, period }: AccessReport): string {
	const { oldest, newest } = proofs;
	const of =
		oldest === newest ? `of ${spokenDate(oldest)}` : `copied between ${spokenDate(oldest)} and ${spokenDate(newest)}`;
	const isOld = period !== undefined && Date.parse(period.to) - Date.parse(newest) > MONTH_MS;
	const more = isOld
		? " They are over a month older than the logs, so some requests that count as fake may be real: pass newer lists with --ranges, or use --dns."
		: "";
	return `Bots are verified by their vendors' address lists, ${of}${proofs.dns ? ", and by DNS" : ""}${signatureWords(proofs.keys)}.${more}`;
}

function signatureWords(keys: AccessReport["proofs"]["keys"]): string {
	return keys === undefined
		? ""
		: `, and requests of ${listing(keys.map(({ token }) => token))} also by their signatures`;
}

/** A kB has 1,000 bytes, as in traffic bills. */
export function sizeWords(bytes: number): string {
	const [unit, by] = bytes < 1e6 ? ["kB", 1e3] : bytes < 1e9 ? ["MB", 1e6] : ["GB", 1e9];
	return `${digitGroups(Math.ceil(bytes / by))} ${unit}`;
}

export function siteWords({ site }: Pick<AccessBot, "site">): string {
	return site ? `${digitGroups(site.fetched)} of ${digitGroups(site.of)}` : "";
}
