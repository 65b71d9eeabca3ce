import { expect, test } from "vitest";
import { type PageExhibit, sharedTemplate } from "./shared-template.ts";

const on = (pages: number, excerpt: (page: number) => string, from = 0): PageExhibit[] =>
	Array.from({ length: pages }, (_, page) => ({ url: `https://example.com/${from + page}`, excerpt: excerpt(page) }));
const ONE_CHANGE = "so one change to the page template corrects them.";

test("the same markup on every page with the fault is one template", () => {
	expect(sharedTemplate(on(15, () => '<a class="social" href="#">'))).toBe(
		`The same markup stands on all 15 pages with this fault, ${ONE_CHANGE}`,
	);
});

test("ids, numbers, addresses and values make no difference, nor do several exhibits of one page", () => {
	const exhibits = on(
		4,
		(page) => `<img id="photo-${page}" class="card card-${page}" src="/p/${page}.jpg" alt="Book ${page}">`,
	);
	expect(sharedTemplate([...exhibits, ...exhibits])).toContain("all 4 pages");
	const quoted = on(3, (page) => `<input type='text' name='field-${page}' data-key=${page}>`);
	expect(sharedTemplate(quoted)).toContain("all 3 pages");
});

test("markup that most pages share is named with their number", () => {
	const exhibits = [...on(12, () => '<nav class="menu">'), ...on(3, (page) => `<ul class="list-${"abc"[page]}">`, 12)];
	expect(sharedTemplate(exhibits)).toBe(`The same markup stands on 12 of 15 pages with this fault, ${ONE_CHANGE}`);
});

test.each<[string, readonly PageExhibit[]]>([
	["nothing", []],
	["two pages", on(2, () => '<nav class="menu">')],
	[
		"three exhibits of one page",
		on(3, () => '<nav class="menu">').map((each, index) => ({ ...each, url: `https://example.com/#${index}` })),
	],
	[
		"half of the pages",
		[...on(3, () => '<nav class="menu">'), ...on(3, (page) => `<ul class="list-${"abc"[page]}">`, 3)],
	],
	["texts that differ", on(5, (page) => `<h2>About ${"abcde"[page]}</h2>`)],
	["markup that stands everywhere", on(5, () => "<div>")],
])("%s tells no template", (_, exhibits) => {
	expect(sharedTemplate(exhibits)).toBeUndefined();
});

test("other order of the pages gives the same sentence", () => {
	const exhibits = [...on(4, () => '<nav class="menu">'), ...on(1, () => '<ul class="list">', 4)];
	expect(sharedTemplate(exhibits.toReversed())).toBe(sharedTemplate(exhibits));
});
