import { expect, test } from "vitest";
import type { CheckExample } from "#checks/shared/example.ts";
import { crawlersOf } from "#core/crawlers.ts";
import { auditExample } from "./example-audit.ts";

const PLAIN_ROBOTS = "User-agent: *\nDisallow: /admin/\n\nSitemap: https://example.com/sitemap.xml\n";
const TRAINERS = crawlersOf("training")
	.map(({ token }) => `User-agent: ${token}\n`)
	.join("");

/** Numbers alone: how many things were looked at may differ. */
const scoreOf = async (parts: Pick<CheckExample, "headers" | "files">) => {
	const report = await auditExample({ name: "An opt-out", outcome: "pass", ...parts }, "light");
	const { overall, ungated, axes, engines, pillars = [] } = report.scores ?? {};
	return { overall, ungated, axes, engines, pillars: pillars.map(({ key, score }) => [key, score]) };
};

test.each<[string, Pick<CheckExample, "headers" | "files">]>([
	["rules against every training crawler", { files: { "/robots.txt": `${TRAINERS}Disallow: /\n\n${PLAIN_ROBOTS}` } }],
	[
		"Content Signals",
		{ files: { "/robots.txt": PLAIN_ROBOTS.replace("\n", "\nContent-Signal: search=yes, ai-train=no\n") } },
	],
	[
		"AI Preferences, with a label that is not known yet",
		{ files: { "/robots.txt": PLAIN_ROBOTS.replace("\n", "\nContent-Usage: / train-ai=n, robots=n\n") } },
	],
	["a header", { headers: { "content-usage": "train-ai=n" }, files: { "/robots.txt": PLAIN_ROBOTS } }],
	[
		"a header against a line that says yes",
		{
			headers: { "content-usage": "train-ai=n" },
			files: { "/robots.txt": PLAIN_ROBOTS.replace("\n", "\nContent-Usage: / train-ai=y\n") },
		},
	],
])("a training opt-out by %s costs nothing in any score", async (_, parts) => {
	const plain = await scoreOf({ files: { "/robots.txt": PLAIN_ROBOTS } });
	expect(plain.overall).toBeGreaterThan(90);
	expect(await scoreOf(parts)).toEqual(plain);
});
