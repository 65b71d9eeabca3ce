import { siteOf } from "#core/target.ts";
import type { Exhibit } from "#core/verdict.ts";
import type { Page } from "#evidence/evidence-map.ts";
import { exhibitsOf, headerExhibit } from "./exhibits.ts";

export interface CanonicalStatement {
	readonly written: string;
	/** Absolute, without fragment; null if it cannot be resolved. */
	readonly url: string | null;
	readonly exhibits: readonly Exhibit[];
}

export function canonicalStatements(page: Page): readonly CanonicalStatement[] {
	return [...linkStatements(page), ...headerStatements(page)];
}

export function isOtherSite(address: string, page: Page, domain: string): boolean {
	const site = siteOf(new URL(address).hostname);
	return site !== domain && site !== siteOf(new URL(page.url).hostname);
}

function linkStatements(page: Page): readonly CanonicalStatement[] {
	const { baseHref, links } = page.digest;
	const base = baseHref !== null && URL.canParse(baseHref, page.url) ? new URL(baseHref, page.url).href : page.url;
	return links.flatMap((link) => {
		const written = link.href?.trim() ?? "";
		if (!link.inHead || !link.rel.includes("canonical") || written === "") return [];
		return [{ written, url: resolve(written, base), exhibits: exhibitsOf(page, [link]) }];
	});
}

function headerStatements(page: Page): readonly CanonicalStatement[] {
	const exhibits = headerExhibit(page, "link");
	return linkTargets(page.response.headers.link, "canonical").map((written) => ({
		written,
		url: resolve(written, page.url),
		exhibits,
	}));
}

function resolve(written: string, base: string): string | null {
	if (!URL.canParse(written, base)) return null;
	const url = new URL(written, base);
	url.hash = "";
	return url.protocol === "https:" || url.protocol === "http:" ? url.href : null;
}

/** Targets of one relation in a Link header (RFC 8288 section 3), as written. @param type required media type */
export function linkTargets(header: string | undefined, relation: string, type?: string): readonly string[] {
	const targets: string[] = [];
	const field = boundedLinkField(header);
	for (const { 0: whole, 1: target = "", index } of [...field.matchAll(/<([^<>]*)>/g)].slice(0, MAX_LINKS)) {
		const end = index + whole.length;
		const relations = parameterOf(field, end, "rel").split(/\s+/);
		const isOfType = type === undefined || parameterOf(field, end, "type") === type;
		if (relations.includes(relation) && isOfType) targets.push(target.trim());
	}
	return targets;
}

export const MAX_LINKS = 500;
const MAX_PARAMETERS = 20;

/** Cuts the header far beyond what sites send. */
export function boundedLinkField(header: string | undefined): string {
	return (header ?? "").slice(0, 64 * 1024);
}

/** The first parameter of that name, lower case; ignores quoted text. */
function parameterOf(field: string, from: number, name: string): string {
	const parameter = /[ \t]*;[ \t]*([^\s=;,"<]*)[ \t]*(?:=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"<]*)))?/y;
	parameter.lastIndex = from;
	for (let read = 0; read < MAX_PARAMETERS; read++) {
		const found = parameter.exec(field);
		if (!found) break;
		if (found[1]?.toLowerCase() === name) return (found[2] ?? found[3] ?? "").toLowerCase();
	}
	return "";
}
