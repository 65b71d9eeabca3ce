import type { JsonLdBlock } from "#evidence/digest/structured-data.ts";
import { definePageCheck } from "../define-check.ts";
import { clip, exhibitsOf } from "../exhibits.ts";
import { count, listing } from "../phrasing.ts";

export const jsonldParse = definePageCheck({
	id: "jsonld-parse",
	pillar: "data",
	engines: ["search", "answers"],
	grade: "standard",
	mode: "light",
	weight: 3,
	weightReason: "A block with one wrong comma is dropped whole, with everything that it was to say.",
	title: "Every block of structured data can be read",
	why: "Machines drop a JSON-LD block with a syntax error entirely: prices, opening hours or the company's name in it are lost, though the page looks right.",
	howToFix: "Let the system that writes the page produce the JSON, and test it with a JSON parser after each change.",
	reference: "https://www.w3.org/TR/json-ld11/#embedding-json-ld-in-html-documents",
	reviewed: "2026-11-21",
	needs: [],
	evaluate(page) {
		const { blocks } = page.digest.jsonLd;
		if (blocks.length === 0) return { outcome: "not-applicable", says: "The page has no JSON-LD." };
		const broken = blocks.filter((block) => !block.ok);
		const [first] = broken;
		if (!first) return { outcome: "pass", says: `${count(blocks.length, "block")} of JSON-LD, all readable.` };
		const told = broken.map((block) => `${block.at}: ${errorOf(block)}`);
		return {
			outcome: "fail",
			says: `${broken.length} of ${count(blocks.length, "block")} of JSON-LD cannot be read (${listing(told)}).`,
			fix: `Correct the JSON at ${first.at} of ${page.url}: ${errorOf(first)}.`,
			exhibits: exhibitsOf(page, broken),
		};
	},
});

/** The parser's sentence, to be continued. */
function errorOf({ error = "it is not JSON" }: JsonLdBlock): string {
	return clip(error, 120).replace(/\.$/, "");
}
