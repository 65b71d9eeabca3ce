import type { Fault, FileEdit, Repair } from "./repair.ts";
import type { SiteFiles } from "./site-files.ts";

/** A folder published below a path does not control files at the root of its host. */
function isAtRoot({ target }: SiteFiles): boolean {
	return new URL(target.url).pathname === "/";
}

export const robotsFetch: Repair = async function* ({ site }) {
	const file = site.at("robots.txt");
	if (!isAtRoot(site) || (await site.text(file))) return;
	const { sitemap } = site.evidence;
	const named = sitemap.state === "found" ? `Sitemap: ${sitemap.url}\n` : "";
	yield added(file, `User-agent: *\nAllow: /\n${named}`);
};

function added(file: string, text: string): FileEdit {
	return { file, from: 0, to: 0, text, escapes: "none" };
}

interface Line {
	readonly from: number;
	readonly to: number;
	readonly text: string;
}

function lineOf(text: string, number: number): Line | undefined {
	const lines = [...text.matchAll(/[^\r\n]*(?:\r\n|\n|\r|$)/g)];
	const found = lines[number - 1];
	if (!found) return undefined;
	const body = found[0].replace(/[\r\n]+$/, "");
	return { from: found.index, to: found.index + body.length, text: body };
}

const MISSPELLED = /^(\s*)(dis+al+ow|dis+alow|al+ow|user\s*[-_ ]?\s*agents?|site-?\s?maps?)(\s*:)/i;

export const robotsSyntax: Repair = async function* ({ site }) {
	const { robots } = site.evidence;
	const file = site.at("robots.txt");
	const source = robots.state === "found" ? await site.text(file) : undefined;
	if (!source || robots.state !== "found") return;
	for (const { kind, at } of robots.value.faults) {
		const line = lineOf(source.text, Number(/\d+/.exec(at)?.[0]));
		const text = line && corrected(kind, line.text, robots.url);
		if (line && text !== undefined && text !== line.text)
			yield { file, from: line.from, to: line.to, text, escapes: "none" };
	}
};

/** The line's intended form; a line that crawlers do not understand becomes a comment. */
function corrected(kind: string, line: string, url: string): string | undefined {
	const [, name = "", space = "", value = ""] = /^\s*([^:]*?)(\s*:\s*)(.*)$/.exec(line) ?? [];
	if (kind === "relative-sitemap") return `${name}${space}${URL.parse(value, url)?.href ?? value}`;
	if (kind === "invalid-path") return `${name}${space}/${value}`;
	const spelled = MISSPELLED.exec(line);
	if (kind === "forgiven-line" && spelled) return line.replace(MISSPELLED, `$1${spelling(spelled[2] ?? "")}$3`);
	if (kind === "forgiven-line") return undefined;
	if (kind === "rule-before-group") return `User-agent: *\n${line}`;
	return `# ${line}`;
}

function spelling(word: string): string {
	if (/^d/i.test(word)) return "Disallow";
	if (/^a/i.test(word)) return "Allow";
	return /^u/i.test(word) ? "User-agent" : "Sitemap";
}

/** Google never supported it; others accept at most 10 seconds. */
export const crawlDelay: Repair = async function* ({ site }) {
	const file = site.at("robots.txt");
	const source = await site.text(file);
	for (const { 0: line, 1: head = "", 2: value, index } of source?.text.matchAll(
		/^([ \t]*crawl-delay[ \t]*:[ \t]*)(\d+(?:\.\d+)?)/gim,
	) ?? []) {
		if (Number(value) <= 10) continue;
		yield { file, from: index + head.length, to: index + line.length, text: "10", escapes: "none" };
	}
};

function xmlText(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** Indexable pages found by the audit. */
function ownPages({ site }: Fault): readonly string[] {
	const { visits } = site.evidence;
	const seen = visits.state === "found" ? visits.value : [];
	const fine = seen.filter(({ url, status, hops, end, unindexed }) => {
		return (
			status === 200 &&
			hops === 0 &&
			unindexed === undefined &&
			url === end &&
			URL.parse(url)?.host === site.target.host
		);
	});
	return [...new Set([site.target.url, ...fine.map(({ url }) => url)])]
		.filter((url) => new URL(url).search === "")
		.sort();
}

export const sitemap: Repair = async function* (fault) {
	const { site } = fault;
	const file = site.at("sitemap.xml");
	// An existing but broken sitemap must be fixed by the program that writes it.
	if (!isAtRoot(site) || site.evidence.sitemap.state !== "absent") return;
	const address = new URL("/sitemap.xml", site.target.url).href;
	if (!(await site.text(file))) {
		const entries = ownPages(fault).map((url) => `\t<url><loc>${xmlText(url)}</loc></url>\n`);
		yield added(
			file,
			`<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join("")}</urlset>\n`,
		);
	}
	const robots = await site.text(site.at("robots.txt"));
	if (!robots || /^\s*sitemap\s*:/im.test(robots.text)) return;
	const end = robots.text.length;
	const gap = robots.text === "" || /[\r\n]$/.test(robots.text) ? "" : robots.lineBreak;
	const text = `${gap}Sitemap: ${address}${robots.lineBreak}`;
	yield { file: site.at("robots.txt"), from: end, to: end, text, escapes: "none" };
};

/** A sitemap's only file: it lists pages and no further sitemaps. */
async function sitemapFile({ site }: Fault) {
	const { sitemap: seen } = site.evidence;
	if (seen.state !== "found" || seen.value.kind !== "urlset" || !isAtRoot(site)) return undefined;
	const name = new URL(seen.url).pathname.slice(1);
	if (!/^[\w.-]+\.xml$/.test(name)) return undefined;
	const source = await site.text(site.at(name));
	return source && { file: site.at(name), source };
}

export const sitemapCoverage: Repair = async function* (fault) {
	const found = await sitemapFile(fault);
	const end = found?.source.text.lastIndexOf("</urlset>") ?? -1;
	if (!found || end < 0) return;
	const { lineBreak, text } = found.source;
	const indent = /([ \t]*)<url>/.exec(text)?.[1] ?? "";
	const pages = [...new Set(fault.places.map(({ page }) => page))].sort();
	const lines = pages.map((page) => `${indent}<url><loc>${xmlText(page)}</loc></url>${lineBreak}`);
	yield { file: found.file, from: end, to: end, text: lines.join(""), escapes: "html" };
};

export const sitemapHygiene: Repair = async function* (fault) {
	const found = await sitemapFile(fault);
	const { visits } = fault.site.evidence;
	if (!found || visits.state !== "found") return;
	const wrong = new Set(
		visits.value
			.filter(
				({ status, hops, softNotFound, unindexed }) => (status ?? 404) >= 300 || hops > 0 || softNotFound || unindexed,
			)
			.map(({ url }) => url),
	);
	for (const { 0: entry, index } of found.source.text.matchAll(/[ \t]*<url>[\s\S]*?<\/url>[ \t]*(?:\r\n|\n|\r)?/g)) {
		const loc = /<loc>\s*([\s\S]*?)\s*<\/loc>/.exec(entry)?.[1]?.replaceAll("&amp;", "&") ?? "";
		const isForeign = URL.parse(loc)?.host !== fault.site.target.host;
		if (wrong.has(loc) || isForeign)
			yield { file: found.file, from: index, to: index + entry.length, text: "", escapes: "none" };
	}
};
