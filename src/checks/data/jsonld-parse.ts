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
	listedOnly: true,
	atStake: "feature",
	weightReason: "One wrong comma makes machines drop the whole block and everything in it.",
	tableStakes: true,
	title: "Structured data (JSON-LD) has valid syntax",
	fault: "Structured data (JSON-LD) has syntax errors",
	problem: "search engines cannot read some of the data that your page gives them",
	consequence:
		"Search engines drop data they cannot read, including the prices, opening hours or company details in it.",
	hours: 0.5,
	doneBy: "developer",
	why: "JSON-LD is a block of facts for machines in the page's code. If it has a syntax error, machines drop the whole block. The prices, opening hours or company name in it are lost, although the page looks right.",
	howToFix: "Generate the JSON with your content system, and test it with a JSON parser after each change.",
	consumer: "Google Search, Bing",
	counterEvidence: {
		says: "Ahrefs compared 1,885 pages that added JSON-LD with pages that did not: citations in AI Overviews, AI Mode and ChatGPT did not rise.",
		source: "https://ahrefs.com/blog/schema-ai-citations/",
	},
	reference: "https://www.w3.org/TR/json-ld11/#embedding-json-ld-in-html-documents",
	reviewed: "2026-11-21",
	note: "Some programs repair comments, CDATA marks and trailing commas. The standard calls such a block an error, and most programs drop it. A duplicate name in one object is not a syntax error, but JSON-LD forbids it and only the last value survives, so it earns half.",
	evaluate(page) {
		const { blocks } = page.digest.jsonLd;
		if (blocks.length === 0) return { outcome: "not-applicable", says: "The page has no JSON-LD." };
		const broken = blocks.filter((block) => !block.ok);
		const [first] = broken;
		if (!first) return judgeEmpty(page, blocks) ?? judgeNames(page, blocks);
		const named = broken.map((block) => `${placeOf(block)}: ${errorOf(block)}`);
		return {
			outcome: "fail",
			says: `${broken.length} of ${plainCount(blocks.length, "block")} of JSON-LD ${plural(broken.length, "has", "have")} syntax errors (${listing(named)}).`,
			fix: `Correct the JSON at ${placeOf(first)} of ${page.url}: ${errorOf(first)}.`,
			exhibits: exhibitsOf(
				page,
				broken.map((block) => ({ ...block, at: placeOf(block) })),
			),
		};
	},
});

/** Empty blocks: no syntax error, but their author believes that they contain data. */
function judgeEmpty(page: Page, blocks: readonly JsonLdBlock[]): Verdict | undefined {
	const empty = blocks.filter((block) => block.empty);
	const [first] = empty;
	if (!first) return undefined;
	return byShare(1 - empty.length / blocks.length, {
		fault: plural(empty.length, "A block of structured data is empty", "Blocks of structured data are empty"),
		says: `${empty.length} of ${plainCount(blocks.length, "block")} of JSON-LD of ${page.url} ${plural(empty.length, "is", "are")} empty (${first.at}).`,
		fix: `Fill in the block at ${first.at} of ${page.url}, or delete it.`,
		exhibits: exhibitsOf(page, empty),
	});
}

function judgeNames(page: Page, blocks: readonly JsonLdBlock[]) {
	const twice: readonly RepeatedName[] = blocks.flatMap((block) => block.twice ?? []);
	const [first] = twice;
	if (!first)
		return {
			outcome: "pass",
			says: `${plainCount(blocks.length, "block")} of JSON-LD, all with valid syntax.`,
		} as const;
	const names = listing(twice.map(({ name, at }) => `"${clip(name, 40)}" at ${at}`));
	return {
		outcome: "partial",
		ratio: 0.5,
		fault: "Structured data (JSON-LD) has a duplicate name, so a value is lost",
		says: `The JSON-LD is valid, but an object has the same name twice, and machines keep only the last value: ${names}.`,
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
