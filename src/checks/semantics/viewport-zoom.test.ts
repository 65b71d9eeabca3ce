import { expect, test } from "vitest";
import { aMeta, aPage, ask } from "../page.testkit.ts";
import { viewportZoom } from "./viewport-zoom.ts";

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

test("the fix keeps what the page says beside", () => {
	expect(judge("width=device-width, maximum-scale=1, user-scalable=0")).toMatchObject({
		says: expect.stringContaining("turns zooming off"),
		fix: 'Write line 1, column 1 as <meta name="viewport" content="width=device-width">.',
	});
	expect(judge("maximum-scale=1.5").says).toContain("stops zooming at 1.5 times");
	expect(judge("maximum-scale=1")).toMatchObject({
		says: expect.stringContaining("turns zooming off"),
		fix: expect.stringContaining('content="width=device-width, initial-scale=1"'),
	});
});
