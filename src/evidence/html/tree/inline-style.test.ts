import { describe, expect, it } from "vitest";
import { styleHides } from "./page-entries.ts";
import { isElement, parseNoscript } from "./page-tree.ts";

function howHidden(style: string): string | null {
	const [element] = parseNoscript(`<p style="${style}">`).childNodes;
	if (!element || !isElement(element)) throw new Error("The test's markup has no element.");
	return styleHides(element);
}

describe("styleHides", () => {
	it.each([
		["display:none", "display:none"],
		["DISPLAY : None !important", "display:none"],
		["color:red;visibility:hidden", "visibility:hidden"],
		["visibility:collapse", "visibility:hidden"],
		["opacity:0", "transparent"],
		["opacity:.0", "transparent"],
		["color:transparent", "transparent"],
		["font-size:0px", "zero size"],
		["width:0;height:0;overflow:hidden", "zero size"],
		["height:0%;overflow:clip", "zero size"],
		["position:absolute;left:-9999px", "off-screen"],
		["text-indent:-999px", "off-screen"],
		["top:-1000.5px", "off-screen"],
		["color:#FFF;background:white", "colour of its background"],
		["color:rgb(255, 255, 255);background-color:#ffffff", "colour of its background"],
		["color:red;background-color:red", "colour of its background"],
	])("sees that %j hides by %j", (style, how) => {
		expect(howHidden(style)).toBe(how);
	});

	it.each([
		"",
		"display:block",
		// A later declaration wins.
		"display:none;display:block",
		"opacity:0.5",
		"font-size:10px",
		"height:0",
		"left:-99px",
		"left:-9999em",
		"color:#fff;background:#000",
		"color:inherit;background:inherit",
		"color:white;background:url(white.png)",
		"margin:display:none",
		"nonsense",
		";;:;",
	])("lets %j be seen", (style) => {
		expect(howHidden(style)).toBeNull();
	});
});
