import { definePageCheck } from "../define-check.ts";
import { onePerPlace, placedDirectives } from "../shared/robots.ts";

const READERS = ["robots", "bingbot"];

export const bingAiControls = definePageCheck({
	id: "bing-ai-controls",
	pillar: "access",
	engines: ["answers"],
	grade: "vendor",
	atStake: "quality",
	weightReason: "One vendor's answers lose the page; its search results keep it.",
	tableStakes: true,
	title: "Bing may use the page in its AI answers",
	fault: "The page keeps itself out of Bing's AI answers",
	consequence: "Microsoft Copilot neither uses nor links the page when it answers a question.",
	effort: "small",
	doneBy: "developer",
	why: "Bing reads noarchive as a wish to stay out of Copilot's answers: the page is neither quoted nor linked there. Many sites set it long ago, to hide the cached copy that no search engine shows any more.",
	howToFix:
		"Remove noarchive from the robots meta tags and the X-Robots-Tag header; where text must not train models, say nocache beside it, and Bing keeps title, snippet and address in its answers.",
	consumer: "Bing, Microsoft Copilot",
	reference:
		"https://blogs.bing.com/webmaster/september-2023/Announcing-new-options-for-webmasters-to-control-usage-of-their-content-in-Bing-Chat",
	reviewed: "2026-11-21",
	note: "With nocache, alone or beside noarchive, Bing shows address, title and snippet only: that is shown and costs nothing. Amazon reads noarchive as an opt-out of training.",
	yieldsTo: ["noindex"],
	evaluate(page) {
		const placed = placedDirectives(page, READERS);
		const noarchive = onePerPlace(placed.filter(({ directive }) => directive.name === "noarchive"));
		const nocache = onePerPlace(placed.filter(({ directive }) => directive.name === "nocache"));
		const [limit] = nocache;
		if (limit) {
			return {
				outcome: "pass",
				says: `${limit.where} says nocache: Bing's AI answers may link the page and show its title and snippet, no more.`,
				exhibits: nocache.flatMap(({ exhibits }) => exhibits),
			};
		}
		const [first] = noarchive;
		if (!first)
			return { outcome: "pass", says: "Neither a robots tag nor a header keeps the page out of Bing's AI answers." };
		return {
			outcome: "partial",
			ratio: 0.5,
			says: `${first.where} of ${page.url} says noarchive, so Bing's AI answers neither use nor link the page.`,
			fix: `${noarchive.map(({ removal }) => removal).join(". ")}, or write "noarchive, nocache" to stay linked with title and snippet.`,
			exhibits: noarchive.flatMap(({ exhibits }) => exhibits),
		};
	},
});
