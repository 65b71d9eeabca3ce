import { expect, it } from "vitest";
import { barriersOf, countsOf } from "./barriers.testkit.ts";

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
		{ kind: "group-unnamed", says: 'the radio buttons named "size" stand in no group with a name' },
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
