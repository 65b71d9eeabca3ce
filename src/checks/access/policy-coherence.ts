import { type Crawler, crawlersOf, isBound } from "#core/crawlers.ts";
import { namesAgent, type RobotsGroup } from "#core/robots-rules.ts";
import type { Exhibit } from "#core/verdict.ts";
import { plainCount } from "#core/wording.ts";
import type { Evidence, UsageStatement } from "#evidence/evidence-map.ts";
import { defineSiteCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";
import {
	blockedCrawlers,
	closesIndex,
	closesSnippet,
	nameBlocks,
	onePerPlace,
	type PlacedDirective,
	placedDirectives,
	ruleExhibits,
} from "../shared/robots.ts";
import { type PlacedStatement, stanceOf, statementsOf, type UsageCategory } from "../shared/usage-vocabulary.ts";

const SHOWN = 4;

export const policyCoherence = defineSiteCheck({
	id: "policy-coherence",
	pillar: "access",
	engines: ["answers"],
	grade: "draft",
	atStake: "advice",
	weightReason:
		"If 2 statements differ, crawlers follow the stricter one, so you block a little more than you meant to.",
	tableStakes: true,
	title: "Your content-use preferences match your crawler rules",
	fault: "A content-use preference contradicts your crawler rules",
	problem: "your rules for crawlers contradict each other",
	consequence: "Crawlers follow the stricter of the two, so services that you want to allow stay out.",
	hours: 0.5,
	doneBy: "developer",
	why: 'A line that says "search=yes" next to a rule that blocks search engines leaves your intention unclear. Crawlers then follow the stricter one.',
	howToFix:
		"Decide what each kind of crawler may do, and say the same in robots.txt, in headers and in robots meta tags.",
	consumer: "crawlers that follow Content Signals or the IETF's AI Preferences",
	reference: "https://blog.cloudflare.com/content-signals-policy/",
	reviewed: "2026-11-21",
	note: 'We check only a "yes". Writing "ai-input=no" while a crawler may read the page is exactly what the statement is for. We leave out training, because opting out of it never costs points, and fetchers that do not follow robots.txt. If you state no preference, we do not ask for one.',
	yieldsTo: ["search-bots", "answer-indexers", "noindex", "snippet-eligible"],
	wants: ["robots", "home"],
	evaluate(evidence, { auditedAt }) {
		const statements = statementsOf(evidence);
		if (statements.length === 0) {
			return { outcome: "not-applicable", says: "The site has no Content-Signal or Content-Usage line or header." };
		}
		const found = contradictionsIn(evidence, statements, auditedAt);
		const [first] = found;
		if (!first) {
			const said = plainCount(statements.length, "statement");
			return { outcome: "pass", says: `Nothing contradicts the site's ${said} about the use of its content.` };
		}
		return {
			outcome: "partial",
			ratio: 0.5,
			says: `${sentence(first)}${found.length === 1 ? "" : ` ${plainCount(found.length - 1, "more contradiction follows", "more contradictions follow")}.`}`,
			fix: `${first.fix}`,
			exhibits: found.flatMap(({ exhibits }) => exhibits).slice(0, SHOWN),
		};
	},
});

function sentence({ statement, url, against }: Contradiction): string {
	return `"${clip(statement.excerpt, 90)}" (${statement.at} of ${url}), but ${against}.`;
}

export interface Contradiction extends PlacedStatement {
	/** A clause: `robots.txt closes the home page to …`. */
	readonly against: string;
	readonly fix: string;
	readonly exhibits: readonly Exhibit[];
}

/** Without training: opting out of it, in any form, costs nothing. */
type JudgedUse = Exclude<UsageCategory, "ai-train">;

const CRAWLERS: Readonly<Record<JudgedUse, readonly Crawler[]>> = {
	search: crawlersOf("search"),
	"ai-input": crawlersOf("answer-index", "user-fetch").filter(isBound),
};
const CATEGORIES = Object.keys(CRAWLERS) as JudgedUse[];
const READERS = ["robots", "googlebot", "bingbot"];

function contradictionsIn(
	evidence: Pick<Evidence, "robots" | "home">,
	statements: readonly PlacedStatement[],
	auditedAt: string,
): readonly Contradiction[] {
	return CATEGORIES.flatMap((category) => {
		const welcoming = statements.filter(({ statement }) => isWhole(statement) && stanceOf(statement, category));
		return welcoming.flatMap((placed) => [
			...byRules(evidence, placed, category),
			...byDirectives(evidence, placed, category, auditedAt),
			...byStatements(placed, statements, category),
		]);
	});
}

function isWhole({ path }: UsageStatement): boolean {
	return path === null || path === "/";
}

function byRules({ robots }: Pick<Evidence, "robots">, placed: PlacedStatement, category: JudgedUse) {
	if (robots.state !== "found") return [];
	const { groups } = robots.value;
	const addressed = CRAWLERS[category].filter(({ token }) => isAddressed(groups, token, placed.statement));
	const blocks = blockedCrawlers(groups, addressed);
	if (blocks.length === 0) return [];
	return [
		contradiction(
			placed,
			`robots.txt blocks the home page for ${nameBlocks(blocks)}`,
			`Either allow these crawlers, or say no to "${category}" in the statement`,
			ruleExhibits(robots.url, blocks),
		),
	];
}

/** A header, or a line outside of groups, addresses everyone; a line in a group, the crawlers of that group. */
function isAddressed(groups: readonly RobotsGroup[], token: string, { agents }: UsageStatement): boolean {
	if (agents.length === 0) return true;
	return namesAgent(groups, token) ? agents.includes(token.toLowerCase()) : agents.includes("*");
}

function byDirectives(
	{ home }: Pick<Evidence, "home">,
	placed: PlacedStatement,
	category: JudgedUse,
	auditedAt: string,
): readonly Contradiction[] {
	if (home.state !== "found") return [];
	const bars = ({ directive }: PlacedDirective) =>
		category === "search" ? closesIndex(directive, auditedAt) : closesSnippet(directive);
	return onePerPlace(placedDirectives(home.value, READERS).filter(bars)).map(
		({ directive, where, removal, exhibits }) =>
			contradiction(placed, `${lowerFirst(where)} of the home page says ${directive.name}`, removal, exhibits),
	);
}

function byStatements(placed: PlacedStatement, all: readonly PlacedStatement[], category: JudgedUse) {
	const rival = all.find(({ statement }) => {
		const sameReaders = placed.statement.agents.length === 0 || statement.agents.length === 0;
		const shared = sameReaders || statement.agents.some((agent) => placed.statement.agents.includes(agent));
		return shared && isWhole(statement) && stanceOf(statement, category) === false;
	});
	if (!rival) return [];
	const { statement, url } = rival;
	const exhibits = [{ url, at: statement.at, excerpt: clip(statement.excerpt) }];
	const against = `"${clip(statement.excerpt, 90)}" (${statement.at} of ${url}) says the opposite`;
	return [contradiction(placed, against, `Say the same about "${category}" in both places`, exhibits)];
}

function contradiction(
	{ statement, url }: PlacedStatement,
	against: string,
	fix: string,
	exhibits: readonly Exhibit[],
): Contradiction {
	const own = { url, at: statement.at, excerpt: clip(statement.excerpt) };
	return { statement, url, against, fix: `${fix}.`, exhibits: [own, ...exhibits] };
}

function lowerFirst(text: string): string {
	return text.charAt(0).toLowerCase() + text.slice(1);
}
