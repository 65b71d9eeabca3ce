/** Files of plain text for crawlers and agents: robots.txt, llms.txt, Markdown. */

import { numbered, page, site, typed, withFile } from "./hostile-site.testkit.ts";

const LIMIT = 500 * 1024;
const robots = (name: string, body: () => string | Uint8Array) => withFile(name, "/robots.txt", "text/plain", body);
const llms = (name: string, body: () => string) => withFile(name, "/llms.txt", "text/plain", body);
const filled = (line: (index: number) => string, bytes = LIMIT) => {
	const lines: string[] = [];
	for (let size = 0; size < bytes; size += lines.at(-1)?.length ?? bytes) lines.push(line(lines.length));
	return lines.join("");
};

export const ROBOTS_SITES = [
	robots("robots-groups", () => filled(() => "User-agent:a\nDisallow:/\n")),
	robots("robots-groups-named", () => filled((at) => `User-agent: a${at}\nDisallow: /\n`)),
	robots("robots-agents", () => `${filled((at) => `User-agent: bot-${at}\n`)}Disallow: /x\n`),
	robots("robots-star-agents", () => `${filled(() => "User-agent:*\n")}Disallow: /x\n`),
	robots("robots-rules", () => `User-agent: *\n${filled((at) => `Disallow: /${at}\n`)}`),
	robots("robots-wildcards", () => `User-agent: *\n${filled((at) => `Disallow: /${"*a".repeat(60)}${at}$\n`)}`),
	robots("robots-one-pattern", () => `User-agent: *\nDisallow: /${"*a".repeat(LIMIT / 2)}\n`),
	robots("robots-one-line", () => "x".repeat(5_000_000)),
	robots("robots-known-bots", () =>
		filled(
			(at) =>
				`User-agent: ${["GPTBot", "ClaudeBot", "Googlebot", "CCBot"][at % 4]}\nAllow: /${at}\nDisallow: /${"*".repeat(9)}\n`,
		),
	),
	robots(
		"robots-content-signals",
		() => `User-agent: *\n${filled(() => "Content-Signal: search=yes,ai-train=no,ai-input=maybe\n")}`,
	),
	robots("robots-prototypes", () =>
		"User-agent: __proto__\nUser-agent: constructor\nDisallow: /\n__proto__: x\nconstructor: y\n".repeat(4_000),
	),
	robots("robots-carriage-returns", () => `User-agent: *\r${"Disallow: /a\r".repeat(40_000)}`),
	robots("robots-percent", () => `User-agent: *\n${filled(() => `Disallow: /${"%zz%e4%".repeat(100)}\n`)}`),
	robots("robots-utf-16", () => Buffer.from(`\ufeffUser-agent: *\n${"Disallow: /x\n".repeat(15_000)}`, "utf16le")),
	llms(
		"llms-links",
		() => `# A site\n> x\n## Pages\n${filled((at) => `- [Page ${at}](/p/${at}): words\n`, 4_000_000)}`,
	),
	llms("llms-brackets", () => `# ${"[](".repeat(400_000)}`),
	llms("llms-nested-links", () => `# x\n${"[".repeat(300_000)}${"](a)".repeat(300_000)}`),
	llms("llms-hashes", () => "#".repeat(2_000_000)),
	llms("llms-fences", () => "```\n~~~\n# x\n".repeat(200_000)),
	llms("llms-slashes", () => ` ${"/a".repeat(1_000_000)}`),
	site("markdown-flood", {
		"/": {
			headers: { link: '</index.md>; rel="alternate"; type="text/markdown"' },
			body: page("", '<link rel="alternate" type="text/markdown" href="/index.md">'),
		},
		"/index.md": typed("text/markdown", () => `# x\n${"- [a](/b) **c** `d` <e@f.g> | h |\n".repeat(120_000)}`),
	}),
	site(
		"links-in-llms-elsewhere",
		{
			"/llms.txt": typed(
				"text/plain",
				() => `# x\n${numbered(2_000, (at) => `- [a](https://n${at}.names.example.com/)\n`)}`,
			),
		},
		{ mode: "deep" },
	),
];
