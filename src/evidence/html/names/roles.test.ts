import { describe, expect, it } from "vitest";
import { isElement, parseNoscript } from "../tree/page-tree.ts";
import { explicitRole } from "./roles.ts";

function roleOf(attributes: string): string | null {
	const [element] = parseNoscript(`<p ${attributes}>`).childNodes;
	if (!element || !isElement(element)) throw new Error("The test's markup has no element.");
	return explicitRole(element);
}

describe("explicitRole", () => {
	it.each([
		["", null],
		['role=""', null],
		["role=button", "button"],
		['role=" Link "', "link"],
		['role="foo widget tab button"', "tab"],
		["role=foo", null],
		["role=constructor", null],
		["role=none", "none"],
		["role=presentation aria-hidden=true", "presentation"],
		["role=none tabindex=0", null],
		["role=presentation aria-label=x", null],
		["role=img tabindex=0", "img"],
	])("reads %j as %j", (attributes, role) => {
		expect(roleOf(attributes)).toBe(role);
	});
});
