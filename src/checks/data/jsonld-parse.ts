import type { Verdict } from "#core/verdict.ts";
import { listing, plainCount, plural } from "#core/wording.ts";
import type { Page } from "#evidence/evidence-map.ts";
import type { JsonLdBlock, RepeatedName } from "#evidence/page-digest.ts";
import { byShare, definePageCheck } from "../define-check.ts";
import { clip, exhibitsOf } from "../shared/exhibits.ts";

export const jsonldParse = definePageCheck({
	id: "jsonld-parse",
	pillar: "data",
	engines: ["search"],
	grade: "standard",
	atStake: "feature",
	weightReason: "A block with one wrong comma is dropped whole, with everything that it was to say.",
	tableStakes: true,
	title: "Structured data (JSON-LD) can be read",
	fault: "Structured data (JSON-LD) has syntax errors",
	consequence:
		"Search engines drop what they cannot read, and with it the prices, opening hours or company details it was meant to show.",
	effort: "small",
	doneBy: "developer",
	why: "Machines drop a JSON-LD block with a syntax error entirely: prices, opening hours or the company's name in it are lost, though the page looks right.",
	howToFix: "Let the system that writes the page produce the JSON, and test it with a JSON parser after each change.",
	consumer: "Google Search, Bing",
	counterEvidence: {
		says: "Ahrefs compared 1,885 pages that added JSON-LD with pages that did not: citations in AI Overviews, AI Mode and ChatGPT did not rise.",
		source: "https://ahrefs.com/blog/schema-ai-citations/",
	},
	reference: "https://www.w3.org/TR/json-ld11/#embedding-json-ld-in-html-documents",
	reviewed: "2026-11-21",
	note: "Some readers repair comments, CDATA marks and trailing commas; the standard calls such a block an error, and most readers drop it. A name that stands twice in one object is no syntax error, but JSON-LD forbids it and all values but the last are lost: that earns half.",
	evaluate(page) {
		const { blocks } = page.digest.jsonLd;
		if (blocks.length === 0) return { outcome: "not-applicable", says: "The page has no JSON-LD." };
		const broken = blocks.filter((block) => !block.ok);
		const [first] = broken;
		if (!first) return judgeEmpty(page, blocks) ?? judgeNames(page, blocks);
		const named = broken.map((block) => `${placeOf(block)}: ${errorOf(block)}`);
		return {
			outcome: "fail",
			says: `${broken.length} of ${plainCount(blocks.length, "block")} of JSON-LD cannot be read (${listing(named)}).`,
			fix: `Correct the JSON at ${placeOf(first)} of ${page.url}: ${errorOf(first)}.`,
			exhibits: exhibitsOf(
				page,
				broken.map((block) => ({ ...block, at: placeOf(block) })),
			),
		};
	},
});

/** Blocks in which nothing stands: no syntax error, yet data that its author believes to be there. */
function judgeEmpty(page: Page, blocks: readonly JsonLdBlock[]): Verdict | undefined {
	const empty = blocks.filter((block) => block.empty);
	const [first] = empty;
	if (!first) return undefined;
	return byShare(1 - empty.length / blocks.length, {
		fault: plural(empty.length, "A block of structured data is empty", "Blocks of structured data are empty"),
		says: `${empty.length} of ${plainCount(blocks.length, "block")} of JSON-LD of ${page.url} ${plural(empty.length, "is", "are")} empty and ${plural(empty.length, "states", "state")} nothing (${first.at}).`,
		fix: `Fill the block at ${first.at} of ${page.url} with what it was meant to state, or take it away.`,
		exhibits: exhibitsOf(page, empty),
	});
}

function judgeNames(page: Page, blocks: readonly JsonLdBlock[]) {
	const twice: readonly RepeatedName[] = blocks.flatMap((block) => block.twice ?? []);
	const [first] = twice;
	if (!first)
		return { outcome: "pass", says: `${plainCount(blocks.length, "block")} of JSON-LD, all readable.` } as const;
	const names = listing(twice.map(({ name, at }) => `"${clip(name, 40)}" at ${at}`));
	return {
		outcome: "partial",
		ratio: 0.5,
		fault: "Structured data (JSON-LD) states one name twice, and a value is lost",
		says: `The JSON-LD can be read, but an object has a name twice, and readers keep the last value only: ${names}.`,
		fix: `Write both values of "${clip(first.name, 40)}" at ${first.at} of ${page.url} as one list in square brackets.`,
		exhibits: exhibitsOf(page, twice),
	} as const;
}

function placeOf({ faultAt, at }: JsonLdBlock): string {
	return faultAt ?? at;
}

function errorOf({ error = "it is not JSON" }: JsonLdBlock): string {
	return clip(error, 120).replace(/\.$/, "");
}
