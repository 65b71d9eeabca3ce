import axe from "axe-core";
import { expect, it } from "vitest";
import type { BarrierKind } from "../../page-digest.ts";
import { readPage } from "../digest-page.ts";
import { barriersOf, countsOf } from "./barriers.testkit.ts";
import { isLanguageSubtag, isLanguageTag } from "./element-barriers.ts";

it.each<[BarrierKind, string, number, number]>([
	["decorative-exposed", "<img alt=''><img alt='' aria-label=A><img alt='' aria-label=''>", 3, 1],
	["decorative-exposed", "<nav role=presentation aria-label=a>a</nav><i role=none aria-hidden=false>a</i>", 2, 1],
	["decorative-exposed", "<a href=x role=none>a</a><li role=none>a", 2, 1],
	["aria-hidden-focusable", "<div aria-hidden=true><a href=x>a</a></div><i aria-hidden=true>a</i>", 2, 1],
	["aria-hidden-focusable", "<a href=x aria-hidden=true>a</a><a href=x aria-hidden=true tabindex=-1>a</a>", 2, 1],
	["aria-hidden-focusable", "<div aria-hidden=true hidden><a href=x>a</a></div>", 0, 0],
	["aria-hidden-focusable", "<div aria-hidden=true inert><a href=x>a</a></div>", 1, 0],
	["aria-hidden-focusable", "<div aria-hidden=true><fieldset disabled><input></fieldset></div>", 1, 0],
	["aria-hidden-focusable", "<div aria-hidden=true><button disabled>a</button><input type=hidden></div>", 1, 0],
	[
		"aria-hidden-focusable",
		"<link rel=stylesheet href=x><div class=modal aria-hidden=true><a href=x>a</a></div>",
		0,
		0,
	],
	["aria-hidden-focusable", "<div class=modal aria-hidden=true><a href=x>a</a></div>", 1, 1],
	["click-without-control", "<div onclick=go()>a</div><div onclick=go() role=button>a</div>", 2, 1],
	["click-without-control", "<div onclick=go() tabindex=0>a</div><a href=x onclick=go()>a</a>", 2, 0],
	["click-without-control", "<div onclick=go()><p><a href=x>a</a></div>", 1, 0],
	["click-without-control", "<div onclick=go()><b onclick=go()>b</b></div>", 2, 2],
	["click-without-control", "<div onclick='return false'>a</div><label onclick=go()>a</label><i onclick>a</i>", 0, 0],
	["click-without-control", "<a onclick=go()>a</a><button onclick=go() disabled>a</button>", 1, 1],
	["tabindex-positive", "<i tabindex=0>a</i><i tabindex=3>a</i><i tabindex=-1>a</i><i tabindex=x>a</i>", 4, 1],
	["id-duplicate", "<label for=a>A</label><input id=a><input id=a title=a><i id=b></i><i id=b></i>", 1, 1],
	["id-missing", "<label for=a>A</label><i id=b></i><input title=a aria-describedby='b c'>", 2, 2],
	["id-missing", "<button aria-controls=a aria-expanded=false>A</button><i aria-labelledby='{{ id }}'></i>", 0, 0],
	["id-missing", "<button aria-controls=a aria-expanded=true>A</button>", 1, 1],
	["autocomplete-invalid", "<input autocomplete=email><input autocomplete=e-mail><input autocomplete=off>", 2, 1],
	["autocomplete-invalid", "<input autocomplete=e-mail disabled><input type=submit autocomplete=e-mail>", 0, 0],
	["autocomplete-invalid", "<input autocomplete='work photo'><input autocomplete='section-a billing work TEL'>", 2, 1],
	["lang-invalid", "<p lang=eng>a<p lang=de-CH>a<p lang=i-lux>a<p lang>a<p lang=xx>", 4, 2],
	["lang-invalid", "<p lang=english><i lang=en>a</i></p><p lang=english><img alt=a></p>", 3, 1],
])("%s in %s: of %i, %i", (kind, html, examined, found) => {
	expect(countsOf(kind, html)).toEqual([examined, found]);
});

it.each([
	[
		"<div aria-hidden=true><a href=x>a</a></div>",
		"<div> is hidden by aria-hidden and contains <a>, which can receive focus",
	],
	["<td onclick=go()>a", null],
	["<div onclick='go(1)'>a</div>", '<div> runs "go(1)" on a click, but keyboards and agents cannot use it'],
	["<i tabindex=3>a</i>", 'tabindex="3" on <i> takes it out of the page\'s order'],
	[
		"<i id=a></i><i id=a></i><label for=a>A</label>",
		'the id "a", which the for attribute of <label> refers to, appears 2 times',
	],
	["<label for=a>A</label>", 'the for attribute of <label> refers to the id "a", which no element has'],
	["<img alt='' tabindex=0>", '<img> is marked as decoration by alt="", but can receive focus'],
	["<p lang=english>a", 'lang="english" on <p> does not begin with a registered language'],
])("%s: %s", (html, says) => {
	expect(barriersOf(html).barriers.map((barrier) => barrier.says)).toEqual(says === null ? [] : [says]);
});

it("asks the page itself", () => {
	const { found, barriers } = readPage("<html lang=em-US><body aria-hidden=true>", "https://site.example/").operability;
	expect(found).toEqual({ "aria-hidden-body": 1, "lang-invalid": 1 });
	expect(barriers.map(({ excerpt }) => excerpt)).toEqual(["<html lang=em-US>", "<body aria-hidden=true>"]);
	expect(readPage("<body inert>", "https://site.example/").operability.found).toEqual({ "aria-hidden-body": 1 });
});

const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];

