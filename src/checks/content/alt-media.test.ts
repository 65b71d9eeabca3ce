import { expect, test } from "vitest";
import type { PageMedia } from "#evidence/page-digest.ts";
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

test("no media, no verdict; one bare among others is shown with the line to add", () => {
	expect(judge().outcome).toBe("not-applicable");
	expect(judge({ transcript: true }, {})).toMatchObject({
		outcome: "partial",
		ratio: 0.75,
		says: expect.stringContaining("1 of 2 recordings"),
		fix: expect.stringContaining('<track kind="captions" srclang="en" src="captions.vtt">'),
	});
});

test.each<[Partial<PageMedia>, string]>([
	[{ src: "blob:https://example.com/1c0e" }, "Turn on captions in the player"],
	[{ src: "https://cdn.example.net/tour.mp4" }, "Turn on captions in the player"],
	[{ src: null }, "Turn on captions in the player"],
	[{ src: "https://example.com/tour.mp4" }, 'src="captions.vtt"'],
	[{ tag: "audio", src: "/talk.mp3" }, "Put a transcript, or a link to one"],
])("the fix for %o makes up no address", (media, words) => {
	const fix = "fix" in judge(media) ? (judge(media) as { fix: string }).fix : "";
	expect(fix).toContain(words);
	expect(fix).not.toMatch(/\/\S*\.(?:vtt|txt)/);
});
