import { plainCount } from "#core/wording.ts";
import type { RobotsFault, RobotsTxt } from "#evidence/evidence-map.ts";
import { byShare, defineSiteCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";

const SHOWN = 5;
/** This many faulty lines cost everything, whatever the rest. */
const TOO_MANY = 10;

const WORDS: Readonly<Record<RobotsFault["kind"], readonly [says: string, todo: string]>> = {
	"unknown-line": [
		"is not a record that any crawler documents, so crawlers skip it",
		'start the line with "#" if it is a comment, otherwise correct or delete it',
	],
	"forgiven-line": [
		"has a syntax error. Google's parser forgives it, others may not",
		"write the name as in the standard, followed by a colon",
	],
	"rule-before-group": [
		'comes before the first "User-agent" line, so no crawler follows it',
		'put "User-agent: *" on the line above it',
	],
	"relative-sitemap": ["gives only part of the sitemap's address", "write the full address, starting with https://"],
	"empty-agent": ["names no crawler", 'name one, or "*" for all of them'],
	"invalid-path": ['has a path that does not start with "/" or "*", so it matches nothing', 'start the path with "/"'],
};

export const robotsSyntax = defineSiteCheck({
	id: "robots-syntax",
	pillar: "access",
	engines: ["search", "answers"],
	grade: "standard",
	atStake: "advice",
	weightReason: "Crawlers skip a line they do not understand and still follow the lines around it.",
	tableStakes: true,
	title: "Crawlers understand every line of robots.txt",
	fault: "robots.txt has lines that crawlers may not understand",
	problem: "crawlers may not understand some of your rules for them",
	consequence: "Crawlers skip such a rule without a warning, so it blocks and allows nothing.",
	hours: 0.25,
	doneBy: "developer",
	why: "Crawlers skip what they do not understand and do not tell you. A rule with a typo, or above the first User-agent line, protects nothing.",
	howToFix: "Correct or delete the lines listed here.",
	consumer: "Googlebot, Bingbot and every crawler that follows RFC 9309",
	reference: "https://www.rfc-editor.org/rfc/rfc9309#section-2.2",
	reviewed: "2026-11-21",
	note: "The standard allows other records (section 2.2.4). Those that a named crawler documents, such as Crawl-delay, Content-Signal or Host, are not faults. A crawler name with digits is not a fault either, although the grammar does not provide for it. Each faulty line costs 10 %, no matter how many correct lines there are.",
	yieldsTo: ["robots-fetch"],
	needs: ["robots"],
	evaluate({ robots }) {
		const { url } = robots;
		if (robots.state === "absent") {
			return { outcome: "not-applicable", says: `${url} returns ${robots.status}, so there are no lines to read.` };
		}
		if (robots.value.kind === "html") {
			return { outcome: "not-applicable", says: `${url} returns a web page, so there are no lines to read.` };
		}
		const faults = robots.value.faults.filter((fault) => !namesForeignToken(fault));
		const [first] = faults;
		if (!first) return { outcome: "pass", says: `Every line of ${url} is a comment or a record that crawlers know.` };
		const [says, todo] = WORDS[first.kind];
		const more =
			faults.length === 1 ? "" : `; ${plainCount(faults.length - 1, "more line has", "more lines have")} errors`;
		const details = {
			says: `"${clip(first.excerpt, 80)}" (${first.at} of ${url}) ${says}${more}.`,
			fix: `In ${url}, ${first.at}: ${todo}.`,
			exhibits: faults.slice(0, SHOWN).map(({ at, excerpt }) => ({ url, at, excerpt: clip(excerpt) })),
		};
		return linesUnderstood(robots.value) === 0
			? { outcome: "fail", fault: "Crawlers do not understand a single line of robots.txt", ...details }
			: byShare(Math.max(0, 1 - faults.length / TOO_MANY), details);
	},
});

/** Names, rules and sitemaps; extension records are too few to matter. */
function linesUnderstood({ groups, sitemaps }: RobotsTxt): number {
	return groups.reduce((sum, { agents, rules }) => sum + agents.length + rules.length, sitemaps.length);
}

/** `User-agent: 360Spider` is its vendor's name, though product tokens have no digits (section 2.2.1). */
function namesForeignToken({ kind, excerpt }: RobotsFault): boolean {
	return kind === "empty-agent" && /:\s*[0-9][\w.-]*\s*(?:#|$)/.test(excerpt);
}
