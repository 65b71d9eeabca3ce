import { describe, expect, test } from "vitest";
import { readJsonVector } from "#test/vectors/vectors.ts";
import { crawlersOf, DEAD_TOKENS, isBound } from "./crawlers.ts";

const ALL = crawlersOf("search", "answer-index", "user-fetch", "training", "ads");

describe("the table of crawlers", () => {
	test("has every token once, in valid robots.txt syntax", () => {
		const tokens = [...ALL, ...DEAD_TOKENS].map(({ token }) => token.toLowerCase());
		expect(new Set(tokens).size).toBe(tokens.length);
		for (const token of tokens) expect(token).toMatch(/^[a-z_-]+$/);
	});

	test("separates roles: a training crawler is not an index crawler", () => {
		expect(crawlersOf("search").map(({ token }) => token)).toEqual(["Googlebot", "Bingbot"]);
		expect(crawlersOf("training").map(({ token }) => token)).toContain("GPTBot");
		expect(crawlersOf("answer-index").map(({ token }) => token)).not.toContain("GPTBot");
		const others = crawlersOf("search", "answer-index", "user-fetch", "training").map(({ token }) => token);
		expect(others).toContain("YouBot");
		expect(others).not.toContain("OAI-AdsBot");
		expect(crawlersOf("search", "training")).toHaveLength(crawlersOf("search").length + crawlersOf("training").length);
	});

	test("marks fetchers that may ignore robots.txt according to their vendors, and no crawlers", () => {
		expect(ALL.filter((crawler) => !isBound(crawler)).map(({ token }) => token)).toEqual([
			"ChatGPT-User",
			"Perplexity-User",
			"meta-externalfetcher",
			"Google-Agent",
			"Google-GeminiNotebook",
		]);
		expect(crawlersOf("search", "answer-index", "training").every(isBound)).toBe(true);
	});

	test("names current tokens as replacements of dead ones", () => {
		const living = new Set(ALL.map(({ token }) => token));
		expect(DEAD_TOKENS.flatMap(({ now }) => now).filter((token) => !living.has(token))).toEqual([]);
	});

	test("is known to ai.robots.txt", () => {
		const listed = new Set(
			Object.keys(readJsonVector<object>("robots/ai-robots.json")).map((token) => token.toLowerCase()),
		);
		const unlisted = [...crawlersOf("answer-index", "user-fetch", "training"), ...DEAD_TOKENS]
			.map(({ token }) => token)
			.filter((token) => !listed.has(token.toLowerCase()));
		// Documented by their vendors, but not in the list yet.
		expect(unlisted).toEqual(["MistralAI-Index", "Google-GeminiNotebook", "MistralAI-Training"]);
	});
});
