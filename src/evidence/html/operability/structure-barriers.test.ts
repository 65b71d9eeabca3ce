import { expect, it } from "vitest";
import type { BarrierKind } from "../../page-digest.ts";
import { barriersOf, countsOf } from "./barriers.testkit.ts";

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
	["<i role=tab>a</i>", 'role="tab" on <i> stands in no tablist'],
	["<div role=tablist><button>a</button></div>", 'role="tablist" on <div> holds <button>, but no tab'],
	["<ul><a href=x>a</a></ul>", "<ul> holds <a> beside its items"],
	["<dd>a", "<dd> stands in no <dl>"],
	["<table><tr><td headers=x>a</table>", 'headers of <td> names "x", which is no other header cell of its table'],
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
