import type { Mutation } from "./mutation.ts";

const SEARCH = ["Googlebot", "Bingbot", "DuckDuckBot", "YandexBot", "Baiduspider", "Applebot"];
const ANSWERS = ["OAI-SearchBot", "PerplexityBot", "Claude-SearchBot"];
const TRAINING = ["GPTBot", "ClaudeBot", "CCBot", "Google-Extended", "Applebot-Extended", "Bytespider", "Amazonbot"];

/** What becomes of robots.txt and of the fields that a host sends. */
export const HOST_MUTATIONS: readonly Mutation[] = [
	{ name: "robots.txt blocks all", costs: "something", apply: () => ({ robots: blocking(["*"]) }) },
	blocks("robots.txt blocks search engines", SEARCH),
	blocks("robots.txt blocks answer engines", ANSWERS),
	{
		name: "HSTS and validators gone",
		costs: "something",
		apply: () => ({ headers: { "strict-transport-security": null, etag: null, "last-modified": null } }),
	},
];

/** The owner's choice: whoever trains models may not come, whoever answers and finds may. */
export const TRAINING_OPT_OUT: Mutation = {
	name: "robots.txt blocks training crawlers",
	costs: "nothing",
	// A file where none was would be a merit of its own.
	apply: ({ robots }) => (robots === "" ? {} : { robots: `${blocking(TRAINING)}\n${without(TRAINING, robots)}` }),
};

function blocks(name: string, agents: readonly string[]): Mutation {
	const rest = (robots: string) => without(agents, robots) || "User-agent: *\nAllow: /\n";
	return {
		name,
		costs: "something",
		apply: ({ robots }) => ({ robots: `${blocking(agents)}\n${rest(robots)}` }),
	};
}

function blocking(agents: readonly string[]): string {
	return `${agents.map((agent) => `User-agent: ${agent}`).join("\n")}\nDisallow: /\n`;
}

/** A file without what it says to some agents, since groups of one agent count as one. */
function without(agents: readonly string[], robots: string): string {
	const named = new Set(agents.map((agent) => agent.toLowerCase()));
	const groups = robots.split(/(?<!user-agent:[^\n]*\n)(?=^user-agent:)/im);
	return groups
		.map((group) => {
			const lines = group.split("\n").filter((line) => !named.has(agentOf(line) ?? ""));
			const orphaned = /^user-agent:/im.test(group) && !lines.some((line) => agentOf(line) !== undefined);
			return (orphaned ? lines.filter((line) => /^sitemap:/i.test(line)) : lines).join("\n");
		})
		.join("");
}

function agentOf(line: string): string | undefined {
	return /^\s*user-agent:\s*([^#\s]+)/i.exec(line)?.[1]?.toLowerCase();
}
