import { expect, test } from "vitest";
import { aPage, ask } from "../page.testkit.ts";
import { aBarredPage, aBarrier } from "../shared/barriers.testkit.ts";
import { duplicateIdRefs } from "./duplicate-id-refs.ts";

test("no references, and good ones", () => {
	expect(ask(duplicateIdRefs, {}, aPage()).outcome).toBe("not-applicable");
	expect(ask(duplicateIdRefs, {}, aBarredPage({ "id-missing": 3 }, [])).outcome).toBe("pass");
});

test("duplicate and missing ids have different fixes", () => {
	const twice = aBarrier("id-duplicate", '<input id="mail">');
	expect(ask(duplicateIdRefs, {}, aBarredPage({ "id-duplicate": 1 }, [twice])).outcome).toBe("fail");
	expect(ask(duplicateIdRefs, {}, aBarredPage({ "id-duplicate": 4 }, [twice]))).toMatchObject({
		outcome: "partial",
		ratio: 0.75,
		fix: 'Give <input id="mail"> (line 20, column 3) a unique id, and update the references to it.',
	});
	const nowhere = aBarrier("id-missing", '<label for="mial">');
	expect(ask(duplicateIdRefs, {}, aBarredPage({ "id-missing": 4 }, [nowhere, nowhere]))).toMatchObject({
		outcome: "partial",
		ratio: 0.5,
		fix: 'Make <label for="mial"> (line 20, column 3) refer to the id of an element on the page. Do the same for 1 more.',
	});
});

test("a label without its field costs only the field, another reference has its own penalty", () => {
	const label = aBarrier(
		"id-missing",
		'<label for="mial">',
		'the for attribute of <label> refers to the id "mial", which no element has',
	);
	const twin = aBarrier(
		"id-duplicate",
		"<input>",
		'the id "a", which the for attribute of <label> refers to, appears 2 times',
	);
	const aria = aBarrier("id-missing", "<nav>", 'aria-labelledby of <nav> refers to the id "x", which no element has');
	const nameless = aBarrier("field-name", "<input>");
	const judge = (...barriers: readonly (typeof aria)[]) =>
		ask(duplicateIdRefs, {}, aBarredPage({ "id-missing": 5 }, barriers)).outcome;
	expect(judge(label, twin, nameless)).toBe("not-applicable");
	expect(judge(label, twin)).toBe("partial");
	expect(judge(aria, nameless)).toBe("partial");
	expect(judge(label, aria, nameless)).toBe("partial");
});
