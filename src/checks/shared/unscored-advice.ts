import type { SignalRow } from "./unscored-signal.ts";

const GOOGLE_AI = "https://developers.google.com/search/docs/fundamentals/ai-optimization-guide";

/** Rules of writing, and choices of the owner. */
export const ADVICE_ROWS: readonly SignalRow[] = [
	[
		"geo-writing",
		"quotations, statistics, keyword density, sections of a certain length, readability figures",
		["aiseo-audit", "GEO Optimizer", "AEORank"],
		"The gain that is quoted for these was measured for texts that already stood among five handed to a model. Larger studies found them largely without effect, often harmful, and Google knows no ideal length.",
		["The first study: GEO", "https://arxiv.org/abs/2311.09735"],
		["C-SEO Bench: largely ineffective", "https://arxiv.org/abs/2506.11097"],
		["252,000 trials: format alone does next to nothing", "https://arxiv.org/abs/2605.25517"],
		["No ideal length, no chunking", GOOGLE_AI],
	],
	[
		"answer-first",
		"answers in the first paragraph, headings in the form of questions",
		["aiseo-audit", "AEORank"],
		"To say the essential early is good writing, and Bing advises it; Google says that no text needs rewriting for its AI features. It is a matter of style, and style is not scored.",
		["No rewriting is needed", GOOGLE_AI],
	],
	[
		"training-opt-out",
		"rules against crawlers that gather training data",
		["aiseo-audit", "a14y", "Agent Lighthouse"],
		"Whether a text may train models is its owner's choice. The vendors keep training apart from search and citation, so such a rule costs no reader.",
		["OpenAI's crawlers, one for each purpose", "https://developers.openai.com/api/docs/bots"],
		["Anthropic's crawlers", "https://support.claude.com/en/articles/8896518"],
		[
			"Google-Extended has no bearing on Search",
			"https://developers.google.com/search/docs/crawling-indexing/google-common-crawlers",
		],
	],
];
