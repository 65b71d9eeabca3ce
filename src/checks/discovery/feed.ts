import { plainCount } from "#core/wording.ts";
import type { DeclaredFeed } from "#evidence/evidence-map.ts";
import { defineSiteCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";

const NAMES: Readonly<Record<DeclaredFeed["kind"], string>> = {
	rss: "an RSS feed",
	atom: "an Atom feed",
	"json-feed": "a JSON Feed",
	html: "a web page",
	invalid: "no feed",
};

export const feed = defineSiteCheck({
	id: "feed",
	pillar: "discovery",
	engines: ["search", "answers"],
	grade: "standard",
	atStake: "advice",
	weightReason: "Readers and crawlers that follow the link get no news; pages are found by other ways, too.",
	tableStakes: true,
	title: "The feed that the home page links to can be read",
	fault: "The feed that the home page links to cannot be read",
	consequence: "Readers and services that follow your news by feed may not get it.",
	effort: "small",
	doneBy: "developer",
	why: "Feed readers, crawlers and agents learn of new pages from the feed you name. One that answers with an error or cannot be parsed brings them nothing.",
	howToFix:
		"Let the address of the feed answer with well-formed RSS, Atom or JSON Feed, or take its link out of the page.",
	consumer: "feed readers, Google News, podcast apps",
	reference: "https://www.rfc-editor.org/rfc/rfc4287",
	reviewed: "2026-11-21",
	note: "A site without a feed is not asked for one. Of several feeds the first is looked at.",
	needs: ["feed"],
	evaluate({ feed: seen }) {
		const { url } = seen;
		if (seen.state === "absent") {
			return {
				outcome: "fail",
				says: `The home page links to the feed ${url}, which answers ${seen.status}.`,
				fix: `Serve the feed at ${url}, or take its <link rel="alternate"> out of the <head>.`,
				exhibits: [{ url, at: "status line", excerpt: `${seen.status}` }],
			};
		}
		const { kind, entries, newest, fault, excerpt, promised } = seen.value;
		const exhibits = excerpt === "" ? [] : [{ url, at: "beginning", excerpt: clip(excerpt) }];
		if (kind === "html" || kind === "invalid") {
			const why = clip(fault ?? "", 200).replace(/\.$/, "");
			return {
				outcome: "fail",
				says: `The home page promises a feed (${promised}) at ${url}, and there is ${NAMES[kind]}${why === "" || kind === "html" ? "" : `: ${why}`}.`,
				fix:
					kind === "html"
						? `Serve the feed itself at ${url}, or take its link out.`
						: `Correct ${url}: ${why || "serve RSS or Atom"}.`,
				exhibits,
			};
		}
		if (fault !== null) {
			return {
				outcome: "partial",
				ratio: 0.5,
				says: `${url} is ${NAMES[kind]} with a fault: ${clip(fault, 200)}`,
				fault: "The feed that the home page links to has a fault",
				fix: `Correct what is wrong in ${url}: ${clip(fault, 200)}`,
				exhibits,
			};
		}
		const latest = newest === null ? "" : `, the newest of ${newest.slice(0, 10)}`;
		return {
			outcome: "pass",
			says: `${url} is ${NAMES[kind]} with ${plainCount(entries, "entry", "entries")}${latest}.`,
			exhibits,
		};
	},
});
