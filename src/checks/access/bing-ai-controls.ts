import { definePageCheck } from "../define-check.ts";
import { onePerPlace, placedDirectives } from "../shared/robots.ts";

const READERS = ["robots", "bingbot"];

export const bingAiControls = definePageCheck({
	id: "bing-ai-controls",
	pillar: "access",
	engines: ["answers"],
	grade: "vendor",
	listedOnly: true,
	atStake: "quality",
	weightReason: "The page drops out of one vendor's AI answers. It stays in that vendor's search results.",
	tableStakes: true,
	title: "Bing may use the page in its AI answers",
	fault: "The page opts out of Bing's AI answers",
	problem: "your page keeps itself out of Bing's AI answers",
	consequence: "Microsoft Copilot does not use or link to the page in its answers.",
	hours: 0.25,
	doneBy: "developer",
	why: "Bing treats noarchive as an opt-out from Copilot's answers: Copilot does not quote the page or link to it. Many sites set noarchive years ago to hide the cached copy, which search engines no longer show.",
	howToFix:
		"Remove noarchive from the robots meta tags and the X-Robots-Tag header. If your text must not train models, add nocache next to it: Bing then still shows title, snippet and address in its answers.",
	consumer: "Bing, Microsoft Copilot",
	reference:
		"https://blogs.bing.com/webmaster/september-2023/Announcing-new-options-for-webmasters-to-control-usage-of-their-content-in-Bing-Chat",
	reviewed: "2026-11-21",
	note: "With nocache, alone or next to noarchive, Bing shows only address, title and snippet. We report that without deducting points. Amazon reads noarchive as an opt-out from training.",
	yieldsTo: ["noindex"],
	evaluate(page) {
		const placed = placedDirectives(page, READERS);
		const noarchive = onePerPlace(placed.filter(({ directive }) => directive.name === "noarchive"));
		const nocache = onePerPlace(placed.filter(({ directive }) => directive.name === "nocache"));
		const [limit] = nocache;
		if (limit) {
			return {
				outcome: "pass",
				says: `${limit.where} says nocache: Bing's AI answers may link to the page and show its title and snippet, but nothing else.`,
				exhibits: nocache.flatMap(({ exhibits }) => exhibits),
			};
		}
		const [first] = noarchive;
		if (!first) return { outcome: "pass", says: "No robots tag or header keeps the page out of Bing's AI answers." };
		return {
			outcome: "partial",
			ratio: 0.5,
			says: `${first.where} of ${page.url} says noarchive, so Bing's AI answers do not use or link to the page.`,
			fix: `${noarchive.map(({ removal }) => removal).join(". ")}, or write "noarchive, nocache" so that Bing still links to the page with title and snippet.`,
			exhibits: noarchive.flatMap(({ exhibits }) => exhibits),
		};
	},
});
