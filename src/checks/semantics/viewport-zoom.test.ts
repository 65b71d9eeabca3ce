import { expect, test } from "vitest";
import { aMeta, aPage, ask } from "../page.testkit.ts";
import { readViewport, viewportZoom } from "./viewport-zoom.ts";

const judge = (...contents: readonly string[]) =>
	ask(viewportZoom, {}, aPage({ digest: { metas: contents.map((content) => aMeta("viewport", content)) } }));

test.each([
	["width=device-width, initial-scale=1", "pass"],
	["", "pass"],
	["maximum-scale=2", "pass"],
	["maximum-scale=1.99", "fail"],
	["user-scalable=no", "fail"],
	["maximum-scale=yes", "fail"],
])("%s", (content, outcome) => {
	expect(judge(content).outcome).toBe(outcome);
});

test("no viewport, and one of another kind of meta", () => {
	expect(judge().outcome).toBe("not-applicable");
	const other = { ...aMeta("viewport", "user-scalable=no"), by: "property" as const };
	expect(ask(viewportZoom, {}, aPage({ digest: { metas: [other] } })).outcome).toBe("not-applicable");
});

test("the last of two counts", () => {
	expect(judge("user-scalable=no", "width=device-width").outcome).toBe("pass");
	expect(judge("width=device-width", "user-scalable=no").outcome).toBe("fail");
});

test("the fix keeps the page's other values", () => {
	expect(judge("width=device-width, maximum-scale=1, user-scalable=0")).toMatchObject({
		says: expect.stringContaining("turns zooming off"),
		fix: 'Change line 1, column 1 of https://example.com/ to <meta name="viewport" content="width=device-width">.',
	});
	expect(judge("maximum-scale=1.5").says).toContain("stops zooming at 1.5 times");
	expect(judge("maximum-scale=1")).toMatchObject({
		says: expect.stringContaining("turns zooming off"),
		fix: expect.stringContaining('content="width=device-width, initial-scale=1"'),
	});
});

test.each([
	["width=device-width, initial-scale=1", true, null],
	["", true, null],
	["user-scalable=no", false, null],
	["USER-SCALABLE = NO", false, null],
	["width=device-width;user-scalable=0;", false, null],
	["user-scalable=yes", true, null],
	["user-scalable=device-height", true, null],
	["user-scalable=5", true, null],
	["user-scalable=-1", true, null],
	["user-scalable=0.9", false, null],
	["user-scalable=maybe", false, null],
	["user-scalable=", false, null],
	["user-scalable", true, null],
	["user-scalable=no user-scalable=yes", true, null],
	["maximum-scale=2.0", true, 2],
	["maximum-scale=1.5x", true, 1.5],
	["maximum-scale=0", true, 0.1],
	["maximum-scale=99", true, 10],
	["maximum-scale=-1", true, null],
	["maximum-scale=yes", true, 1],
	["maximum-scale=no", true, 0.1],
	["maximum-scale=device-width", true, 10],
	["maximum-scale=big", true, 0.1],
	["initial-scale=1,maximum-scale=1,user-scalable=no", false, 1],
])("%s", (content, userScalable, maximumScale) => {
	expect(readViewport(content)).toEqual({ userScalable, maximumScale });
});

test("stays linear on white space", () => {
	expect(readViewport(`a${" ".repeat(2_000)}b=${" ".repeat(2_000)}c`)).toEqual({
		userScalable: true,
		maximumScale: null,
	});
});
