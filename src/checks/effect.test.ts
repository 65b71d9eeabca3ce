import { expect, it } from "vitest";
import { STAKES } from "#core/verdict.ts";
import { CONSUMER_KEYS, EFFECT, type Effect, type Estimate, effectWords, isLoss } from "./effect.ts";
import { CHECKS } from "./registry.ts";

const nothing: Estimate = { value: 0, low: 0, high: 0, pages: 40 };
const lost = (value: number): Estimate => ({ value, low: value - 0.02, high: value + 0.02, pages: 40 });
const rowOf = (check: string, losses: Record<string, Estimate | null>, parts = {}) => ({
	check,
	did: "removing it",
	pages: 40,
	losses: {
		...(Object.fromEntries(CONSUMER_KEYS.map((key) => [key, nothing])) as Effect["rows"][number]["losses"]),
		...losses,
	},
	readers: [],
	tokens: { source: nothing, markdown: null },
	...parts,
});
const effect: Effect = {
	pages: 50,
	reviewed: 30,
	rows: [
		rowOf("main-text", { text: lost(0.31), answers: lost(0.4), images: { ...lost(0.9), pages: 9 } }),
		rowOf("og-canonical", { data: null }),
		rowOf("token-ratio", {}, { tokens: { source: lost(2.5), markdown: null } }),
		rowOf("frames", {}, { pages: 3 }),
	],
	unmeasured: [{ check: "sitemap", why: "The fault is in another file." }],
	predictions: [],
	ceiling: { value: 0.5, low: 0.4, high: 0.6, pages: 20 },
};

it.each([
	[
		"main-text",
		"On 40 real pages, removing it cost a retriever 40 % of the answers and text extractors 31 % of the main text. We tested too few pages to say what image search and screen readers lost.",
	],
	["og-canonical", "On 40 real pages, removing it cost none of the tools that we tested anything."],
	[
		"token-ratio",
		"On 40 real pages, removing it cost none of the tools that we tested anything. The page's source grew by 250 %.",
	],
	["frames", "Only 3 of 50 pages have what the fault spoils, too few to measure."],
	["sitemap", "Not measured. The fault is in another file."],
	["hsts", undefined],
])("states for %s in one sentence what its fault cost readers", (check, says) => {
	expect(effectWords(check, effect)).toBe(says);
});

/** Excludes consumers of the tags themselves, which lose them by definition. */
const VISITORS = ["text", "answers", "links", "controls"] as const;

it("weighs no fault less than measured", () => {
	const light = EFFECT.rows.flatMap(({ check: id, losses }) => {
		const weight = CHECKS.find((check) => check.id === id && check.scored !== false)?.weight ?? 8;
		const lost = Math.max(...VISITORS.map((key) => (losses[key] && isLoss(losses[key]) ? losses[key].low : 0)));
		const asked = lost >= 0.5 ? STAKES.feature.weight : lost >= 0.2 ? STAKES.quality.weight : 0;
		return weight < asked ? [`${id}: ${weight} for a loss of ${lost}`] : [];
	});
	expect(light).toEqual([]);
});
