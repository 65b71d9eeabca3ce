import type { CheckExamples } from "../shared/example.ts";

const FEED = '<rss version="2.0"><channel><title>News</title><link>https://example.com/</link></channel></rss>';

export const feedOfferedExamples: CheckExamples = {
	check: "feed-offered",
	examples: [
		{
			name: "A feed named in the head",
			outcome: "pass",
			preset: "publisher",
			head: '<link rel="alternate" type="application/rss+xml" href="/feed.xml">',
			files: { "/feed.xml": FEED },
		},
		{
			name: "A feed that a link in the text leads to",
			outcome: "pass",
			preset: "publisher",
			body: '<p><a href="/feed.xml">RSS</a></p>',
			files: { "/feed.xml": FEED },
		},
		{ name: "A magazine without a feed", outcome: "fail", preset: "publisher" },
		{ name: "No publisher", outcome: "not-applicable" },
	],
};
