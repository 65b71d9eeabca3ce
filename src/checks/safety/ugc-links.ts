import { plainCount } from "#core/wording.ts";
import { definePageCheck } from "../define-check.ts";
import { exhibitsOf } from "../shared/exhibits.ts";

export const ugcLinks = definePageCheck({
	id: "ugc-links",
	pillar: "safety",
	axis: "structure",
	engines: ["search"],
	grade: "vendor",
	atStake: "advice",
	weightReason: "Google treats the mark as a hint. Most blog systems add it automatically.",
	tableStakes: true,
	title: "Links in comments are marked as user content",
	fault: "Links in comments are not marked as user content",
	problem: "spam links in comments look like your own advice",
	consequence: "Spammers' links look like your own advice, and search engines may hold them against your site.",
	hours: 1,
	doneBy: "developer",
	why: "Unmarked links in comments look like your own recommendations. Spammers look for such pages, and search engines may hold the spammers' links against your site.",
	howToFix: 'Have the comment system add rel="ugc" or rel="nofollow" to every link that readers post.',
	consumer: "Google Search",
	reference: "https://developers.google.com/search/docs/crawling-indexing/qualify-outbound-links",
	reviewed: "2026-11-21",
	note: "Google suggests the mark but lets you omit it for trusted contributors, so unmarked links cost only part of the points.",
	evaluate(page) {
		const { count: all, bare, bareCount } = page.digest.readerLinks;
		if (all === 0) return { outcome: "not-applicable", says: "The page has no links from its readers." };
		const [first] = bare;
		if (bareCount === 0 || !first) {
			return { outcome: "pass", says: `${plainCount(all, "link")} in comments to other sites, all marked.` };
		}
		return {
			outcome: "partial",
			ratio: Math.max(0.25, (all - bareCount) / all),
			says: `${page.url} has ${plainCount(all, "link")} in comments to other sites, ${bareCount} of them without rel="ugc" or "nofollow".`,
			fix: `Add rel="ugc" to the link at ${first.at} and to the other links from readers.`,
			exhibits: exhibitsOf(page, bare),
		};
	},
});
