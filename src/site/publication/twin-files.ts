import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import { type CheerioAPI, load } from "cheerio/slim";
import { ifThere } from "#receipts/store/if-there.ts";
import { markdownCell, markdownCode, markdownLine, markdownWords, plainText } from "../page/page-text.ts";
import { type SiteLinks, TWIN_TYPES, twinAddress } from "../page/site-links.ts";

type Cheerio = ReturnType<CheerioAPI["root"]>;
type Part = ReturnType<Cheerio["contents"]>;

/** Elements only for browsers, and tables of contents. */
const LEFT_OUT = "nav, script, style, template, form, button, [hidden], [aria-hidden=true]";
const BLOCK =
	/^(?:address|article|aside|blockquote|body|caption|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|h[1-6]|header|hr|li|main|math|ol|p|pre|section|summary|svg|table|ul)$/;

/** Converts `main` with absolute links, and escapes foreign text. Not for foreign HTML. @param address absolute URL */
export function pageMarkdown(html: string, address: string): string {
	const $ = load(html);
	const main = $("main");
	main.find(LEFT_OUT).remove();
	const page: Page = { $, address };
	const written = [...blocksOf(page, main), `Page: <${address}>`];
	return `${written.join("\n\n")}\n`;
}

interface Page {
	readonly $: CheerioAPI;
	readonly address: string;
}

/** Treats text between blocks as a paragraph. */
function blocksOf(page: Page, parent: Part): readonly string[] {
	const blocks: string[] = [];
	let line = "";
	const endLine = () => {
		if (line.trim() !== "") blocks.push(markdownLine(line.trim()));
		line = "";
	};
	for (const node of parent.contents().toArray()) {
		const part = page.$(node);
		if (!BLOCK.test(tagOf(part))) {
			line = joined(line, inlineOf(page, part));
			continue;
		}
		endLine();
		blocks.push(...blockOf(page, part));
	}
	endLine();
	return blocks;
}

function blockOf(page: Page, part: Part): readonly string[] {
	const tag = tagOf(part);
	const [, level] = /^h([1-6])$/.exec(tag) ?? [];
	if (level !== undefined) return lines(`${"#".repeat(Number(level))} `, wordsOf(page, part));
	if (tag === "p" || tag === "figcaption" || tag === "summary" || tag === "dt") return lines("", wordsOf(page, part));
	if (tag === "ul" || tag === "ol") return [listOf(page, part, tag === "ol")];
	if (tag === "dl") return [termsOf(page, part)];
	if (tag === "table") return tableOf(page, part);
	if (tag === "pre" || (tag === "figure" && part.is(".exhibit"))) return exhibitOf(page, part);
	if (tag === "svg") return lines("Figure: ", plainText(part.attr("aria-label") ?? part.children("title").text()));
	if (tag === "math") return lines("", formulaOf(page, part));
	return blocksOf(page, part);
}

function lines(before: string, words: string): readonly string[] {
	return words === "" ? [] : [before === "" ? markdownLine(words) : before + words];
}

function listOf(page: Page, list: Part, isNumbered: boolean): string {
	const items = list.children("li").toArray();
	return items.map((item, at) => listItem(isNumbered ? `${at + 1}. ` : "- ", blocksOf(page, page.$(item)))).join("\n");
}

/** Indents later blocks, so that they belong to the item. */
function listItem(mark: string, blocks: readonly string[]): string {
	return mark + blocks.join("\n\n").replace(/\n(?!\n|$)/g, `\n${" ".repeat(mark.length)}`);
}

function termsOf(page: Page, list: Part): string {
	const groups = list.children("div").length > 0 ? list.children("div").toArray() : list.toArray();
	return groups
		.map((each) => {
			const [term, says] = ["dt", "dd"].map((tag) =>
				page
					.$(each)
					.children(tag)
					.toArray()
					.map((one) => blocksOf(page, page.$(one)).join(" "))
					.join("; "),
			);
			return `- **${term}**: ${says}`;
		})
		.join("\n");
}

