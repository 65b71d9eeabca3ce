import { plainCount } from "#core/wording.ts";
import type { DeclaredFeed } from "#evidence/evidence-map.ts";
import { defineSiteCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";

const NAMES: Readonly<Record<DeclaredFeed["kind"], string>> = {
	rss: "an RSS feed",
	atom: "an Atom feed",
	"json-feed": "a JSON Feed",
	html: "a web page",
	invalid: "something that is not a feed",
};

export const feed = defineSiteCheck({
	id: "feed",
	pillar: "discovery",
	engines: ["search", "answers"],
	grade: "standard",
	atStake: "advice",
	weightReason: "Readers and crawlers that use the feed get no news. They can still find pages in other ways.",
	tableStakes: true,
	title: "The feed linked from the home page is valid",
	fault: "The feed linked from the home page is not valid",
	problem: "readers may not get your news by feed",
	consequence: "Readers and services that follow your feed may not get your news.",
	hours: 1,
	doneBy: "developer",
	why: "Feed readers, crawlers and agents learn about new pages from your feed. If it returns an error or cannot be parsed, they get nothing.",
	howToFix: "Serve valid RSS, Atom or JSON Feed at the address of the feed, or remove its link from the page.",
	consumer: "feed readers, Google News, podcast apps",
	reference: "https://www.rfc-editor.org/rfc/rfc4287",
	reviewed: "2026-11-21",
	note: "We do not ask for a feed here. If there are several feeds, we check the first.",
	needs: ["feed"],
	evaluate({ feed: seen }) {
		const { url } = seen;
		if (seen.state === "absent") {
			return {
				outcome: "fail",
				says: `The home page links to the feed ${url}, which returns ${seen.status}.`,
				fix: `Serve the feed at ${url}, or remove its <link rel="alternate"> from the <head>.`,
				exhibits: [{ url, at: "status line", excerpt: `${seen.status}` }],
			};
		}
		const { kind, entries, newest, fault, excerpt, promised } = seen.value;
		const exhibits = excerpt === "" ? [] : [{ url, at: "beginning", excerpt: clip(excerpt) }];
		if (kind === "html" || kind === "invalid") {
			const why = clip(fault ?? "", 200).replace(/\.$/, "");
			return {
				outcome: "fail",
				says: `The home page links to a feed (${promised}) at ${url}, but that address returns ${NAMES[kind]}${why === "" || kind === "html" ? "" : `: ${why}`}.`,
				fix:
					kind === "html"
						? `Serve the feed at ${url}, or remove the link.`
						: `Correct ${url}: ${why || "serve RSS or Atom"}.`,
				exhibits,
			};
		}
		if (fault !== null) {
			return {
				outcome: "partial",
				ratio: 0.5,
				says: `${url} is ${NAMES[kind]} with an error: ${clip(fault, 200)}`,
				fault: "The feed linked from the home page has an error",
				fix: `Correct this error in ${url}: ${clip(fault, 200)}`,
				exhibits,
			};
		}
		const latest = newest === null ? "" : `, the newest from ${newest.slice(0, 10)}`;
		return {
			outcome: "pass",
			says: `${url} is ${NAMES[kind]} with ${plainCount(entries, "entry", "entries")}${latest}.`,
			exhibits,
		};
	},
});
