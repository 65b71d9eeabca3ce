import { expect, test } from "vitest";
import type { PageDigest } from "#evidence/page-digest.ts";
import { absent, aLink, anAnchor, aPage, ask, found } from "../page.testkit.ts";
import { feedOffered } from "./feed-offered.ts";

const judge = (digest: Partial<PageDigest>) => ask(feedOffered, { home: found(aPage({ digest })) });
const FEED = { ...aLink("alternate", "/feed.xml"), type: "application/rss+xml" };

test.each<[string, Partial<PageDigest>, string]>([
	["a feed in the head", { links: [FEED] }, "pass"],
	["a JSON feed", { links: [{ ...FEED, type: "application/feed+json; charset=utf-8" }] }, "pass"],
	["a link in the text", { anchors: [anAnchor("/index.xml", "RSS")] }, "pass"],
	["a folder of that name", { anchors: [anAnchor("/blog/feed/", "Feed")] }, "pass"],
	["another alternate", { links: [{ ...FEED, type: "text/html" }] }, "fail"],
	["a page about feeding", { anchors: [anAnchor("/feed-your-cat"), anAnchor("/sitemap.xml")] }, "fail"],
	["nothing", {}, "fail"],
])("%s", (_, digest, outcome) => {
	expect(judge(digest).outcome).toBe(outcome);
});

test("is asked of publishers, on a home page that is there", () => {
	expect(feedOffered.presets).toEqual(["publisher"]);
	expect(ask(feedOffered, { home: absent(503) }).outcome).toBe("not-applicable");
});
