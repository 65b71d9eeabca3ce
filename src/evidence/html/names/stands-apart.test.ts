import { expect, it } from "vitest";
import { readPage } from "../read-page.ts";

const read = (html: string) => readPage(html, "https://site.example/");

it.each([
	["<dialog><button>a</button></dialog>", true],
	["<div role=search><div><button>a</button></div></div>", true],
	["<div class='site-search-overlay'><button>a</button></div>", true],
	["<div id=comments><button>a</button></div>", true],
	["<button class=sbi_load_btn>a</button>", true],
	["<div class=products><button>a</button></div>", false],
	["<body class='search-results comments-open'><div class=search-results><button>a</button></div>", false],
	["<main class='comments'><button>a</button></main>", false],
	["<p class=research-forms><button>a</button></p>", false],
])("%s: %s", (html, apart) => {
	expect(read(html).buttons[0]?.apart ?? false).toBe(apart);
});

it("is told of links only where they lead nowhere", () => {
	const { anchors } = read("<div class=modal><a href=#>a</a><a>b</a><a href=/c>c</a></div>");
	expect(anchors.map(({ apart }) => apart)).toEqual([true, true, undefined]);
});

it("asks a bounded number of ancestors", () => {
	const deep = (depth: number) => `<div class=modal>${"<i>".repeat(depth)}<button>a</button>`;
	expect(read(deep(10)).buttons[0]?.apart).toBe(true);
	expect(read(deep(90_000)).buttons[0]?.apart).toBeUndefined();
});
