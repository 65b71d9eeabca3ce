import { METHODOLOGIES } from "#core/methodology.ts";
import type { Preset } from "#core/preset.ts";
import type { WallOrder } from "../wall/wall-order.ts";

/** Addresses of the site's pages. Paths carry the prefix under which the site lives. */
export interface SiteLinks {
	/** Scheme and host. */
	readonly origin: string;
	/** The prefix, which is also the home page; begins and ends with a slash. */
	readonly home: string;
	readonly checks: string;
	readonly methodologies: string;
	readonly bot: string;
	readonly stats: string;
	/** About the log, its key and its checkpoint. */
	readonly log: string;
	/** Where a reader checks a file in the browser. */
	readonly verify: string;
	/** About the live API, where there is one. */
	readonly api: string;
	/** How an owner has something taken down or corrected. */
	readonly removal: string;
	brief(slug: string): string;
	/** With a receipt's id, the page as it was then: a permalink that never changes. */
	share(slug: string, receipt?: string): string;
	history(slug: string): string;
	/** The page about one receipt, and its proof. */
	receipt(id: string): string;
	/** The receipt itself, or its proof: the address of the page with an ending. */
	receiptFile(id: string, ending: "json" | "tlog-proof"): string;
	badge(slug: string, ending?: "svg" | "json"): string;
	seal(receipt: string): string;
	card(slug: string): string;
	oembed(slug: string): string;
	check(id: string): string;
	/** The list of versions, where that version is not known here. */
	methodology(version: string): string;
	/** What is usual is left out: `/wall/`, `/wall/name/`, `/wall/saas/`, `/wall/saas/name/3/`. */
	wall(order?: WallOrder, part?: { readonly preset?: Preset | undefined; readonly page?: number }): string;
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
		stats: page("stats"),
		log: page("log"),
		verify: page("verify"),
		removal: page("removal"),
		api: page("api"),
		brief: (slug) => page("brief", slug),
		share: (slug, receipt) => page("share", slug, ...(receipt === undefined ? [] : [receipt])),
		history: (slug) => page("history", slug),
		receipt: (id) => page("receipts", id),
		receiptFile: (id, ending) => `${pathname}receipts/${id}.${ending}`,
		badge: (slug, ending = "svg") => `${pathname}badge/${encodeURIComponent(slug)}.${ending}`,
		seal: (receipt) => `${pathname}seal/${receipt}.svg`,
		card: (slug) => `${pathname}card/${encodeURIComponent(slug)}.png`,
		oembed: (slug) => `${pathname}oembed/${encodeURIComponent(slug)}.json`,
		check: (id) => page("checks", id),
		methodology: (version) => page("methodology", ...(isPublished(version) ? [version] : [])),
		wall: (order = "score", { preset, page: number = 1 } = {}) => {
			const part = [preset, order === "score" ? undefined : order, number === 1 ? undefined : String(number)];
			return page("wall", ...part.filter((each) => each !== undefined));
		},
		file: (name) => pathname + name,
		absolute: (path) => origin + path,
	};
}

function isPublished(version: string): boolean {
	return METHODOLOGIES.some((each) => each.version === version);
}
