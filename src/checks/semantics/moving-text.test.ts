import { expect, test } from "vitest";
import { aPage, ask, aText } from "../page.testkit.ts";
import { aBarredPage, aBarrier } from "../shared/barriers.testkit.ts";
import { movingText } from "./moving-text.ts";

test("a page without moving text passes, one without text is not asked", () => {
	expect(ask(movingText, {}, aPage()).outcome).toBe("pass");
	expect(ask(movingText, {}, aPage({ digest: { text: aText({ visible: 0 }) } })).outcome).toBe("not-applicable");
});

test("moving text fails and is named", () => {
	const barrier = aBarrier("moving-text", "<marquee>", "<marquee> moves what stands in it");
	expect(ask(movingText, {}, aBarredPage({ "moving-text": 1 }, [barrier]))).toMatchObject({
		outcome: "fail",
		says: "On https://example.com/, <marquee> moves what stands in it (line 20, column 3).",
		fix: "Change the text of <marquee> (line 20, column 3) to a plain paragraph.",
		exhibits: [{ excerpt: "<marquee>" }],
	});
});
