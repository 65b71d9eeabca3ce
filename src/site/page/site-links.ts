import { METHODOLOGIES } from "#core/methodology.ts";
import type { Preset } from "#core/preset.ts";
import type { WallOrder } from "../wall/wall-search.ts";
import { type TwinEnding, twinAddress } from "./page-twins.ts";

/** Pages with one address each, by the name of their link; the value is their folder below the prefix. */
const PAGES = {
	/** Where an audit is started and watched. */
	scan: "scan",
	/** Two sites side by side. */
	compare: "compare",
	checks: "checks",
	methodologies: "methodology",
	bot: "bot",
	stats: "stats",
	/** About the log, its key and its checkpoint. */
	log: "log",
	/** Where a reader checks a file in the browser. */
	verify: "verify",
	/** How an owner has something taken down or corrected. */
	removal: "removal",
	/** About the live API, where there is one. */
	api: "api",
	/** About the tools of the pages, where there is a live API. */
	tools: "tools",
	terms: "terms",
	privacy: "privacy",
	contact: "contact",
	/** The rest are pages for people who are signed in, where there is a server. */
	signIn: "sign-in",
	account: "account",
	apiKeys: "admin/api-keys",
	/** Where a program asks a person for permission. */
	consent: "oauth/consent",
	agentClaim: "agent-claim",
	dashboard: "dashboard",
	portal: "agency/portal",
} as const;

type PageLinks = Readonly<Record<keyof typeof PAGES, string>>;

/** Addresses of the site's pages. Paths carry the prefix under which the site lives. */
export interface SiteLinks extends PageLinks {
	/** Scheme and host. */
	readonly origin: string;
	/** The prefix, which is also the home page; begins and ends with a slash. */
	readonly home: string;
	brief(slug: string): string;
	/** The appendix of a brief: every finding with its evidence. */
	findings(slug: string): string;
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
	/** An agency's colours or logo; the version is that of its brand. */
	agencyFile(agency: { readonly slug: string; readonly version: string }, ending: "css" | "svg" | "png"): string;
	/** An agency's pages in the portal. */
	agency(slug: string, part?: "profile" | "clients" | "leads" | "members"): string;
	/** What an account sees of one domain, or a file about it. */
	ownDomain(domain: string, file?: string): string;
	/** A whole brief that only the accounts see that have the audit. */
	ownBrief(domain: string, receipt: string): string;
	check(id: string): string;
	/** The page about one operation of the live API. */
	apiOperation(id: string): string;
	/** The list of versions, where that version is not known here. */
	methodology(version: string): string;
	/** What is usual is left out: `/wall/`, `/wall/name/`, `/wall/saas/`, `/wall/saas/name/3/`. */
	wall(order?: WallOrder, part?: { readonly preset?: Preset | undefined; readonly page?: number }): string;
	/** The same page for programs: a file beside it. */
	twin(page: string, ending: TwinEnding): string;
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
	const pages = Object.fromEntries(
		Object.entries(PAGES).map(([name, folder]) => [name, page(...folder.split("/"))]),
	) as PageLinks;
	return {
		...pages,
		origin,
		home: pathname,
		brief: (slug) => page("brief", slug),
		findings: (slug) => page("brief", slug, "findings"),
		share: (slug, receipt) => page("share", slug, ...(receipt === undefined ? [] : [receipt])),
		history: (slug) => page("history", slug),
		receipt: (id) => page("receipts", id),
		receiptFile: (id, ending) => `${pathname}receipts/${id}.${ending}`,
		badge: (slug, ending = "svg") => `${pathname}badge/${encodeURIComponent(slug)}.${ending}`,
		seal: (receipt) => `${pathname}seal/${receipt}.svg`,
		card: (slug) => `${pathname}card/${encodeURIComponent(slug)}.png`,
		agencyFile: ({ slug, version }, ending) => `${pathname}agency/${encodeURIComponent(slug)}.${ending}?v=${version}`,
		oembed: (slug) => `${pathname}oembed/${encodeURIComponent(slug)}.json`,
		agency: (slug, part) => page("agency", "portal", slug, ...(part === undefined ? [] : [part])),
		ownDomain: (domain, file = "") => page("dashboard", domain) + file,
		ownBrief: (domain, receipt) => `${page("dashboard", domain)}?audit=${receipt}`,
		apiOperation: (id) => page("api", id),
		check: (id) => page("checks", id),
		methodology: (version) => page("methodology", ...(isPublished(version) ? [version] : [])),
		wall: (order = "score", { preset, page: number = 1 } = {}) => {
			const part = [preset, order === "score" ? undefined : order, number === 1 ? undefined : String(number)];
			return page("wall", ...part.filter((each) => each !== undefined));
		},
		twin: (page, ending) => twinAddress(page, ending, pathname),
		file: (name) => pathname + name,
		absolute: (path) => origin + path,
	};
}

function isPublished(version: string): boolean {
	return METHODOLOGIES.some((each) => each.version === version);
}
