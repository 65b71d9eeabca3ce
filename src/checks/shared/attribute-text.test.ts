import { expect, test } from "vitest";
import { attributeText } from "./attribute-text.ts";

test.each([
	["/cart/?action=add&book=7", "/cart/?action=add&amp;book=7"],
	['The "Bindery"', "The &quot;Bindery&quot;"],
	["&amp;", "&amp;amp;"],
	["plain", "plain"],
])("%s is written as %s", (value, written) => {
	expect(attributeText(value)).toBe(written);
});
