import type { Exhibit } from "#core/verdict.ts";
import type { Page, Sitemap } from "#evidence/evidence-map.ts";
import { exhibitsOf, headerExhibit } from "./exhibits.ts";
import { pagesListed } from "./sitemap-pages.ts";

/** One statement that a page exists in another language, by whichever of the three ways Google reads. */
export interface Annotation {
	readonly hreflang: string;
	readonly href: string;
	/** Absolute; null where the address is none, or is not written out in full. */
	readonly url: string | null;
	readonly exhibits: readonly Exhibit[];
}

/** Statements of a page's head and Link header about itself. */
export function annotationsOf(page: Page): readonly Annotation[] {
	const linked = page.digest.links.flatMap((link) => {
		const { hreflang, rel, inHead } = link;
		if (hreflang === null || !inHead || !rel.includes("alternate") || rel.includes("stylesheet")) return [];
		return [statement(hreflang, link.href ?? "", exhibitsOf(page, [link]))];
	});
	return [...linked, ...headerAnnotations(page)];
}

/** A Link header may say the same (RFC 8288): `<https://…>; rel="alternate"; hreflang="de"`. */
function headerAnnotations(page: Page): readonly Annotation[] {
	const exhibits = headerExhibit(page, "link");
	const values = (page.response.headers.link ?? "").matchAll(/<([^<>]*)>([^<]*)/g);
	return [...values].flatMap(([, href = "", parameters = ""]) => {
		const hreflang = parameter(parameters, "hreflang");
		const relations = parameter(parameters, "rel")?.toLowerCase().split(/\s+/) ?? [];
		return hreflang === undefined || !relations.includes("alternate")
			? []
			: [statement(hreflang, href.trim(), exhibits)];
	});
}

/** Statements of a sitemap, by the page they are about. */
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

/** One page under its usual second names: with and without www, slash at the end, index file, http. */
export function addressKey(address: string): string {
	const url = URL.parse(address);
	if (!url) return address;
	const path = url.pathname.replace(/\/index\.(?:html?|php)$/i, "/").replace(/\/+$/, "");
	return `${url.host.replace(/^www\./, "")}${path}${url.search}`;
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
