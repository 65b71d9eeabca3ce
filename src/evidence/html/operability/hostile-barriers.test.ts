import fc from "fast-check";
import { expect, it } from "vitest";
import { cpuUnits } from "#core/cpu-units.testkit.ts";
import { FULL, some } from "#core/long-form.testkit.ts";
import { BARRIER_KINDS, type Operability } from "../../page-digest.ts";
import { barriersOf } from "./barriers.testkit.ts";
import { MAX_BARRIERS } from "./subjects.ts";

const MANY = FULL ? 30_000 : 6_000;
/** Generous: quadratic time would be several times that, and minutes in the full run. */
const BOUND = FULL ? 5_000 : 2_000;

const PAGES: readonly (readonly [name: string, html: string])[] = [
	["nested links by role", "<i role=link>".repeat(MANY)],
	["nested labels by ARIA", "<i role=link aria-label=''>".repeat(MANY)],
	["nested hidden regions", "<i aria-hidden=true><a href=x tabindex=-1></a>".repeat(MANY)],
	["nested clickable parts", "<i onclick=go()>".repeat(MANY)],
	["nested lists without items", "<ul><a>".repeat(MANY / 2)],
	["one list with many strangers", `<ul>${"<a>x</a>".repeat(MANY)}</ul>`],
	["one list with many hidden strangers", `<ul>${"<a hidden>x</a>".repeat(MANY)}</ul>`],
	["details full of summaries", `<details>${"<summary></summary>".repeat(MANY)}</details>`],
	["a table of cells that refer", `<table>${"<tr><td id=a headers=a>".repeat(MANY)}`],
	["cells with long lists of headers", `<table>${`<tr><td headers="${"a ".repeat(1_000)}">`.repeat(1_000)}`],
	["nested tables", "<table><tr><td headers=x>".repeat(MANY / 4)],
	["one id, borne and referred to by all", "<label for=a>x</label><input id=a aria-labelledby=a>".repeat(MANY / 2)],
	["ids without end", Array.from({ length: MANY }, (_, index) => `<i id=${index} aria-owns=${index + 1}>`).join("")],
	["nested menus", "<div role=menu><p>".repeat(MANY / 2)],
	["nested languages", "<i lang=zz>x".repeat(MANY)],
	["attributes of ARIA by the thousand", `<i ${Array.from({ length: 20_000 }, (_, i) => `aria-a${i}=x`).join(" ")}>x`],
	["a graphic full of titles", `<svg role=img>${"<title></title>".repeat(MANY)}</svg>`],
	["sections by the thousand", "<nav></nav>".repeat(MANY)],
	["a long handler", `<i onclick="${"return false;".repeat(100_000)}">x</i>`],
	["style sheets of opening braces", `<style>${"@media x{".repeat(50_000)}</style>`.repeat(20)],
	["style sheets of comments", `<style>${"/*".repeat(200_000)}</style>`],
	["a class list without end", `<style>.x{display:none}</style><p class="${"y ".repeat(500_000)}">`],
];

it.each(some(PAGES, 3))("%s take linear time", (_, html) => {
	const start = cpuUnits();
	check(barriersOf(html));
	expect(cpuUnits() - start).toBeLessThan(BOUND);
});

const TAGS =
	"a area article button dd details dl dt h1 iframe img input label li nav ol option p select summary svg table td th tr ul video x-y";
const ATTRIBUTES =
	"alt aria-checked aria-hidden aria-label aria-labelledby aria-owns autocomplete class for headers hidden href id lang onclick role tabindex title type usemap";
const VALUES = [
	"",
	" ",
	"a",
	"a b",
	"b",
	"true",
	"none",
	"menu",
	"option",
	"tab",
	"heading",
	"link",
	"-1",
	"2",
	"img",
	"☃",
];

const tag = fc.constantFrom(...TAGS.split(" "));
const attributes = fc.array(fc.tuple(fc.constantFrom(...ATTRIBUTES.split(" ")), fc.constantFrom(...VALUES)), {
	maxLength: 4,
});
const opening = fc.tuple(tag, attributes).map(([name, pairs]) => {
	return `<${name}${pairs.map(([key, value]) => ` ${key}="${value}"`).join("")}>`;
});
const piece = fc.oneof(
	opening,
	opening,
	tag.map((name) => `</${name}>`),
	fc.constantFrom("text", " ", "<!--c-->"),
);

it("reads any tree, the same each time", () => {
	fc.assert(
		fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
			const read = barriersOf(pieces.join(""));
			check(read);
			expect(barriersOf(pieces.join(""))).toEqual(read);
		}),
	);
});

it("judges what is hidden no more than what is not there", () => {
	fc.assert(
		fc.property(fc.array(opening, { maxLength: 20 }), (pieces) => {
			const { found } = barriersOf(`<section hidden>${pieces.join("")}`);
			expect(found).toEqual({});
		}),
	);
});

/** Counts are consistent, and every barrier shown has words and a place. */
function check({ examined, found, barriers }: Operability): void {
	for (const kind of BARRIER_KINDS) {
		const shown = barriers.filter((barrier) => barrier.kind === kind);
		expect(found[kind] ?? 0).toBeLessThanOrEqual(examined[kind] ?? 0);
		expect(shown).toHaveLength(Math.min(found[kind] ?? 0, MAX_BARRIERS));
	}
	for (const { says, excerpt } of barriers) {
		expect(says).not.toBe("");
		expect(says.length).toBeLessThan(400);
		expect(excerpt).not.toBe("");
	}
}
