import { describe, expect, it } from "vitest";
import { cpuUnits } from "#core/cpu-units.testkit.ts";
import { collectHome } from "../collect-home.ts";
import type { Reply } from "../fake-site.testkit.ts";
import { HOME, openSource, TARGET } from "../open-source.testkit.ts";
import { collectMarkdown, markdownText } from "./collect-markdown.ts";

const TEXT = "We sell shoes that were sewn by hand, and mend them when the soles are worn. Come and try a pair on.";
const PAGE = `<!doctype html><title>Acme</title><nav>Home About</nav><main><h1>Acme</h1><p>${TEXT}</p></main>`;

async function collect(when: Reply["when"], kind: "network" | "folder" = "network", home: Reply = { body: PAGE }) {
	const { source, site } = openSource({ "/": { ...home, when } as Reply }, kind);
	const { page } = await collectHome(source, TARGET);
	const asked = site.requests.length;
	const answer = await collectMarkdown(source.share(1), page);
	return { answer, requests: site.requests.length - asked };
}

const markdown = (body: string, headers: Record<string, string> = {}): Reply => ({
	body,
	headers: { "content-type": "text/markdown; charset=utf-8", ...headers },
});

describe("collectMarkdown", () => {
	it("reads Markdown, with one request", async () => {
		const { answer, requests } = await collect({
			markdown: markdown(`# Acme\n\n${TEXT.replace("shoes", "[shoes](/shoes)")}\n`, { vary: "Accept, Cookie" }),
		});
		expect(requests).toBe(1);
		expect(answer).toMatchObject({
			state: "found",
			url: HOME,
			value: { contentType: "text/markdown", sniffed: "markdown", vary: ["accept", "cookie"], words: 23, holds: 1 },
		});
	});

	it("measures how much of the page it omits", async () => {
		const { answer } = await collect({ markdown: markdown("# Acme\n\nWe sell shoes that were sewn by hand.") });
		expect(answer).toMatchObject({ state: "found" });
		expect(answer.state === "found" && answer.value.holds).toBeLessThan(0.6);
	});

	it("finds Markdown with a wrong type, and HTML with Markdown's type", async () => {
		expect(await collect({ markdown: { body: "# Acme", headers: { "content-type": "text/plain" } } })).toMatchObject({
			answer: { state: "found", value: { contentType: "text/plain", sniffed: "markdown" } },
		});
		expect(await collect({ markdown: markdown(PAGE) })).toMatchObject({
			answer: { state: "found", value: { contentType: "text/markdown", sniffed: "html" } },
		});
	});

	it("is not-shown if the HTML page comes, absent if the site refuses", async () => {
		expect(await collect({})).toMatchObject({ answer: { state: "failed", code: "not-shown" } });
		expect(await collect({ markdown: { status: 406 } })).toMatchObject({ answer: { state: "absent", status: 406 } });
	});

	it("requests nothing from a folder, or without a home page", async () => {
		const folder = await collect({ markdown: markdown("# Acme") }, "folder");
		expect(folder).toMatchObject({ answer: { state: "failed", code: "not-shown" }, requests: 0 });
		const error = await collect({ markdown: markdown("# Acme") }, "network", { status: 503 });
		expect(error).toMatchObject({ answer: { state: "failed", code: "not-shown" }, requests: 0 });
	});

	it("fails if the connection breaks", async () => {
		const { answer } = await collect({ markdown: { failure: "connection-timeout" } });
		expect(answer).toMatchObject({ state: "failed", code: "connection-timeout" });
	});
});

it.each([
	["# Title\n\nSome *bold* **words**.", "Title\n\nSome bold words."],
	[
		'See [the list](https://x.example/list "t") and [more][1].\n\n[1]: https://x.example/',
		"See the list and more.\n\n",
	],
	["![A cover](cover.png) text", "  text"],
	["---\ntitle: x\n---\ntext", "text"],
	["--- no front matter", "--- no front matter"],
	["1. one\n2) two\n- three\n> four", "one\ntwo\nthree\nfour"],
	["```js\nlet [a](b) = 1;\n```\nafter", "let [a](b) = 1;\nafter"],
	['<div class="x">text</div> a &amp; b <!-- no -->', "text a & b "],
	["snake\\_case \\# no heading", "snake_case # no heading"],
	["| a | b |\r\n|---|---|\r\n| c | d |", "| a | b |\n|---|---|\n| c | d |"],
])("%j", (markdown, text) => {
	expect(markdownText(markdown)).toBe(text);
});

it.each([
	["brackets", "[".repeat(200_000)],
	["targets", "](".repeat(100_000)],
	["tags", "<a ".repeat(70_000)],
	["images", "![".repeat(100_000)],
	["lines", "[x\n".repeat(100_000)],
])("is fast on hostile %s", (_, markdown) => {
	const start = cpuUnits();
	markdownText(markdown);
	expect(cpuUnits() - start).toBeLessThan(2_000);
});
