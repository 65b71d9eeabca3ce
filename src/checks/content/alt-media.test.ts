import { expect, test } from "vitest";
import type { PageMedia } from "#evidence/digest/content.ts";
import { aPage, ask } from "../page.testkit.ts";
import { altMedia } from "./alt-media.ts";

const plain: PageMedia = {
	at: "line 8, column 1",
	excerpt: '<video src="/tour.mp4" controls>',
	tag: "video",
	src: "/tour.mp4",
	tracks: [],
	background: false,
	transcript: false,
};
const judge = (...media: Partial<PageMedia>[]) =>
	ask(altMedia, {}, aPage({ digest: { media: media.map((each) => ({ ...plain, ...each })) } }));

test.each<[string, Partial<PageMedia>, string]>([
	["captions", { tracks: ["captions"] }, "pass"],
	["subtitles", { tracks: ["chapters", "subtitles"] }, "pass"],
	["a transcript", { transcript: true }, "pass"],
	["chapters alone", { tracks: ["chapters", "metadata"] }, "partial"],
	["nothing", {}, "partial"],
	["a background", { background: true }, "not-applicable"],
	["audio with a track that no player shows", { tag: "audio", tracks: ["captions"] }, "partial"],
	["audio with a transcript", { tag: "audio", transcript: true }, "pass"],
])("%s", (_, media, outcome) => {
	expect(judge(media).outcome).toBe(outcome);
});

test("no media, no verdict; one bare among others is told with the line to add", () => {
	expect(judge().outcome).toBe("not-applicable");
	expect(judge({ transcript: true }, {})).toMatchObject({
		outcome: "partial",
		says: expect.stringContaining("1 of 2 recordings"),
		fix: expect.stringContaining('<track kind="captions" srclang="en" src="/tour.vtt">'),
	});
	expect(judge({ tag: "audio", src: "/talk.mp3?v=2" })).toHaveProperty("fix", expect.stringContaining("/talk.txt"));
});
