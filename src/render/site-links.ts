import { METHODOLOGIES } from "#core/methodology.ts";
import type { WallOrder } from "./wall.ts";

/** Addresses of the site's pages. Paths carry the prefix under which the site lives. */
export interface SiteLinks {
	/** Scheme and host. */
	readonly origin: string;
	/** The prefix, which is also the home page; begins and ends with a slash. */
	readonly home: string;
	readonly checks: string;
	readonly methodologies: string;
	readonly bot: string;
	brief(slug: string): string;
	share(slug: string): string;
	check(id: string): string;
	/** The list of versions, where that version is not known here. */
	methodology(version: string): string;
	wall(order?: WallOrder): string;
	/** A file beside the pages, such as `favicon.svg`. */
	file(name: string): string;
	/** The same path with scheme and host. */
	absolute(path: string): string;
}

/**
 * Every link of the site is made here, so that all of them work under a prefix.
 * `baseUrl` is where the site lives, without a trailing slash.
 */
export function createSiteLinks(baseUrl: string): SiteLinks {
	const { origin, pathname } = new URL(`${baseUrl}/`);
	const page = (...segments: string[]) => pathname + segments.map((each) => `${encodeURIComponent(each)}/`).join("");
	return {
		origin,
		home: pathname,
		checks: page("checks"),
		methodologies: page("methodology"),
		bot: page("bot"),
		brief: (slug) => page("brief", slug),
		share: (slug) => page("share", slug),
		check: (id) => page("checks", id),
		methodology: (version) => page("methodology", ...(isPublished(version) ? [version] : [])),
		wall: (order = "score") => (order === "score" ? page("wall") : page("wall", order)),
		file: (name) => pathname + name,
		absolute: (path) => origin + path,
	};
}

function isPublished(version: string): boolean {
	return METHODOLOGIES.some((each) => each.version === version);
}
