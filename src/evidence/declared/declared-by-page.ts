import { EXCERPT_LENGTH } from "#core/verdict.ts";
import type { Page, RobotsTxt } from "../evidence-map.ts";
import { cut, printable } from "../html/tree/fold-text.ts";
import { addressOf, type Declared, isOwn, PROMISED_LENGTH, useOf, useOfPath } from "./declared-uses.ts";

/** What the home page names for machines: `<link>` elements, its Link header, and links to files of known names. */
export function declaredByPage(page: Page, domain: string): Declared[] {
	return [...fromElements(page), ...fromHeader(page), ...fromAnchors(page, domain)];
}

function fromElements({ url, digest }: Page): Declared[] {
	const base = digest.baseHref === null ? url : (addressOf(digest.baseHref, url) ?? url);
	return digest.links.flatMap(({ rel, href, type, at, excerpt }) => {
		const promised = type?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
		return named(rel, promised, addressOf(href, base), { declaredIn: "link element", at, excerpt });
	});
}

function fromHeader({ url, response }: Page): Declared[] {
	return readLinkField(response.headers.link ?? "").flatMap(({ target, rel, type, anchored, excerpt }) => {
		if (anchored) return [];
		const place = { declaredIn: "Link header", at: "header link", excerpt: printable(excerpt, EXCERPT_LENGTH) };
		return named(rel, type, addressOf(target, url), place);
	});
}

function fromAnchors({ digest }: Page, domain: string): Declared[] {
	const declared = new Map<string, Declared>();
	for (const anchor of digest.anchors) {
		const url = addressOf(anchor.url, "https://none.invalid/");
		if (url === undefined || declared.has(url) || !isOwn(url, domain)) continue;
		const use = useOfPath(url);
		const { at, excerpt } = anchor;
		if (use) declared.set(url, { url, use, declaredIn: "anchor", rel: "", promised: "", at, excerpt });
	}
	return [...declared.values()];
}

function named(
	relations: readonly string[],
	promised: string,
	url: string | undefined,
	place: Pick<Declared, "declaredIn" | "at" | "excerpt">,
): Declared[] {
	if (url === undefined) return [];
	for (const rel of relations) {
		const use = useOf(rel, promised, url);
		if (use) return [{ ...place, url, use, rel, promised: cut(promised, PROMISED_LENGTH) }];
	}
	return [];
}

/** `Agentmap:` lines. */
export function declaredByRobots({ agentmaps = [] }: RobotsTxt): Declared[] {
	return agentmaps.flatMap(({ url: written, line }) => {
		const url = addressOf(written, written);
		if (url === undefined) return [];
		const excerpt = printable(`Agentmap: ${written}`, EXCERPT_LENGTH);
		return [
			{ url, use: "ai-catalog", declaredIn: "robots.txt", rel: "Agentmap", promised: "", at: `line ${line}`, excerpt },
		] as const;
	});
}

/** One link of a Link header (RFC 8288 section 3). */
export interface LinkField {
	/** As written between the angle brackets. */
	readonly target: string;
	/** Lower-case tokens of the first `rel`. */
	readonly rel: readonly string[];
	/** Media type of the first `type`, without parameters, lower case; "" when there is none. */
	readonly type: string;
	/** True where `anchor` makes it a link of something else than the page. */
	readonly anchored: boolean;
	readonly excerpt: string;
}

/** Long headers are attacks: HTTP itself allows us 16 KiB for all of them. */
const LINKS_MAX = 100;

/** Reads a Link header as leniently as RFC 8288 appendix B does: what cannot be read ends the reading. Linear. */
export function readLinkField(field: string): LinkField[] {
	const links: LinkField[] = [];
	for (let at = field.indexOf("<"); at >= 0 && links.length < LINKS_MAX; at = field.indexOf("<", at)) {
		const close = field.indexOf(">", at);
		if (close < 0) break;
		const { parameters, end } = readParameters(field, close + 1);
		links.push({
			target: field.slice(at + 1, close).trim(),
			rel: (parameters.get("rel") ?? "").toLowerCase().split(/\s+/).filter(Boolean),
			type: (parameters.get("type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "",
			anchored: parameters.has("anchor"),
			excerpt: field.slice(at, end).trim(),
		});
		at = end;
	}
	return links;
}

/** `;name=value` and `;name="quoted value"` until the comma that ends the link. The first of a name counts. */
function readParameters(field: string, from: number) {
	const parameters = new Map<string, string>();
	let at = skipSpace(field, from);
	while (field[at] === ";") {
		const begin = skipSpace(field, at + 1);
		const nameEnd = endOf(field, begin, "=;, \t");
		const name = field.slice(begin, nameEnd).toLowerCase();
		at = skipSpace(field, nameEnd);
		let value = "";
		if (field[at] === "=") ({ value, at } = readValue(field, skipSpace(field, at + 1)));
		if (name !== "" && !parameters.has(name)) parameters.set(name, value);
		at = skipSpace(field, at);
	}
	return { parameters, end: at };
}

function readValue(field: string, from: number): { value: string; at: number } {
	if (field[from] !== '"') {
		const end = endOf(field, from, ";, \t");
		return { value: field.slice(from, end), at: end };
	}
	const pieces: string[] = [];
	let at = from + 1;
	while (at < field.length && field[at] !== '"') {
		if (field[at] === "\\") at++;
		pieces.push(field[at] ?? "");
		at++;
	}
	return { value: pieces.join(""), at: at + 1 };
}

function skipSpace(field: string, from: number): number {
	let at = from;
	while (field[at] === " " || field[at] === "\t") at++;
	return at;
}

function endOf(field: string, from: number, ends: string): number {
	let at = from;
	while (at < field.length && !ends.includes(field[at] ?? "")) at++;
	return at;
}
