import { expect, test } from "vitest";
import { aPage, ask } from "../page.testkit.ts";
import { aBarredPage, aBarrier } from "../shared/barriers.testkit.ts";
import { controlNames } from "./control-names.ts";

const LINK = aBarrier("link-name", '<a href="/cart"><svg></svg></a>');

test("no controls, named ones, one without", () => {
	expect(ask(controlNames, {}, aPage()).outcome).toBe("not-applicable");
	expect(ask(controlNames, {}, aBarredPage({ "link-name": 30, "button-name": 2 }, []))).toEqual({
		outcome: "pass",
		says: "32 links and buttons, each with a name.",
	});
	expect(ask(controlNames, {}, aBarredPage({ "link-name": 30 }, [LINK]))).toMatchObject({
		outcome: "partial",
		ratio: 29 / 30,
		says: "1 of 30 links and buttons of https://example.com/ has no name.",
		fix: expect.stringContaining('Say in <a href="/cart"><svg></svg></a> (line 20, column 3) where it leads'),
		exhibits: [{ at: "line 20, column 3" }],
	});
});

test.each([
	["button-name", "what it does: as text,"],
	["image-button-name", "an alt that says what it does"],
	["menuitem-name", "a text or an aria-label"],
	["summary-name", "what it opens"],
] as const)("%s has a fix of its own", (kind, words) => {
	expect(ask(controlNames, {}, aBarredPage({ [kind]: 2 }, [aBarrier(kind)]))).toMatchObject({
		outcome: "partial",
		ratio: 0.5,
		fix: expect.stringContaining(words),
	});
});

test("each control without a name costs its share, and none with a name fails", () => {
	const judge = (named: number) => ask(controlNames, {}, aBarredPage({ "link-name": named + 2 }, [LINK, LINK]));
	expect(judge(6)).toMatchObject({ outcome: "partial", ratio: 0.75 });
	expect(judge(0).outcome).toBe("fail");
});

test("a frame is not its business", () => {
	expect(ask(controlNames, {}, aBarredPage({ "frame-name": 2 }, [aBarrier("frame-name")])).outcome).toBe(
		"not-applicable",
	);
});

test("the fix of a link without an address does not mention its target", () => {
	for (const excerpt of ['<a href="#!">', '<a class="x" href="#">', "<a href=#>"]) {
		const verdict = ask(controlNames, {}, aBarredPage({ "link-name": 2 }, [aBarrier("link-name", excerpt)]));
		expect(verdict).toHaveProperty("fix", expect.stringContaining(`Give ${excerpt} (line 20, column 3) an address`));
	}
	expect(ask(controlNames, {}, aBarredPage({ "link-name": 2 }, [LINK]))).toHaveProperty(
		"fix",
		expect.stringContaining("where it leads"),
	);
});

test("only what has the same fault is told to do the same", () => {
	const button = aBarrier("button-name", "<button>");
	expect(ask(controlNames, {}, aBarredPage({ "link-name": 3, "button-name": 3 }, [LINK, LINK, button]))).toHaveProperty(
		"fix",
		expect.stringMatching(/Do the same for 1 more\.$/),
	);
});