it("knows the languages that axe-core knows, and those for private use", () => {
	const known = new Set((axe.utils as unknown as { validLangs(): string[] }).validLangs());
	const pairs = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
	const triples = pairs.flatMap((pair) => LETTERS.map((third) => pair + third));
	const own = (tag: string) => tag >= "qaa" && tag <= "qtz" && tag.length === 3;
	const differing = [...pairs, ...triples].filter((tag) => isLanguageSubtag(tag) !== (known.has(tag) || own(tag)));
	expect(differing).toEqual([]);
});

it.each(["en", "EN", "pt-BR", "zh-Hant-TW", "en-US-GB", "haw", "qaa", "iw"])("%s is a tag", (tag) => {
	expect(isLanguageTag(tag)).toBe(true);
});

it.each(["", " en", "eng", "english", "en_US", "i-lux", "x-mine", "em-US", "#1", "e", "en-", "e1"])(
	"%j is none",
	(tag) => {
		expect(isLanguageTag(tag)).toBe(false);
	},
);

const ROW = "<tr><td>a<td>b";

it.each<[BarrierKind, string, number, number]>([
	["role-context", "<i role=tab>a</i><div role=tablist><i role=tab>a</i></div>", 3, 1],
	["role-context", "<ul role=tablist><li><a href=x role=tab>a</a></ul>", 2, 0],
	["role-context", "<div role=menu><a href=x>a</a></div><div role=menu></div><div role=list>text</div>", 3, 1],
	["role-context", "<div role=menu aria-busy=true><a href=x>a</a></div>", 1, 0],
	["role-context", "<div role=list aria-owns=b><a href=x>a</a></div><i role=listitem id=b>b</i>", 2, 0],
	["role-context", "<x-tabs><i role=tab>a</i></x-tabs><div role=tablist><x-tab></x-tab></div>", 2, 0],
	["role-context", "<div role=listbox aria-label=a><div role=group><i role=option>a</i></div></div>", 2, 0],
	["role-context", "<table role=grid><tr><td>a</table>", 1, 0],
	["role-context", "<div role=radiogroup><p>a</p></div>", 0, 0],
	["list-structure", "<ul><li>a<li>b</ul><li>c", 4, 1],
	["list-structure", "<ul><a href=x>a</a><li>b</ul>", 2, 1],
	["list-structure", "<ul><div><li>a</div></ul>", 2, 1],
	["list-structure", "<ul><script></script><template></template><div hidden></div><i role=listitem>a</i></ul>", 1, 0],
	["list-structure", "<ul role=menu><p>a</p></ul><x-list><li>a</x-list>", 1, 0],
	["list-structure", "<dl><dt>a<dd>b<div><dt>c<dd>d</div></dl><dt>e", 6, 1],
	["list-structure", "<dl><p>a</p></dl>", 1, 1],
	["list-structure", "<div role=list><li>a</li></div>", 1, 0],
	["table-headers", "<table><tr><th id=a>A<td headers=a>1<td headers=b>2</table>", 2, 1],
	["table-headers", "<table><tr><td id=a headers=a>A</table>", 1, 1],
	["table-headers", "<table><tr><td id=a role=rowheader>A<td headers=a>1</table>", 1, 0],
	["table-headers", "<table><tr><th id=a>A</table><table><tr><td headers=a>1</table>", 1, 1],
	["table-headers", "<table role=none><tr><td headers=a>1</table>", 0, 0],
	["table-no-header", `<table><caption>c</caption>${ROW}${ROW}</table>`, 1, 1],
	["table-no-header", `<table><thead><tr><th>a<th>b<tbody>${ROW}</table>`, 1, 0],
	["table-no-header", `<table>${ROW}${ROW}</table><table border=0>${ROW}${ROW}</table>`, 0, 0],
	["table-no-header", `<table border=1>${ROW}${ROW}</table>`, 1, 1],
	["table-no-header", `<table border=1>${ROW}<tr><td><table></table><td></table>`, 0, 0],
	["landmark-unlabelled", "<nav>a</nav><nav>b</nav><nav aria-label=More>c</nav>", 3, 1],
	["landmark-unlabelled", "<nav aria-label=Main>a</nav><nav aria-label=MAIN>b</nav><main></main>", 2, 1],
	["landmark-unlabelled", "<header>a</header><article><header>b</header></article><nav hidden></nav><nav></nav>", 0, 0],
])("%s in %s: of %i, %i", (kind, html, examined, found) => {
	expect(countsOf(kind, html)).toEqual([examined, found]);
});

it.each([
	["<i role=tab>a</i>", 'role="tab" on <i> is not inside tablist'],
	["<div role=tablist><button>a</button></div>", 'role="tablist" on <div> holds <button>, but no tab'],
	["<ul><a href=x>a</a></ul>", "<ul> holds <a> beside its items"],
	["<dd>a", "<dd> stands in no <dl>"],
	["<table><tr><td headers=x>a</table>", 'headers of <td> names "x", which is not another header cell of its table'],
	["<nav>a</nav><nav>b</nav>", "<nav> is one more navigation landmark without a label"],
])("%s: %s", (html, says) => {
	expect(barriersOf(html).barriers.map((barrier) => barrier.says)).toEqual([says]);
});

it("keeps document order where inner elements are known first", () => {
	const { barriers } = barriersOf("<div role=menu><div role=list><a href=x>a</a></div><a href=x>b</a></div>");
	expect(barriers.map(({ at }) => at)).toEqual(["line 1, column 52", "line 1, column 67"]);
});

it("keeps the outermost where inner elements are known first and there are too many", () => {
	const { found, barriers } = barriersOf("<div onclick=go()>".repeat(30));
	expect(found).toEqual({ "click-without-control": 30 });
	expect(barriers.map(({ at }) => at)).toEqual(
		Array.from({ length: 20 }, (_, index) => `line 1, column ${52 + index * "<div onclick=go()>".length}`),
	);
});
