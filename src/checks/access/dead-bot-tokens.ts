import { DEAD_TOKENS, type DeadToken } from "#core/crawlers.ts";
import { decide, namesAgent, type RobotsGroup } from "#core/robots-rules.ts";
import type { Exhibit } from "#core/verdict.ts";
import { listing } from "#core/wording.ts";
import { defineRobotsSignal } from "../unscored-signals.ts";

export const deadBotTokens = defineRobotsSignal({
	id: "dead-bot-tokens",
	title: "Rules for former crawler names are repeated for the present ones",
	fault: "A rule names a crawler that goes by another name today",
	consequence: "The crawler that you meant to keep out may read the site under its present name.",
	howToFix:
		"Where a rule for a former name is meant to hold, write it for the present name as well; the old lines may stay or go.",
	look({ kind, groups }, url) {
		const used = kind === "html" ? [] : DEAD_TOKENS.filter(({ token }) => namesAgent(groups, token));
		if (used.length === 0) return undefined;
		const exhibits = used.flatMap((dead) => exhibitOf(dead, groups, url));
		const ineffective = used.find((dead) => hasNoEffect(dead, groups));
		if (!ineffective) return { exhibits };
		const now = ineffective.now.filter((token) => decide(groups, token, "/").allowed);
		return {
			exhibits,
			amiss: {
				says: `robots.txt closes the site to ${ineffective.token}, a name that ${ineffective.vendor} no longer documents; ${listing(now)} may read it.`,
				fix: `If you mean it, add ${now.map((token) => `"User-agent: ${token}"`).join(", ")} with "Disallow: /" to ${url}; else take the group of ${ineffective.token} out.`,
			},
		};
	},
});

function hasNoEffect({ token, now }: DeadToken, groups: readonly RobotsGroup[]): boolean {
	if (decide(groups, token, "/").allowed || now.length === 0) return false;
	return now.every((living) => decide(groups, living, "/").allowed && !namesAgent(groups, living));
}

function exhibitOf({ token }: DeadToken, groups: readonly RobotsGroup[], url: string): readonly Exhibit[] {
	const group = groups.find(({ agents }) => agents.includes(token.toLowerCase()));
	return group ? [{ url, at: `line ${group.line}`, excerpt: `User-agent: ${token}` }] : [];
}
