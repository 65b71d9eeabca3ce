import { describe, expect, it } from "vitest";
import { badgeAlternative, badgeDescription, badgeTexts } from "./badge-texts.ts";
import { drawBadge, WORDS_ROOM } from "./draw-badge.ts";
import { BADGE_SIZE } from "./embed.ts";
import { EVERY_KIND, LONGEST_HOST, makeFacts } from "./picture-facts.testkit.ts";
import { readPicture } from "./svg-allow-list.testkit.ts";
import { outlineText } from "./text-outline.ts";

describe("the badge", () => {
	it.each(Object.entries(EVERY_KIND))("%s: says what it shows, in elements of ours alone", async (_, facts) => {
		const svg = await drawBadge(facts);
		const { title, description, elements, foreign } = readPicture(svg);
		expect(foreign).toEqual([]);
		expect(elements.slice(0, 3)).toEqual(["svg", "title", "desc"]);
		expect(title).toBe(badgeAlternative(facts));
		expect(description).toBe(badgeDescription(facts));
		expect(svg.length).toBeLessThanOrEqual(12 * 1024);
		expect(svg).toContain(`width="${BADGE_SIZE.width}" height="20"`);
	});

	it("has at most 12 KiB for any content", async () => {
		const agencyName = "&".repeat(60);
		const stale = { ...EVERY_KIND["not audited, stale"], agencyName, displayDomain: LONGEST_HOST };
		expect((await drawBadge(makeFacts(stale))).length).toBeLessThanOrEqual(12 * 1024);
	});

	it("looks different for different content", async () => {
		const drawn = await Promise.all(
			["fresh", "stale", "from a folder", "not audited", "not yet sealed", "withdrawn"].map(async (name) =>
				outlines(await drawBadge(EVERY_KIND[name] ?? makeFacts())),
			),
		);
		expect(new Set(drawn).size).toBe(drawn.length);
	});

	it("never shows the score of an unsealed or removed receipt", async () => {
		for (const name of ["not yet sealed", "withdrawn"]) {
			const facts = EVERY_KIND[name] ?? makeFacts();
			expect(outlines(await drawBadge(facts))).toBe(outlines(await drawBadge({ ...facts, overallScore: 12 })));
		}
	});

	it("fits every score and date", async () => {
		for (const source of ["network", "folder"] as const) {
			for (const auditedAt of days()) {
				for (const overallScore of [0, 20, 28, 50, 69, 88, 89, 90, 99, 100]) {
					for (const builtAt of [auditedAt, "2029-01-01T00:00:00.000Z"]) {
						const facts = makeFacts({ source, auditedAt, overallScore, builtAt });
						expect(await wordsWidth(facts), JSON.stringify(badgeTexts(facts))).toBeLessThan(WORDS_ROOM);
					}
				}
			}
		}
	});
});

/** Of a day with two digits in every month. */
const days = () => Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, "0")}-28T00:00:00.000Z`);

async function wordsWidth(facts: Parameters<typeof badgeTexts>[0]): Promise<number> {
	const { score, claim, when } = badgeTexts(facts);
	const set = await Promise.all([outlineText(score, 600), outlineText(claim), outlineText(when)]);
	// and half a type size between the claim and the date
	return set.reduce((sum, { advance }) => sum + advance, 0.5);
}

function outlines(svg: string): string {
	return svg.slice(svg.indexOf("</style>"));
}
