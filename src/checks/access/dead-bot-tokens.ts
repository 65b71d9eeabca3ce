import { DEAD_TOKENS, type DeadToken } from "#core/crawlers.ts";
import { decide, namesAgent, type RobotsGroup } from "#core/robots-rules.ts";
import type { Exhibit } from "#core/verdict.ts";
import { listing } from "#core/wording.ts";
import { defineRobotsSignal } from "../unscored-signals.ts";

export const deadBotTokens = defineRobotsSignal({
	id: "dead-bot-tokens",
	title: "Rules for old crawler names also cover the current names",
	fault: "A rule uses a crawler's old name, so it has no effect",
	consequence: "The crawler that you want to block can read your site under its current name.",
	howToFix: "If you still want the rule, add it for the current name. You can keep or delete the old lines.",
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
				says: `robots.txt blocks ${ineffective.token}, a name that ${ineffective.vendor} no longer documents. ${listing(now)} can still read your site.`,
				fix: `To block it, add ${now.map((token) => `"User-agent: ${token}"`).join(", ")} with "Disallow: /" to ${url}. Otherwise delete the group for ${ineffective.token}.`,
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
