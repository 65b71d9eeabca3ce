import { expect, test } from "vitest";
import { cpuUnits } from "#core/cpu-units.testkit.ts";
import { readLinkField } from "./declarations.ts";

test.each([
	["</openapi.json>; rel=service-desc", [["/openapi.json", ["service-desc"], ""]]],
	[
		'</a,b>;rel="Service-Doc help" ; type="text/html; charset=utf-8", <https://x.example/;y>; rel=status',
		[
			["/a,b", ["service-doc", "help"], "text/html"],
			["https://x.example/;y", ["status"], ""],
		],
	],
	['</x>; title="a \\"quoted\\", title; rel=no"; rel=describedby', [["/x", ["describedby"], ""]]],
	["</x>; rel=first; rel=second", [["/x", ["first"], ""]]],
	["</x>; rel", [["/x", [], ""]]],
	["</x", []],
	["nonsense", []],
	["", []],
])("%s", (field, links) => {
	expect(readLinkField(field).map(({ target, rel, type }) => [target, rel, type])).toEqual(links);
});

test("distinguishes links with an anchor from those of the page", () => {
	expect(readLinkField('</x>; anchor="/other"; rel=item, </y>; rel=item').map(({ anchored }) => anchored)).toEqual([
		true,
		false,
	]);
});

test("is linear, and keeps a bounded number", () => {
	const start = cpuUnits();
	expect(readLinkField("<a>;rel=x,".repeat(20_000))).toHaveLength(100);
	for (const hostile of ["<", ";", '"', "<>;", '<>;a="', "<>; ; ; "]) readLinkField(`<x>${hostile.repeat(200_000)}`);
	expect(cpuUnits() - start).toBeLessThan(1_500);
});
