import { plainCount } from "#core/wording.ts";
import type { RobotsFault, RobotsTxt } from "#evidence/evidence-map.ts";
import { byShare, defineSiteCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";

const SHOWN = 5;
/** So many faulty lines take all, whatever stands around them. */
const TOO_MANY = 10;

const WORDS: Readonly<Record<RobotsFault["kind"], readonly [says: string, todo: string]>> = {
	"unknown-line": [
		"is no record that a crawler documents, so it is passed over",
		'put "#" before it if it is a comment, else correct its name or remove it',
	],
	"forgiven-line": [
		"breaks the grammar; Google's parser forgives that, others need not",
		"write the name as the standard has it, with a colon behind it",
	],
	"rule-before-group": [
		'stands before any "User-agent" line, so no crawler follows it',
		'put "User-agent: *" on the line above it',
	],
	"relative-sitemap": ["names a sitemap without its whole address", "write the whole address, beginning with https://"],
	"empty-agent": ["names no crawler", 'name one, or "*" for all of them'],
	"invalid-path": ['has a path that does not begin with "/" or "*", so it matches nothing', 'begin the path with "/"'],
};

export const robotsSyntax = defineSiteCheck({
	id: "robots-syntax",
	pillar: "access",
	engines: ["search", "answers"],
	grade: "standard",
	atStake: "advice",
	weightReason: "A line that is not understood is passed over, and the lines around it still count.",
	tableStakes: true,
	title: "Crawlers understand every line of robots.txt",
	fault: "robots.txt has lines that crawlers may not understand",
	consequence: "A rule that crawlers pass over neither closes nor opens anything, and no one is warned.",
	effort: "small",
	doneBy: "developer",
	why: "Crawlers pass over what they do not understand without a word. A rule with a typing error, or above the first User-agent line, protects nothing.",
	howToFix: "Correct the lines that are named here, or remove them.",
	consumer: "Googlebot, Bingbot and every crawler that follows RFC 9309",
	reference: "https://www.rfc-editor.org/rfc/rfc9309#section-2.2",
	reviewed: "2026-11-21",
	note: "Records beyond the standard are allowed (section 2.2.4): those that a named consumer documents, such as Crawl-delay, Content-Signal or Host, are no fault. Neither is a crawler's own name with digits in it, which the grammar does not foresee. Each faulty line takes a tenth, however many right ones stand around it.",
	yieldsTo: ["robots-fetch"],
	needs: ["robots"],
	evaluate({ robots }) {
		const { url } = robots;
		if (robots.state === "absent") {
			return { outcome: "not-applicable", says: `${url} answers ${robots.status}, so there are no lines to read.` };
		}
		if (robots.value.kind === "html") {
			return { outcome: "not-applicable", says: `A web page stands at ${url}, so there are no lines to read.` };
		}
		const faults = robots.value.faults.filter((fault) => !namesForeignToken(fault));
		const [first] = faults;
		if (!first) return { outcome: "pass", says: `Every line of ${url} is a record that crawlers know, or a comment.` };
		const [says, todo] = WORDS[first.kind];
		const more =
			faults.length === 1 ? "" : `; ${plainCount(faults.length - 1, "more line")} like it or otherwise at fault`;
		const details = {
			says: `"${clip(first.excerpt, 80)}" (${first.at} of ${url}) ${says}${more}.`,
			fix: `In ${url}, ${first.at}: ${todo}.`,
			exhibits: faults.slice(0, SHOWN).map(({ at, excerpt }) => ({ url, at, excerpt: clip(excerpt) })),
		};
		return linesUnderstood(robots.value) === 0
			? { outcome: "fail", fault: "Crawlers understand no line of robots.txt", ...details }
			: byShare(Math.max(0, 1 - faults.length / TOO_MANY), details);
	},
});

/** Names, rules and sitemaps; records beyond the standard are so few that they do not matter to a share. */
function linesUnderstood({ groups, sitemaps }: RobotsTxt): number {
	return groups.reduce((sum, { agents, rules }) => sum + agents.length + rules.length, sitemaps.length);
}

/** `User-agent: 360Spider`: named by its vendor so, though product tokens have no digits (section 2.2.1). */
function namesForeignToken({ kind, excerpt }: RobotsFault): boolean {
	return kind === "empty-agent" && /:\s*[0-9][\w.-]*\s*(?:#|$)/.test(excerpt);
}
