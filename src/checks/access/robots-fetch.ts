import type { Verdict } from "#core/verdict.ts";
import { plainCount } from "#core/wording.ts";
import type { Failed } from "#evidence/evidence-map.ts";
import { defineSiteCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";

/** RFC 9309 section 2.5 requires parsers to read at least 500 KiB; Google reads no more. */
const READ_BYTES = 512_000;
/** Network errors of RFC 9309 section 2.3.1.4. Excludes timeouts, which may be our own fault. */
const UNREACHABLE: ReadonlySet<string> = new Set(["connection-refused"]);
const OPEN_FILE = '"User-agent: *" and, on the next line, "Allow: /"';

export const robotsFetch = defineSiteCheck({
	id: "robots-fetch",
	pillar: "access",
	engines: ["search", "answers"],
	grade: "standard",
	atStake: "feature",
	weightReason: "Every well-behaved crawler requests this file first, and a server error here stops all crawling.",
	tableStakes: true,
	title: "robots.txt is a readable text file",
	fault: "There is no robots.txt",
	problem: "your site gives crawlers no rules that they can read",
	consequence:
		"Without the file, crawlers read everything, and if it returns an error, some of them leave your site alone.",
	hours: 0.5,
	doneBy: "developer",
	why: "Crawlers request robots.txt before anything else. If it returns a server error, they stop reading the whole site. If it returns a web page, your rules have no effect.",
	howToFix: "Serve /robots.txt as plain text, shorter than 500 KiB, with status 200.",
	consumer: "Googlebot, Bingbot and every crawler that follows RFC 9309",
	counterEvidence: {
		says: "Without a robots.txt, crawlers may read everything (RFC 9309, section 2.3.1.3), so a missing file blocks nothing.",
		source: "https://www.rfc-editor.org/rfc/rfc9309#section-2.3.1",
	},
	reference: "https://www.rfc-editor.org/rfc/rfc9309#section-2.3.1",
	reviewed: "2026-11-21",
	// A site that serves its start page at every address serves it here too: one cause, charged there.
	yieldsTo: ["soft-404"],
	note: "A server error costs points here. A timeout does not, because the fault may be ours. Neither limits the score as a blocked site does: one visit cannot tell a short outage from a permanent one, and Google keeps using its last good copy for some weeks.",
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
				fault: "robots.txt returns a web page, so your rules have no effect",
				says: `${url} returns a web page instead of a text file, so crawlers find no rules in it.`,
				fix: `Serve ${url} as text/plain. To allow all crawlers, write ${OPEN_FILE}.`,
				exhibits: [{ url, at: "header content-type", excerpt: clip(contentType) }],
			};
		}
		if (truncated || bytes > READ_BYTES) {
			return {
				outcome: "partial",
				ratio: 0.5,
				fault: "robots.txt is too long for crawlers to read in full",
				says: `${url} is longer than ${READ_BYTES} bytes (500 KiB). Crawlers may ignore the rest.`,
				fix: `Shorten ${url} to less than 500 KiB: merge rules that start alike, and delete duplicates.`,
			};
		}
		if (readLines !== undefined) {
			return {
				outcome: "partial",
				ratio: 0.5,
				fault: "robots.txt has more rules than we can read",
				says: `${url} has more groups, names or rules than we read. We used its first ${readLines} lines.`,
				fix: `Shorten ${url}: merge rules that start alike, and delete duplicates.`,
			};
		}
		return { outcome: "pass", says: `${url} is a text file with ${plainCount(groups.length, "group")} of rules.` };
	},
});

function withoutAnswer({ url, code, reason }: Failed, siteAnswers: boolean): Verdict {
	if (!siteAnswers || !UNREACHABLE.has(code)) {
		return { outcome: "unknown", says: `We could not check it: ${reason}` };
	}
	return {
		outcome: "fail",
		fault: "robots.txt does not respond",
		says: `The home page responds, but ${url} does not: ${reason} Crawlers treat that as "blocked" and stop (RFC 9309 section 2.3.1.4).`,
		fix: `Make ${url} respond at once: 200 with your rules, or 404 if you have none.`,
	};
}

function withoutFile(url: string, status: number) {
	if (status === 429) {
		return {
			outcome: "unknown",
			says: `${url} returned 429 (too many requests) and asked us to come back later, so we could not see its rules.`,
		} as const;
	}
	if (status >= 500) {
		return {
			outcome: "fail",
			fault: "robots.txt returns a server error, so crawlers stop reading your site",
			says: `${url} returns ${status}. Crawlers treat a server error here as "blocked" and stop (RFC 9309 section 2.3.1.4).`,
			fix: `Make ${url} return 200 with your rules, or 404 if you have none, but never a server error.`,
		} as const;
	}
	return {
		outcome: "partial",
		ratio: 0.5,
		says: `${url} returns ${status}. That blocks nothing: crawlers may read everything. Your site just states no rules.`,
		fix: `Serve ${url} as text/plain with the lines ${OPEN_FILE}, plus any rules you want.`,
	} as const;
}
