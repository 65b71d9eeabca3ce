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

const RADIOS = "<label><input type=radio name=size>S</label><label><input type=radio name=size>L</label>";
const FIELDS = "<label>Name <input name=n></label><label>Town <input name=t></label>";
const form = (inside: string, button = "<button>Send</button>") => `<form>${inside}${button}</form>`;

it.each([
	["a fieldset without a legend beside other fields", form(`${FIELDS}<fieldset>${FIELDS}</fieldset>`), 1, 1],
	["a fieldset with a legend", form(`${FIELDS}<fieldset><legend>Bill</legend>${FIELDS}</fieldset>`), 1, 0],
	[
		"a fieldset whose legend stands deeper",
		form(`${FIELDS}<fieldset><div><legend>Bill</legend></div>${FIELDS}</fieldset>`),
		1,
		0,
	],
	["a fieldset with a label by ARIA", form(`${FIELDS}<fieldset aria-label=Bill>${FIELDS}</fieldset>`), 1, 0],
	[
		"a fieldset in a named one",
		form(`${FIELDS}<fieldset><legend>a</legend>${FIELDS}<fieldset>${FIELDS}</fieldset></fieldset>`),
		2,
		0,
	],
	["a fieldset around the whole form", form(`<fieldset>${FIELDS}</fieldset>`), 0, 0],
	["a fieldset around one field", form(`${FIELDS}<fieldset><input name=a aria-label=a></fieldset>`), 0, 0],
	["a fieldset that is hidden", form(`${FIELDS}<fieldset hidden>${FIELDS}</fieldset>`), 0, 0],
	["a fieldset with a custom element", form(`${FIELDS}<fieldset><x-legend></x-legend>${FIELDS}</fieldset>`), 0, 0],
	["radio buttons among other fields", form(FIELDS + RADIOS), 1, 1],
	["radio buttons in a named group", form(`${FIELDS}<div role=radiogroup aria-label=Size>${RADIOS}</div>`), 1, 0],
	["radio buttons in a fieldset without a legend", form(`${FIELDS}<fieldset>${RADIOS}</fieldset>`), 1, 1],
	["radio buttons in a frame around all", form(`<fieldset>${FIELDS}${RADIOS}</fieldset>`), 1, 1],
	["radio buttons as the only question", form(RADIOS), 0, 0],
	["radio buttons in a form that sends nothing", form(FIELDS + RADIOS, ""), 0, 0],
	["radio buttons outside forms", RADIOS, 0, 0],
	["radio buttons in cells", form(`${FIELDS}<table><tr><th>Size<td>${RADIOS}</table>`), 1, 0],
	["checkboxes of one list", form(`${FIELDS}<input type=checkbox name=a[]><input type=checkbox name=a[]>`), 1, 1],
	[
		"checkboxes that ask one thing each",
		form(`${FIELDS}<input type=checkbox name=a><input type=checkbox name=b>`),
		0,
		0,
	],
])("%s", (_, html, examined, found) => {
	expect(countsOf("group-unnamed", html)).toEqual([examined, found]);
});

it("names the fieldset, and the question by its field", () => {
	expect(barriersOf(form(`${FIELDS}${RADIOS}<fieldset>${FIELDS}</fieldset>`)).barriers).toMatchObject([
		{ kind: "group-unnamed", says: 'the radio buttons named "size" are not in a group with a name' },
		{ kind: "group-unnamed", says: "the <fieldset> around 2 fields has no <legend>", excerpt: "<fieldset>" },
	]);
});

it.each([
	["<marquee>Sale</marquee>", 1],
	["<blink>Sale</blink> <marquee behavior=alternate><img src=a alt=a></marquee>", 2],
	["<marquee></marquee><marquee hidden>a</marquee><marquee scrollamount=0>a</marquee>", 0],
	["<p>Text about <code>&lt;marquee></code></p>", 0],
])("%s moves", (html, found) => {
	expect(barriersOf(html).found["moving-text"] ?? 0).toBe(found);
});
