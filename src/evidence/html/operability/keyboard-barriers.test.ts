import { expect, it } from "vitest";
import type { BarrierKind } from "../../page-digest.ts";
import { readPage } from "../digest-page.ts";
import { barriersOf, countsOf } from "./barriers.testkit.ts";

it.each<[BarrierKind, string, number, number]>([
	["decorative-exposed", "<img alt=''><img alt='' aria-label=A><img alt='' aria-label=''>", 3, 1],
	["decorative-exposed", "<nav role=presentation aria-label=a>a</nav><i role=none aria-hidden=false>a</i>", 2, 1],
	["decorative-exposed", "<a href=x role=none>a</a><li role=none>a", 2, 1],
	["aria-hidden-focusable", "<div aria-hidden=true><a href=x>a</a></div><i aria-hidden=true>a</i>", 2, 1],
	["aria-hidden-focusable", "<a href=x aria-hidden=true>a</a><a href=x aria-hidden=true tabindex=-1>a</a>", 2, 1],
	["aria-hidden-focusable", "<div aria-hidden=true hidden><a href=x>a</a></div>", 1, 0],
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
		"<div> is hidden by aria-hidden and holds <a>, which can have the focus",
	],
	["<td onclick=go()>a", null],
	["<div onclick='go(1)'>a</div>", '<div> runs "go(1)" on a click, but is no control to a keyboard or an agent'],
	["<i tabindex=3>a</i>", 'tabindex="3" on <i> takes it out of the page\'s order'],
	["<i id=a></i><i id=a></i><label for=a>A</label>", 'the id "a", which for of <label> refers to, stands 2 times'],
	["<label for=a>A</label>", 'for of <label> refers to the id "a", which no element has'],
	["<img alt='' tabindex=0>", '<img> is marked as decoration by alt="", but can have the focus'],
	["<p lang=english>a", 'lang="english" on <p> begins with no registered language'],
])("%s: %s", (html, says) => {
	expect(barriersOf(html).barriers.map((barrier) => barrier.says)).toEqual(says === null ? [] : [says]);
});

it("asks the page itself", () => {
	const { found, barriers } = readPage("<html lang=em-US><body aria-hidden=true>", "https://site.example/").operability;
	expect(found).toEqual({ "aria-hidden-body": 1, "lang-invalid": 1 });
	expect(barriers.map(({ excerpt }) => excerpt)).toEqual(["<html lang=em-US>", "<body aria-hidden=true>"]);
});
