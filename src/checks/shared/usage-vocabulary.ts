import type { Evidence, UsageStatement } from "#evidence/evidence-map.ts";

/** The three uses that Content Signals and AI Preferences have in common, by Cloudflare's names. */
export type UsageCategory = "search" | "ai-input" | "ai-train";

interface Vocabulary {
	readonly keys: Readonly<Record<string, UsageCategory | "other">>;
	readonly yes: string;
	readonly no: string;
	/** Keys with values of their own. */
	readonly values: Readonly<Record<string, readonly string[]>>;
}

/**
 * Content-Signal: the policy text of contentsignals.org; `use` is what Cloudflare's managed robots.txt adds.
 * Content-Usage: draft-ietf-aipref-vocab, with the labels of its earlier versions, since files outlive drafts.
 */
export const VOCABULARIES: Readonly<Record<UsageStatement["field"], Vocabulary>> = {
	"content-signal": {
		keys: { search: "search", "ai-input": "ai-input", "ai-train": "ai-train", use: "other" },
		yes: "yes",
		no: "no",
		values: { use: ["immediate", "reference", "full"] },
	},
	"content-usage": {
		keys: {
			search: "search",
			"ai-use": "ai-input",
			"train-ai": "ai-train",
			"train-genai": "ai-train",
			ai: "other",
			bots: "other",
			genai: "other",
			tdm: "other",
		},
		yes: "y",
		no: "n",
		values: {},
	},
};

/** What a statement says about a use: true for yes, false for no; undefined where it says nothing that can be read. */
export function stanceOf({ field, preferences }: UsageStatement, category: UsageCategory): boolean | undefined {
	const { keys, yes, no } = VOCABULARIES[field];
	const said = preferences.filter(({ key }) => keys[key] === category).map(({ value }) => value);
	// Where statements differ, the stricter one counts (draft-ietf-aipref-vocab, "Combining Preferences").
	if (said.includes(no)) return false;
	return said.includes(yes) ? true : undefined;
}

export interface PlacedStatement {
	readonly statement: UsageStatement;
	readonly url: string;
}

export function statementsOf({ robots, home }: Pick<Evidence, "robots" | "home">): readonly PlacedStatement[] {
	const lines = robots.state === "found" && robots.value.kind === "text" ? robots.value.usage : [];
	const headers = home.state === "found" ? (home.value.response.usage ?? []) : [];
	return [
		...lines.map((statement) => ({ statement, url: robots.url })),
		...headers.map((statement) => ({ statement, url: home.url })),
	];
}
