import { expect, test } from "vitest";
import type { DeclaredFeed } from "#evidence/evidence-map.ts";
import { absent, ask, found } from "../page.testkit.ts";
import { feed } from "./feed.ts";

const AT = "https://example.com/feed.xml";
const judge = (parts: Partial<DeclaredFeed>) =>
	ask(feed, {
		feed: found(
			{
				href: AT,
				promised: "application/rss+xml",
				contentType: "application/rss+xml",
				kind: "rss" as const,
				entries: 3,
				newest: "2026-04-02T09:00:00.000Z",
				fault: null,
				excerpt: "<rss>",
				...parts,
			},
			AT,
		),
	});

test("can be read", () => {
	expect(judge({})).toMatchObject({
		outcome: "pass",
		says: `${AT} is an RSS feed with 3 entries, the newest from 2026-04-02.`,
		exhibits: [{ url: AT, excerpt: "<rss>" }],
	});
	expect(judge({ kind: "atom", entries: 0, newest: null }).says).toBe(`${AT} is an Atom feed with 0 entries.`);
});

test("is not there", () => {
	expect(ask(feed, { feed: absent(410, AT) })).toMatchObject({
		outcome: "fail",
		says: `The home page links to the feed ${AT}, which returns 410.`,
	});
});

test("is something else, or broken", () => {
	expect(judge({ kind: "html", fault: "It is a web page, not a feed." })).toMatchObject({
		outcome: "fail",
		says: expect.stringMatching(
			/links to a feed \(application\/rss\+xml\) at \S+, but that address returns a web page\.$/,
		),
	});
	expect(judge({ kind: "invalid", fault: "It is empty.", excerpt: "" })).toMatchObject({
		outcome: "fail",
		says: expect.stringContaining("that is not a feed: It is empty."),
		exhibits: [],
	});
});

test("has a fault", () => {
	expect(judge({ kind: "json-feed", fault: 'It has no "title".' })).toMatchObject({ outcome: "partial", ratio: 0.5 });
});
