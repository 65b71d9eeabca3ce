import { expect, it } from "vitest";
import type { BarrierKind } from "../../page-digest.ts";
import { barriersOf, countsOf } from "./barriers.testkit.ts";

it.each<[BarrierKind, string, number, number]>([
	["role-unknown", "<i role=lnik>a</i><i role='searchfield searchbox' aria-label=a>a</i><i role=' '>a</i>", 2, 1],
	["role-unknown", "<i role=doc-noteref>1</i><i role=suggestion>a</i><i role='{{ role }}'>a</i>", 2, 0],
	["role-unknown", "<i role=widget>an abstract role</i>", 1, 1],
	["aria-attribute-unknown", "<i role=button aria-labell=a>a</i><i aria-description=a>a</i>", 2, 1],
	["aria-value-invalid", "<i role=button aria-pressed=horizontal>a</i><i role=button aria-pressed=MIXED>a</i>", 2, 1],
	["aria-value-invalid", "<i role=textbox aria-label=a aria-required=undefined></i>", 2, 1],
	["aria-value-invalid", "<i role=button aria-expanded=undefined>a</i><i aria-busy=''>a</i>", 1, 0],
	["aria-value-invalid", "<i role=spinbutton aria-label=a aria-valuenow=two></i>", 2, 1],
	["aria-value-invalid", "<i role=cell aria-colindex=2.5></i><i role=meter aria-label=a aria-valuenow=2.5></i>", 3, 1],
	[
		"aria-value-invalid",
		"<p role=alert aria-relevant='text removals'>a<p role=alert aria-relevant='text always'>a",
		2,
		1,
	],
	["aria-value-invalid", "<a href=x aria-current=any>a</a><i aria-live='{{ live }}'>a</i>", 1, 0],
	["aria-required-missing", "<i role=checkbox>a</i><i role=checkbox aria-checked=false>a</i>", 2, 1],
	["aria-required-missing", "<input type=checkbox role=switch aria-label=a><i role=switch>a</i>", 2, 1],
	["aria-required-missing", "<i role=heading>a</i><h2 role=heading>a</h2><i role=option>a</i>", 2, 1],
	["aria-required-missing", "<i role=separator></i><i role=separator tabindex=0></i>", 1, 1],
	["aria-required-missing", "<i role=combobox aria-expanded=false></i><i role=combobox aria-expanded=true></i>", 2, 1],
	["aria-not-permitted", "<button aria-sort>a</button><button aria-pressed=false>a</button>", 2, 1],
	["aria-not-permitted", "<audio aria-orientation=horizontal></audio><div aria-expanded=true>a</div>", 2, 2],
	[
		"aria-not-permitted",
		"<div aria-label=a>b</div><div aria-label=''>b</div><div role=group aria-label=a>b</div>",
		3,
		1,
	],
	["aria-not-permitted", "<div contenteditable aria-label=a>b</div><my-part aria-label=a>b</my-part>", 2, 0],
	["aria-not-permitted", "<p aria-label=a>b</p><i role=paragraph aria-labelledby=x>b</i>", 2, 2],
	["aria-not-permitted", "<input type=password aria-required=true><select aria-multiselectable=false></select>", 2, 0],
	["aria-not-permitted", "<button role=none aria-pressed=false>a</button><i role=none aria-pressed=false>a</i>", 2, 0],
	["aria-not-permitted", "<a href=x aria-disabled=true>a</a><div aria-invalid=true>a</div>", 2, 0],
])("%s in %s: of %i, %i", (kind, html, examined, found) => {
	expect(countsOf(kind, html)).toEqual([examined, found]);
});

it.each([
	["<i role=lnik>a</i>", '"lnik" on <i> is not a WAI-ARIA role'],
	["<a href=x aria-labell=a>a</a>", '"aria-labell" on <a> is not a WAI-ARIA attribute'],
	["<i role=switch>a</i>", 'role="switch" on <i> lacks aria-checked'],
	["<nav aria-live=page>a</nav>", 'aria-live="page" on <nav> is not a valid value'],
	["<button aria-sort=none>a</button>", 'role "button" of <button> does not support aria-sort'],
	["<div aria-checked=true>a</div>", "aria-checked on <div> has no effect without a role that supports it"],
	["<div aria-label=a>b</div>", "aria-label on <div> is not allowed without a role that can be named"],
	["<strong aria-label=a>b</strong>", 'aria-label is not allowed on <strong>: role "strong" cannot be named'],
])("%s: %s", (html, says) => {
	expect(barriersOf(html).barriers.map((barrier) => barrier.says)).toEqual([says]);
});
