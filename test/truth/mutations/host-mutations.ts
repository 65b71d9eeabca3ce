import type { Change, Mutation, SiteParts } from "./mutation.ts";

const SEARCH = ["Googlebot", "Bingbot", "DuckDuckBot", "YandexBot", "Baiduspider", "Applebot"];
const ANSWERS = ["OAI-SearchBot", "PerplexityBot", "Claude-SearchBot"];
const TRAINING = ["GPTBot", "ClaudeBot", "CCBot", "Google-Extended", "Applebot-Extended", "Bytespider", "Amazonbot"];
const HSTS = "strict-transport-security";

/** Mutations of robots.txt and a host's header fields. */
export const HOST_MUTATIONS: readonly Mutation[] = [
	{ name: "robots.txt blocks all", costs: "something", apply: () => ({ robots: blocking(["*"]) }) },
	blocks("robots.txt blocks search engines", SEARCH),
	blocks("robots.txt blocks answer engines", ANSWERS),
	{
		name: "HSTS and validators gone",
		costs: "something",
		apply: () => ({ headers: { "strict-transport-security": null, etag: null, "last-modified": null } }),
	},
	{ name: "HSTS that ends at once", costs: "something", apply: () => ({ headers: { [HSTS]: "max-age=0" } }) },
	{
		name: "noindex in the second line of X-Robots-Tag",
		costs: "something",
		apply: () => ({ headers: { "x-robots-tag": "GPTBot: nofollow\nnoindex" } }),
		atLeast: { points: 30, orAtMost: 40, checks: ["noindex"] },
	},
	{
		name: "home page sent as plain text",
		costs: "something",
		apply: () => ({ headers: { "content-type": "text/plain; charset=utf-8" } }),
	},
	{ name: "home page with status 404", costs: "something", apply: () => ({ status: 404 }) },
	inPlaceOfRobots("robots.txt with status 500", { status: 500, type: "text/plain", body: "" }),
	inPlaceOfRobots("a page in place of robots.txt", { type: "text/html", body: "<title>Start</title><p>Welcome.</p>" }),
	{
		name: "bytes in place of the sitemap",
		costs: "something",
		apply: () => ({ files: { "/sitemap.xml": { type: "application/gzip", body: "\u001f\u008b\b broken" } } }),
	},
	{
		name: "sitemap of pages that are gone",
		costs: "something",
		apply: ({ host }) => ({ files: { "/sitemap.xml": sitemapOf(`https://${host}/no-such-page`) } }),
	},
	{
		name: "no page is missing",
		costs: "something",
		apply: ({ page }) => ({ missing: page.html }),
	},
];

function inPlaceOfRobots(name: string, answer: NonNullable<Change["files"]>[string]): Mutation {
	const apply = ({ robots }: SiteParts) => (closesAll(robots) ? {} : { files: { "/robots.txt": answer } });
	return { name, costs: "something", apply };
}

/** Without the rules of such a file, whom it closed out may come in, or nobody knows. */
export function closesAll(robots: string): boolean {
	return /^disallow:\s*\/\s*$/im.test(robots);
}

function sitemapOf(address: string): string {
	const entries = [1, 2, 3].map((page) => `<url><loc>${address}-${page}</loc></url>`).join("");
	return `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`;
}

/** The owner's choice: whoever trains models may not come, whoever answers and finds may. */
export const TRAINING_OPT_OUT: Mutation = {
	name: "robots.txt blocks training crawlers",
	costs: "nothing",
	// A new file would earn points itself.
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
