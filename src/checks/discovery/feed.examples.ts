import type { CheckExamples } from "../shared/example.ts";

export const feedExamples: CheckExamples = {
	check: "feed",
	examples: [
		{ name: "No feed, and none promised", outcome: "not-applicable" },
		{
			name: "An RSS feed",
			outcome: "pass",
			head: '<link rel="alternate" type="application/rss+xml" href="/feed.xml">',
			files: {
				"/feed.xml": {
					headers: { "content-type": "application/rss+xml" },
					body: '<rss version="2.0"><channel><title>News</title><item><title>Courses in May</title><pubDate>Wed, 02 Apr 2026 09:00:00 GMT</pubDate></item></channel></rss>',
				},
			},
		},
		{
			name: "A JSON Feed",
			outcome: "pass",
			head: '<link rel="alternate" type="application/feed+json" href="/feed.json">',
			files: {
				"/feed.json":
					'{"version":"https://jsonfeed.org/version/1.1","title":"News","items":[{"id":"1","content_text":"Courses in May","date_published":"2026-04-02T09:00:00Z"}]}',
			},
		},
		{
			name: "The address returns 404",
			outcome: "fail",
			head: '<link rel="alternate" type="application/atom+xml" href="/atom.xml">',
		},
		{
			name: "A web page in its place",
			outcome: "fail",
			head: '<link rel="alternate" type="application/rss+xml" href="/feed">',
			files: { "/feed": "<!doctype html><title>News</title>" },
		},
		{
			name: "An & that is not escaped",
			outcome: "fail",
			head: '<link rel="alternate" type="application/rss+xml" href="/feed.xml">',
			files: { "/feed.xml": '<rss version="2.0"><channel><title>Sewn & glued</title></channel></rss>' },
		},
	],
};
