import { expect, test } from "vitest";
import { aPage, ask } from "../page.testkit.ts";
import { aBarredPage, aBarrier } from "../shared/barriers.testkit.ts";
import { nativeControls } from "./native-controls.ts";

test("no handlers, handlers on controls, a div", () => {
	expect(ask(nativeControls, {}, aPage()).outcome).toBe("not-applicable");
	expect(ask(nativeControls, {}, aBarredPage({ "click-without-control": 2 }, [])).outcome).toBe("pass");
	const div = aBarrier("click-without-control", '<div onclick="order()">');
	expect(ask(nativeControls, {}, aBarredPage({ "click-without-control": 1 }, [div])).outcome).toBe("fail");
	expect(ask(nativeControls, {}, aBarredPage({ "click-without-control": 2 }, [div]))).toMatchObject({
		outcome: "partial",
		ratio: 0.5,
		says: "1 of 2 other elements with a click handler of https://example.com/ cannot be used with a keyboard or by an agent.",
		fix: 'Make <div onclick="order()"> (line 20, column 3) a <button>, or a link if it leads to an address.',
	});
});
