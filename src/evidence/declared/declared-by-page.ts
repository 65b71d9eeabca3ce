import { isWithin } from "#core/target.ts";
import { EXCERPT_LENGTH } from "#core/verdict.ts";
import type { Page, RobotsTxt } from "../evidence-map.ts";
import { cut, printable } from "../html/tree/fold-text.ts";
import { addressOf, type Declared, PROMISED_LENGTH, useOf, useOfPath } from "./declared-uses.ts";
import { readLinkField } from "./link-field.ts";

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

/** True for the site's own hosts. */
export function isOwn(url: string, domain: string): boolean {
	return isWithin(new URL(url).hostname, domain);
}
