import type { Exhibit } from "#core/verdict.ts";
import type { Page, Sitemap } from "#evidence/evidence-map.ts";
import { boundedLinkField, MAX_LINKS } from "./canonical-links.ts";
import { exhibitsOf, headerExhibit } from "./exhibits.ts";
import { addressKey, pagesListed } from "./site-addresses.ts";

export interface Annotation {
	readonly hreflang: string;
	readonly href: string;
	/** Absolute; null if invalid or relative. */
	readonly url: string | null;
	readonly exhibits: readonly Exhibit[];
}

export function annotationsOf(page: Page): readonly Annotation[] {
	const linked = page.digest.links.flatMap((link) => {
		const { hreflang, rel, inHead } = link;
		if (hreflang === null || !inHead || !rel.includes("alternate") || rel.includes("stylesheet")) return [];
		return [statement(hreflang, link.href ?? "", exhibitsOf(page, [link]))];
	});
	return [...linked, ...headerAnnotations(page)];
}

/** A Link header is equivalent (RFC 8288): `<https://…>; rel="alternate"; hreflang="de"`. */
function headerAnnotations(page: Page): readonly Annotation[] {
	const exhibits = headerExhibit(page, "link");
	const values = [...boundedLinkField(page.response.headers.link).matchAll(/<([^<>]*)>([^<]*)/g)].slice(0, MAX_LINKS);
	return values.flatMap(([, href = "", parameters = ""]) => {
		const hreflang = parameter(parameters, "hreflang");
		const relations = parameter(parameters, "rel")?.toLowerCase().split(/\s+/) ?? [];
		return hreflang === undefined || !relations.includes("alternate")
			? []
			: [statement(hreflang, href.trim(), exhibits)];
	});
}

export function annotationsIn(sitemap: Sitemap, url: string): ReadonlyMap<string, readonly Annotation[]> {
	const { url: at, entries } = pagesListed(sitemap, url);
	return new Map(
		entries.flatMap(({ loc, alternates = [] }) => {
			if (alternates.length === 0) return [];
			const about = alternates.map(({ hreflang, href }) => {
				return statement(hreflang, href, [
					{ url: at, at: `entry ${loc}`, excerpt: `hreflang="${hreflang}" href="${href}"` },
				]);
			});
			return [[addressKey(loc), about] as const];
		}),
	);
}

function statement(hreflang: string, href: string, exhibits: readonly Exhibit[]): Annotation {
	const written = href.trim();
	const full = /^https?:\/\//i.test(written) ? URL.parse(written) : null;
	return { hreflang: hreflang.trim(), href: written, url: full?.href ?? null, exhibits };
}

function parameter(parameters: string, name: string): string | undefined {
	const [, quoted, bare] = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^\\s;,"]+))`, "i").exec(parameters) ?? [];
	return quoted ?? bare;
}

export type Stated = { readonly page: Page; readonly annotations: readonly Annotation[] };

export function namesItself({ page, annotations }: Stated): boolean {
	const own = [
		page.url,
		...page.digest.links.flatMap((link) => (link.rel.includes("canonical") ? (link.href ?? []) : [])),
	];
	const keys = new Set(own.map(addressKey));
	return annotations.some(({ url }) => url !== null && keys.has(addressKey(url)));
}

/** Distinct codes in lower case, plus the page's own language if it differs. */
export function countLanguages(all: readonly Annotation[], { page, annotations }: Stated): number {
	const codes = codesOf(all).filter((code) => code !== "x-default");
	const named = new Set(codes.map(primary));
	const language = primary(page.digest.lang?.text.trim().toLowerCase() ?? "");
	return codes.length + (annotations.length === 0 || language === "" || named.has(language) ? 0 : 1);
}

export function codesOf(all: readonly Annotation[]): readonly string[] {
	return [...new Set(all.map(({ hreflang }) => hreflang.toLowerCase()))];
}

/** `de-at` → `de` */
function primary(code: string): string {
	return code.split("-", 1)[0] ?? "";
}
