import { expect, it } from "vitest";
import { isSameAuthor } from "./judge-statements.ts";

it.each([
	["Ada Quire", "Ada Quire, binder", true],
	["Ada &amp; Ben", "Ada & Ben", true],
	["ada_quire", "Ada Quire", true],
	["Ada Quire", "Ada Query", false],
	["Ada", "Adam", false],
	["", "Ada", false],
])("%s and %s name one author: %s", (one, other, same) => {
	expect(isSameAuthor(one, other)).toBe(same);
});
