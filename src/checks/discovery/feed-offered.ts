import type { Page } from "#evidence/evidence-map.ts";
import type { PageAnchor, PageLink } from "#evidence/page-digest.ts";
import { defineSiteCheck } from "../define-check.ts";
import { exhibitsOf } from "../shared/exhibits.ts";

export const feedOffered = defineSiteCheck({
	id: "feed-offered",
	pillar: "discovery",
	engines: ["search"],
	grade: "vendor",
	presets: ["publisher"],
	atStake: "advice",
	weightReason:
		"New articles are found by links and sitemap, too; a feed is what lets readers and engines follow them.",
	title: "The site offers a feed of its articles",
	fault: "The site offers no feed of its articles",
	consequence: "Readers and news services cannot follow what you publish, and learn of new articles later.",
	effort: "small",
	doneBy: "developer",
	why: "Feed readers, Google's Follow button and news services learn of new articles from a feed. Without one, somebody has to come and look.",
	howToFix: 'Let your system write an RSS or Atom feed, and name it in the <head> by <link rel="alternate">.',
	consumer: "Google Discover (Follow), feed readers, news services",
	reference: "https://developers.google.com/search/docs/appearance/google-discover",
	reviewed: "2026-11-22",
	note: "Asked of publishers only. A link to a feed in the text counts as well as one in the head; whether the feed can be read is asked by feed.",
	yieldsTo: ["text-without-js", "head-in-raw-html", "auth-gate"],
	needs: ["home"],
	evaluate({ home }) {
		if (home.state === "absent") {
			return { outcome: "not-applicable", says: `The home page answers ${home.status}, so it offers nothing.` };
		}
		const page = home.value;
		const [first] = feedsOf(page);
		if (first) {
			return {
				outcome: "pass",
				says: `${page.url} leads to a feed: ${first.href}.`,
				exhibits: exhibitsOf(page, [first]),
			};
		}
		return {
			outcome: "fail",
			says: `${page.url} publishes articles, and neither its head nor a link leads to a feed.`,
			fix: `Let your system write an RSS or Atom feed, and add it to the <head> of ${page.url} by <link rel="alternate" type="application/rss+xml">, with the feed's address as href.`,
		};
	},
});

const FEED_TYPE = /^application\/(?:rss|atom|rdf)\+xml\b|^application\/feed\+json\b/i;
const FEED_PATH =
	/(?:^|\/)(?:feed|feeds|rss|atom)(?:\/|$)|(?:^|\/)(?:feed|rss|atom|index)\.(?:xml|rdf|json)$|\.(?:rss|atom)$/i;

function feedsOf({ digest }: Page): readonly (PageLink | PageAnchor)[] {
	const links = digest.links.filter(({ rel, type }) => rel.includes("alternate") && FEED_TYPE.test(type ?? ""));
	const anchors = digest.anchors.filter(({ url }) => url !== null && FEED_PATH.test(URL.parse(url)?.pathname ?? ""));
	return [...links, ...anchors];
}
