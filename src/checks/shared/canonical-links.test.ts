import { expect, test } from "vitest";
import { linkTargets } from "./canonical-links.ts";

test.each([
	["<https://a.example/>; rel=canonical", ["https://a.example/"]],
	['</style.css>; rel=preload; as=style, <https://a.example/x,y>; rel="canonical"', ["https://a.example/x,y"]],
	['<https://a.example/>; title="a, b"; rel="Canonical alternate"', ["https://a.example/"]],
	[
		"<https://a.example/>; rel=canonical, <https://b.example/>; rel=canonical",
		["https://a.example/", "https://b.example/"],
	],
	['<https://a.example/>; rel="next"', []],
	["<https://a.example/>; anchor=canonical", []],
	['<https://a.example/>; title="x; rel=canonical"; rel=next', []],
	["<https://a.example/>; rel=next; rel=canonical", []],
	["<https://a.example/> ; REL = canonical", ["https://a.example/"]],
	["nonsense", []],
	[undefined, []],
])("%s", (header, targets) => {
	expect(linkTargets(header, "canonical")).toEqual(targets);
});
