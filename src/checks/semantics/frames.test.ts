import { expect, test } from "vitest";
import { aPage, ask } from "../page.testkit.ts";
import { aBarredPage, aBarrier } from "../shared/barriers.testkit.ts";
import { frames } from "./frames.ts";

test("no frame, a named one, one without", () => {
	expect(ask(frames, {}, aPage()).outcome).toBe("not-applicable");
	expect(ask(frames, {}, aBarredPage({ "frame-name": 1 }, []))).toEqual({
		outcome: "pass",
		says: "1 frame, with a name.",
	});
	expect(
		ask(frames, {}, aBarredPage({ "frame-name": 1 }, [aBarrier("frame-name", '<iframe src="/map">')])),
	).toMatchObject({
		outcome: "fail",
		fix: expect.stringContaining('Add to <iframe src="/map"> (line 20, column 3) a title'),
	});
});

test.each([
	["https://www.youtube-nocookie.com/embed/x", 'title="Video from YouTube"'],
	["//player.dazn.com/x", 'title="Video from DAZN"'],
	["https://www.google.de/maps/embed?pb=1", 'title="Map"'],
	["https://notyoutube.com/x", "what the frame shows."],
	["/map", "what the frame shows."],
])("%s: %s", (src, words) => {
	const barrier = aBarrier("frame-name", `<iframe width=5 src="${src}">`);
	expect(ask(frames, {}, aBarredPage({ "frame-name": 1 }, [barrier]))).toHaveProperty(
		"fix",
		expect.stringContaining(words),
	);
});
