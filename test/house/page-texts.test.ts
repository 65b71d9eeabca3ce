import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Two words with a space between them, which no code has between its tags. */
const WORDS = /\p{L}{3,}[,:.;]? +\p{L}{2,}/u;
/** Text of an element, up to a tag or an expression; `=>` ends no tag. */
const TEXT = /(?<!=)>([^<>{}]+)(?=[<{])|\}([^<>{}]+)(?=<)/g;
const ATTRIBUTE = /\s(?:title|description|label|hint|says|opens|submit|aria-label|alt|placeholder)="([^"]+)"/g;

/** Sentences that stand in a page or component, in place of the catalog of its family. */
function sentencesOf(source: string): string[] {
	const template = source
		.replace(/^---[\s\S]*?^---/m, "")
		.replace(/<(style|script)[\s\S]*?<\/\1>|\{?\/\*[\s\S]*?\*\/\}?|<!--[\s\S]*?-->/g, "");
	return [...template.matchAll(TEXT), ...template.matchAll(ATTRIBUTE)]
		.map(([, first, second]) => (first ?? second ?? "").replace(/\s+/g, " ").trim())
		.filter((text) => WORDS.test(text) && !text.startsWith(")"));
}

it("finds sentences in elements and attributes, and none in code", () => {
	expect(
		sentencesOf('---\nconst a = "One two";\n---\n<p>Some words {a}</p><b title="Two words" class="one two">{a}</b>'),
	).toEqual(["Some words", "Two words"]);
	expect(sentencesOf("{list.map((each) => each.says && (<p>{each.says} and so on</p>))}")).toEqual(["and so on"]);
	expect(sentencesOf("{count > 1 && list.map((each) => <p>{each}</p>)}")).toEqual([]);
});

it("pages and components hold no sentences: these stand in a catalog of their family, ready for another language", () => {
	const held = globSync("src/**/*.astro").flatMap((file) =>
		sentencesOf(readFileSync(file, "utf8")).map((text) => `${file}: ${text}`),
	);
	expect(held).toEqual([]);
});
