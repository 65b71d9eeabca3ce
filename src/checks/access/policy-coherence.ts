import { defineSiteCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";
import { count } from "../shared/phrasing.ts";
import { type Contradiction, contradictionsIn } from "../shared/usage-contradictions.ts";
import { statementsOf } from "../shared/usage-vocabulary.ts";

const SHOWN = 4;

export const policyCoherence = defineSiteCheck({
	id: "policy-coherence",
	pillar: "access",
	engines: ["answers"],
	grade: "draft",
	mode: "light",
	weight: 1,
	weightReason:
		"Where two statements differ, crawlers follow the stricter one: a little more is closed than was meant.",
	title: "What the site states about the use of its content agrees with its rules",
	why: 'A line that says "search=yes" beside a rule that keeps search engines out leaves everybody guessing what is meant. Crawlers then follow the stricter one.',
	howToFix:
		"Decide what each kind of crawler may do, and say the same in robots.txt, in headers and in robots meta tags.",
	reference: "https://blog.cloudflare.com/content-signals-policy/",
	reviewed: "2026-11-21",
	note: 'Only a "yes" can be contradicted: "ai-train=no" beside a crawler that may read is what the statement is for. Nothing is asked of sites that make no statement.',
	yieldsTo: ["search-bots", "answer-indexers", "noindex", "snippet-eligible"],
	needs: [],
	wants: ["robots", "home"],
	evaluate(evidence, { auditedAt }) {
		const statements = statementsOf(evidence);
		if (statements.length === 0) {
			return { outcome: "not-applicable", says: "The site has no Content-Signal or Content-Usage line or header." };
		}
		const found = contradictionsIn(evidence, statements, auditedAt);
		const [first] = found;
		if (!first) {
			const said = count(statements.length, "statement");
			return { outcome: "pass", says: `Nothing contradicts the site's ${said} about the use of its content.` };
		}
		return {
			outcome: "partial",
			ratio: 0.5,
			says: `${sentence(first)}${found.length === 1 ? "" : ` ${count(found.length - 1, "further contradiction is", "further contradictions are")} there, too.`}`,
			fix: `${first.fix}`,
			exhibits: found.flatMap(({ exhibits }) => exhibits).slice(0, SHOWN),
		};
	},
});

function sentence({ statement, url, against }: Contradiction): string {
	return `"${clip(statement.excerpt, 90)}" (${statement.at} of ${url}), but ${against}.`;
}
