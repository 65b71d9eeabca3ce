import type { Verdict } from "#core/verdict.ts";
import { plainCount } from "#core/wording.ts";
import type { Failed } from "#evidence/evidence-map.ts";
import { defineSiteCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";

/** RFC 9309 section 2.5 asks parsers for at least 500 KiB; Google reads no more. */
const READ_BYTES = 512_000;
/** A network error of RFC 9309 section 2.3.1.4. A time-out is one too, but may be the fault of our own clock. */
const UNREACHABLE: ReadonlySet<string> = new Set(["connection-refused"]);
const OPEN_FILE = '"User-agent: *" and, on the next line, "Allow: /"';

export const robotsFetch = defineSiteCheck({
	id: "robots-fetch",
	pillar: "access",
	engines: ["search", "answers"],
	grade: "standard",
	atStake: "feature",
	weightReason: "Every well-behaved crawler asks for this file first, and a server fault here stops all crawling.",
	tableStakes: true,
	title: "robots.txt is a readable text file",
	fault: "There is no robots.txt",
	consequence:
		"Crawlers that find no rules of yours read everything; where the file answers with an error, some stay away.",
	effort: "small",
	doneBy: "developer",
	why: "Crawlers ask for robots.txt before anything else. Where it answers with a server error they stay away from the whole site; where a web page stands in its place, your rules have no effect.",
	howToFix: "Serve /robots.txt as plain text, shorter than 500 KiB, with status 200.",
	consumer: "Googlebot, Bingbot and every crawler that follows RFC 9309",
	counterEvidence: {
		says: "Without a robots.txt crawlers may read everything (RFC 9309, section 2.3.1.3), so its absence blocks nothing.",
		source: "https://www.rfc-editor.org/rfc/rfc9309#section-2.3.1",
	},
	reference: "https://www.rfc-editor.org/rfc/rfc9309#section-2.3.1",
	reviewed: "2026-11-21",
	// A site that answers every address with its start page answers this one so too: one cause, counted there.
	yieldsTo: ["soft-404"],
	note: "A server error costs its points here; a time-out does not, since the fault may be on our side. It does not cap the score as a closed site does, since one visit cannot tell a passing fault from a lasting one, and Google itself goes by its last good copy for some weeks.",
	wants: ["robots", "home"],
	evaluate({ robots, home }) {
		if (robots.state === "failed" && robots.code === "not-in-folder")
			return { outcome: "not-applicable", says: robots.reason };
		if (robots.state === "failed") return withoutAnswer(robots, home.state !== "failed");
		const { url } = robots;
		if (robots.state === "absent") return withoutFile(url, robots.status);
		const { kind, contentType, bytes, truncated, readLines, groups } = robots.value;
		if (kind === "html") {
			return {
				outcome: "fail",
				fault: "A web page stands in place of robots.txt",
				says: `${url} answers with a web page in place of a text file, so crawlers find no rules in it.`,
				fix: `Serve ${url} as text/plain; to let everybody in it holds ${OPEN_FILE}.`,
				exhibits: [{ url, at: "header content-type", excerpt: clip(contentType) }],
			};
		}
		if (truncated || bytes > READ_BYTES) {
			return {
				outcome: "partial",
				ratio: 0.5,
				fault: "robots.txt is too long to be read in full",
				says: `${url} is longer than ${READ_BYTES} bytes (500 KiB); crawlers may ignore the rest.`,
				fix: `Shorten ${url} to less than 500 KiB: join rules that share a beginning, and drop those that repeat another.`,
			};
		}
		if (readLines !== undefined) {
			return {
				outcome: "partial",
				ratio: 0.5,
				fault: "robots.txt has more rules than are read",
				says: `${url} has more groups, names or rules than we read: its first ${readLines} lines count here.`,
				fix: `Shorten ${url}: join rules that share a beginning, and drop those that repeat another.`,
			};
		}
		return { outcome: "pass", says: `${url} is a text file with ${plainCount(groups.length, "group")} of rules.` };
	},
});

function withoutAnswer({ url, code, reason }: Failed, siteAnswers: boolean): Verdict {
	if (!siteAnswers || !UNREACHABLE.has(code)) {
		return { outcome: "unknown", says: `We could not look: ${reason}` };
	}
	return {
		outcome: "fail",
		fault: "robots.txt does not answer",
		says: `The home page answers, and ${url} does not: ${reason} Crawlers read that as "closed" and stop (RFC 9309 section 2.3.1.4).`,
		fix: `Let ${url} answer at once, with 200 and your rules, or with 404 while there are none.`,
	};
}

function withoutFile(url: string, status: number) {
	if (status === 429) {
		return {
			outcome: "unknown",
			says: `${url} answers 429: it asked us to come back later, so its rules were not seen.`,
		} as const;
	}
	if (status >= 500) {
		return {
			outcome: "fail",
			fault: "robots.txt answers with a server error",
			says: `${url} answers ${status}. Crawlers read a server error here as "closed" and stop (RFC 9309 section 2.3.1.4).`,
			fix: `Let ${url} answer 200 with your rules, or 404 while there are none; never a server error.`,
		} as const;
	}
	return {
		outcome: "partial",
		ratio: 0.5,
		says: `There is no robots.txt (${url} answers ${status}). Nothing is blocked by that: crawlers may read everything. The site states no rules of its own.`,
		fix: `Serve ${url} as text/plain with the lines ${OPEN_FILE}, and the rules that you want.`,
	} as const;
}
