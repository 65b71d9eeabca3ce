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
	weightReason: "Links and the sitemap also lead to new articles. A feed lets readers and engines follow them.",
	title: "The site has a feed of its articles",
	fault: "The site has no feed of its articles",
	problem: "readers cannot follow what you publish by feed",
	consequence: "Readers and news services cannot follow what you publish, and learn about new articles later.",
	hours: 2,
	doneBy: "developer",
	why: "A feed is a list of your newest articles for programs. Feed readers, Google's Follow button and news services use it. Without one, people have to visit your site to see what is new.",
	howToFix:
		'Have your content system generate an RSS or Atom feed, and link it in the <head> with <link rel="alternate">.',
	consumer: "Google Discover (Follow), feed readers, news services",
	reference: "https://developers.google.com/search/docs/appearance/google-discover",
	reviewed: "2026-11-22",
	note: "We check only publishers. A link to a feed in the text counts as much as one in the head. The check feed tests whether the feed is valid.",
	yieldsTo: ["text-without-js", "head-in-raw-html", "auth-gate"],
	needs: ["home"],
	evaluate({ home }) {
		if (home.state === "absent") {
			return { outcome: "not-applicable", says: `The home page returns ${home.status}, so we cannot look for a feed.` };
		}
		const page = home.value;
		const [first] = feedsOf(page);
		if (first) {
			return {
				outcome: "pass",
				says: `${page.url} links to a feed: ${first.href}.`,
				exhibits: exhibitsOf(page, [first]),
			};
		}
		return {
			outcome: "fail",
			says: `${page.url} publishes articles, but neither its head nor a link on the page leads to a feed.`,
			fix: `Have your content system generate an RSS or Atom feed, and add this to the <head> of ${page.url}: <link rel="alternate" type="application/rss+xml">, with the feed's address as href.`,
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
