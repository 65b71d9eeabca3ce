import { expect, it } from "vitest";
import { readPage } from "../read-page.ts";

const read = (html: string) => readPage(html, "https://site.example/").buttons;

it.each([
	["<button>Buy</button>", "Buy"],
	["<button aria-label=Close>×</button>", "Close"],
	["<button><img src=x alt=Menu></button>", "Menu"],
	["<button><svg></svg></button>", ""],
	["<div role=button>Open <b>all</b></div>", "Open all"],
	["<input type=submit>", "Submit"],
	["<input type=submit value=''>", ""],
	["<input type=submit value=Send>", "Send"],
	["<input type=reset>", "Reset"],
	["<input type=button title=Help>", "Help"],
	["<input type=image alt=Go>", "Go"],
	["<input type=image title=Go>", "Go"],
	["<input type=image>", ""],
	["<input type=button aria-labelledby=x value=no><i id=x>Yes</i>", "Yes"],
])("%s is called %j", (html, name) => {
	expect(read(html)).toMatchObject([{ name }]);
});

it("leaves out what is no button", () => {
	expect(read("<a href=x>a</a><input><button role=tab>t</button><input type=hidden><summary>s</summary>")).toEqual([]);
});

it("marks the hidden, and says where they stand", () => {
	expect(read("\n<button hidden>Go</button><input type=submit>")).toEqual([
		{ at: "line 2, column 1", excerpt: "<button hidden>Go</button>", name: "Go", hidden: true },
		{ at: "line 2, column 27", excerpt: "<input type=submit>", name: "Submit" },
	]);
});

it("marks what the page's own style sheet hides", () => {
	expect(read("<style>.off { display: none }</style><button class=off>Go</button>")).toMatchObject([{ hidden: true }]);
});
