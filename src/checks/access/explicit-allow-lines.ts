import { crawlersOf } from "#core/crawlers.ts";
import { decide, type RobotsGroup } from "#core/robots-rules.ts";
import { defineRobotsSignal } from "../unscored-signals.ts";

const TOKENS = new Map(
	crawlersOf("search", "answer-index", "user-fetch", "training").map(({ token }) => [token.toLowerCase(), token]),
);
const SHOWN = 5;

export const explicitAllowLines = defineRobotsSignal({
	id: "explicit-allow-lines",
	title: "Lines that allow a crawler by name have no effect",
	look({ kind, groups }, url) {
		if (kind === "html" || !decide(groups, "*", "/").allowed) return undefined;
		const spoken = groups
			.flatMap((group) => (opensAll(group) ? group.agents : []))
			.flatMap((agent) => TOKENS.get(agent) ?? []);
		if (spoken.length === 0) return undefined;
		const lines = groups.filter(opensAll).filter(({ agents }) => agents.some((agent) => TOKENS.has(agent)));
		return {
			exhibits: lines.slice(0, SHOWN).map(({ agents, line, rules }) => ({
				url,
				at: `line ${rules[0]?.line ?? line}`,
				excerpt: rules[0]?.text ?? `User-agent: ${TOKENS.get(agents[0] ?? "") ?? agents[0]}`,
			})),
		};
	},
});

function opensAll({ rules }: RobotsGroup): boolean {
	return rules.every(({ allow, pattern }) => allow && /^\/?\*?$/.test(pattern));
}
