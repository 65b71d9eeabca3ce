import { expect, it } from "vitest";
import type { BarrierKind } from "../../page-digest.ts";
import { readPage } from "../digest-page.ts";
import { barriersOf, countsOf } from "./barriers.testkit.ts";

it.each<[BarrierKind, string, number, number]>([
	["link-name", "<a href=x>About</a><a href=x></a>", 2, 1],
	["link-name", "<a>no link</a><a href=x role=button>b</a>", 0, 0],
	["link-name", "<a href=x><svg><title>Home</title></svg></a>", 1, 0],
	["link-name", "<a href=x><site-logo></site-logo></a>", 1, 0],
	["link-name", "<a href=x x-text=label></a>", 1, 0],
	["link-name", "<a href=x role=doc-noteref><img alt=''></a>", 1, 1],
	["link-name", "<map name=m><area href=x></map>", 0, 0],
	["link-name", "<img alt=m usemap=#m><map name=m><area href=x><area href=x alt=Sun></map>", 2, 1],
	["button-name", "<button></button><button>Go</button><span role=button></span>", 3, 2],
	["button-name", "<input type=submit><input type=reset><input type=button><input type=button value=Go>", 4, 1],
	["button-name", "<label for=b>Go</label><button id=b></button>", 1, 0],
	["button-name", "<button role=none></button><button role=none disabled></button>", 1, 1],
	["image-button-name", "<input type=image><input type=image alt=Go>", 2, 1],
	["menuitem-name", "<div role=menu><i role=menuitem>Open</i><i role=menuitem></i></div>", 2, 1],
	["summary-name", "<details><summary></summary><summary>no</summary></details><summary></summary>", 1, 1],
	["heading-name", "<h1></h1><h2>Two</h2><div role=heading aria-level=2></div>", 3, 2],
	["heading-name", "<h1 role=none aria-label=''><i aria-hidden=true>x</i></h1>", 1, 1],
	["image-name", "<img src=a><img src=a alt=''><img alt=A><img title=A><i role=img></i>", 4, 2],
	["image-name", "<button>Go <img src=a></button>", 0, 0],
	["image-name", "<img role=none tabindex=0 src=a>", 1, 1],
	["svg-name", "<svg role=img></svg><svg role=img><title>A</title></svg><svg></svg>", 2, 1],
	["svg-name", "<svg><circle role=graphics-symbol /><circle role=graphics-object /></svg>", 1, 1],
	[
		"object-name",
		"<object data=a.png></object><object data=a.mp4 title=A></object><object data=a.html></object>",
		2,
		1,
	],
	["object-name", "<object data=a type=audio/ogg><p>A</object>", 1, 1],
	["field-name", "<input><input title=A><input type=hidden><select></select>", 3, 2],
	["field-name", "<div role=textbox>A</div><div role=checkbox>A</div>", 2, 1],
	["field-name", "<label>A <div role=textbox></div></label>", 1, 1],
	["frame-name", "<iframe src=a></iframe><iframe src=a title=A></iframe><iframe src=a name=A></iframe>", 3, 2],
	[
		"frame-name",
		"<iframe src=a tabindex=-1></iframe><iframe width=0 height=0></iframe><iframe role=none></iframe>",
		0,
		0,
	],
])("%s in %s: of %i, %i", (kind, html, examined, found) => {
	expect(countsOf(kind, html)).toEqual([examined, found]);
});

it.each([
	"<a href=x hidden></a>",
	"<div style='visibility: hidden'><a href=x></a></div>",
	"<div aria-hidden=true><a href=x tabindex=-1></a></div>",
	"<style>.menu, #x { display: none }</style><div class='a menu'><a href=x></a></div><a id=x href=y></a>",
	"<video><a href=x></a></video>",
	"<template><a href=x></a></template>",
])("asks nothing of what is not in the accessibility tree: %s", (html) => {
	expect(countsOf("link-name", html)).toEqual([0, 0]);
});

it("says which element, and shows it", () => {
	expect(barriersOf("\n<a href='/cart'><img src=c.png alt=''></a>").barriers).toEqual([
		{
			kind: "link-name",
			says: 'the link <a> with href "/cart" has no accessible name',
			at: "line 2, column 1",
			excerpt: "<a href='/cart'>",
		},
	]);
});

it("shows the first barriers of a kind and counts all", () => {
	const { found, barriers } = barriersOf("<a href=x></a>".repeat(100));
	expect(found["link-name"]).toBe(100);
	expect(barriers).toHaveLength(20);
	expect(barriers[0]?.at).toBe("line 1, column 52");
});

it.each([
	["<a href=x><img src=a></a>", 1],
	["<a href=x><img src=a> Prices</a><img src=b>", 0],
	["<a href=x aria-label=Prices><img src=a></a>", 0],
	["<a href=x><svg role=img></svg></a><a href=y></a><img src=b>", 1],
	["<a href=x><img src=a><img src=b></a>", 2],
	["<button><img src=a></button>", 0],
])("counts pictures in links that have no other name: %s", (html, count) => {
	const { inNamelessLinks = 0, barriers } = readPage(
		`<!doctype html><body>${html}`,
		"https://example.com/",
	).operability;
	expect(inNamelessLinks).toBe(count);
	expect(barriers.filter(({ inNamelessLink }) => inNamelessLink)).toHaveLength(count);
});
