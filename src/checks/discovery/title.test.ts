import { expect, test } from "vitest";
import { aPage, ask, found } from "../page.testkit.ts";
import { title } from "./title.ts";

const titled = (...texts: readonly string[]) =>
	aPage({
		digest: { titles: texts.map((text) => ({ text, at: "line 4, column 3", excerpt: `<title>${text}</title>` })) },
	});

test.each([
	["one title", ["Bakery in Graz"], "pass"],
	["the first of two counts", ["Bakery", ""], "pass"],
	["an empty first title", ["", "Bakery"], "fail"],
	["white space only", [" \n "], "fail"],
	["none", [], "fail"],
])("%s", (_, texts, outcome) => {
	expect(ask(title, {}, titled(...texts)).outcome).toBe(outcome);
});

test("shows the empty tag and the line to write", () => {
	expect(ask(title, {}, titled(""))).toMatchObject({
		says: "The <title> of https://example.com/ (line 4, column 3) is empty.",
		fix: expect.stringContaining("<title>What the page offers – example.com</title>"),
		exhibits: [{ at: "line 4, column 3", excerpt: "<title></title>" }],
	});
});

test("another page has the same", () => {
	const other = aPage({ url: "https://example.com/b/", digest: titled("Bakery").digest });
	const evidence = { home: found(titled("Bakery")), sample: found([other]) };
	expect(ask(title, evidence, other)).toMatchObject({
		outcome: "partial",
		ratio: 0.5,
		says: 'https://example.com/b/ has the same title, "Bakery", as https://example.com/.',
	});
	expect(ask(title, { home: evidence.home }, titled("Bakery")).outcome).toBe("pass");
});