function tableOf(page: Page, table: Part): readonly string[] {
	const rows = table
		.find("tr")
		.toArray()
		.map((row) => {
			const cells = page.$(row).children("th, td").toArray();
			// A row must be one line.
			return cells.map((cell) =>
				blocksOf(page, page.$(cell))
					.join(" ")
					.replace(/\s*\n\s*/g, " "),
			);
		});
	const [head = [], ...body] = rows;
	const written = [head, head.map(() => "---"), ...body].map((cells) => `| ${cells.map(markdownCell).join(" | ")} |`);
	return [...lines("", wordsOf(page, table.children("caption"))), written.join("\n")];
}

/** Uses a fence that the text cannot end. */
function exhibitOf(page: Page, part: Part): readonly string[] {
	const code = tagOf(part) === "pre" ? part.text() : part.children("code").text();
	const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
	const fence = "`".repeat(longest + 1);
	return [...lines("", wordsOf(page, part.children("figcaption"))), `${fence}\n${code}\n${fence}`];
}

function formulaOf(page: Page, part: Part): string {
	const parts = part
		.contents()
		.toArray()
		.map((node) => {
			const each = page.$(node);
			const tag = tagOf(each);
			if (tag === "") return markdownWords(each.text());
			const inside = formulaOf(page, each);
			if (tag === "msqrt") return `√(${inside})`;
			if (tag !== "mfrac") return inside;
			const [above, below] = each
				.children()
				.toArray()
				.map((one) => formulaOf(page, page.$(one)));
			return `(${above}) / (${below})`;
		});
	return parts.filter((each) => each.trim() !== "").join(" ");
}

function wordsOf(page: Page, part: Part): string {
	const words = part
		.contents()
		.toArray()
		.map((node) => inlineOf(page, page.$(node)))
		.reduce(joined, "");
	return (
		words
			.replace(/\s+/g, " ")
			// Except after `www`, which a renderer would autolink together with the full stop.
			.replace(/(?<=\S)(?<!www) (?=[,;:.](?: |$))/gi, "")
			.trim()
	);
}

/** Separates adjacent code spans, whose backticks would merge. */
function joined(before: string, next: string): string {
	return before + (before.endsWith("`") && next.startsWith("`") ? " " : "") + next;
}

function inlineOf(page: Page, part: Part): string {
	const tag = tagOf(part);
	if (tag === "") return part.get(0)?.type === "text" ? markdownWords(part.text()) : "";
	if (tag === "code") return part.text().trim() === "" ? "" : markdownCode(part.text());
	if (tag === "br") return " ";
	const words = wordsOf(page, part);
	if (words === "") return "";
	if (tag === "q") return `“${words}”`;
	if (tag === "strong" || tag === "b") return `**${words}**`;
	const link = tag === "a" ? linkOf(page, part) : undefined;
	if (link !== undefined) return `[${words}](${link.replaceAll("(", "%28").replaceAll(")", "%29")})`;
	// CSS separates a span from the text before it.
	return tag === "span" ? ` ${words} ` : words;
}

/** Absolute; undefined except for pages and email addresses. */
function linkOf({ address }: Page, part: Part): string | undefined {
	const href = part.attr("href");
	if (href === undefined || !URL.canParse(href, address)) return undefined;
	const url = new URL(href, address);
	return /^(?:https?|mailto):$/.test(url.protocol) ? url.href : undefined;
}

function tagOf(part: Part): string {
	const node = part.get(0);
	return node && "name" in node ? node.name.toLowerCase() : "";
}

/** Other pages have separate routes for twins. */
const DOCUMENTS = /^\/(?:$|api\/|checks\/|methodology\/)/;
const HEAD_END = "</head>";

export function twinFilesIntegration(links: SiteLinks): AstroIntegration {
	return {
		name: "sightline-twin-files",
		hooks: {
			"astro:build:done": async ({ dir, pages }) => {
				const output = fileURLToPath(dir);
				for (const { pathname } of pages) {
					const folder = `/${pathname.replace(/(?<=.)\/?$/, "/")}`;
					if (!DOCUMENTS.test(folder)) continue;
					const html = await ifThere(readFile(join(output, folder, "index.html"), "utf8"));
					if (!html?.slice(0, html.indexOf(HEAD_END)).includes(`type="${TWIN_TYPES.md}"`)) continue;
					const address = links.absolute(links.home + folder.slice(1));
					await writeFile(join(output, twinAddress(folder, "md", "/")), pageMarkdown(html, address));
				}
			},
		},
	};
}
