import { METHODOLOGIES } from "#core/methodology.ts";
import type { Preset } from "#core/preset.ts";
import type { WallOrder } from "../wall/wall-search.ts";

/** Media types of twins by extension; docs/adding-a-page.md. */
export const TWIN_TYPES = { md: "text/markdown", json: "application/json" } as const;
/** Media types of the list of all occurrences beside a receipt. */
export const LIST_TYPES = { csv: "text/csv", ndjson: "application/x-ndjson" } as const;
export type ListEnding = keyof typeof LIST_TYPES;
export type TwinEnding = keyof typeof TWIN_TYPES;

/** `/a/b/` → `/a/b.md`; for the home page `index.md`. @param page ends in a slash */
export function twinAddress(page: string, ending: TwinEnding, home: string): string {
	return page === home ? `${home}index.${ending}` : `${page.slice(0, -1)}.${ending}`;
}

/** `/a/b.md` → `/a/b/`; undefined for another name. @param file relative to home, begins with a slash */
export function pageOfTwin(file: string): string | undefined {
	const [, page] = /^\/(.+)\.(?:md|json)$/.exec(file) ?? [];
	if (page === undefined) return undefined;
	return page === "index" ? "/" : `/${page}/`;
}

/** Characters; longer paths are refused. */
const PATH_LENGTH = 2_000;
const ELSEWHERE = "https://site.invalid";

/** Such as `/dashboard/?page=2`; undefined if a browser would read it as another site, relative or invalid. */
export function localPath(text: string | null | undefined): string | undefined {
	if (!text?.startsWith("/") || text.length > PATH_LENGTH || /[\\\p{Cc}]/u.test(text)) return undefined;
	if (!URL.canParse(text, ELSEWHERE)) return undefined;
	const { origin, pathname, search } = new URL(text, ELSEWHERE);
	// The parser has resolved `..`, which must not leave a second leading slash.
	return origin === ELSEWHERE && !pathname.startsWith("//") ? pathname + search : undefined;
}

/** Link name → folder below the prefix. */
const PAGES = {
	scan: "scan",
	compare: "compare",
	checks: "checks",
	methodologies: "methodology",
	bot: "bot",
	stats: "stats",
	log: "log",
	verify: "verify",
	removal: "removal",
	api: "api",
	tools: "tools",
	terms: "terms",
	privacy: "privacy",
	contact: "contact",
	/** Only with a server: about the agency portal. */
	agencies: "agencies",
	/** The rest need a server and a signed-in person. */
	signIn: "sign-in",
	account: "account",
	apiKeys: "admin/api-keys",
	consent: "oauth/consent",
	agentClaim: "agent-claim",
	dashboard: "dashboard",
	portal: "agency/portal",
} as const;

type PageLinks = Readonly<Record<keyof typeof PAGES, string>>;

/** Paths include the site's prefix. */
export interface SiteLinks extends PageLinks {
	/** Scheme and host. */
	readonly origin: string;
	/** The prefix and home page; begins and ends with a slash. */
	readonly home: string;
	brief(slug: string): string;
	findings(slug: string): string;
	/** With a receipt id, a frozen permalink. */
	share(slug: string, receipt?: string): string;
	history(slug: string): string;
	/** Proof of repair between 2 receipts. */
	repair(slug: string, from: string, to: string): string;
	receipt(id: string): string;
	receiptFile(id: string, ending: "json" | "tlog-proof"): string;
	occurrences(id: string, ending: ListEnding): string;
	badge(slug: string, ending?: "svg" | "json"): string;
	seal(receipt: string): string;
	card(slug: string): string;
	oembed(slug: string): string;
	/** @param agency with the version of its brand */
	agencyFile(agency: { readonly slug: string; readonly version: string }, ending: "css" | "png"): string;
	agency(slug: string, part?: "profile" | "clients" | "leads" | "members"): string;
	ownDomain(domain: string, file?: string): string;
	/** Only visible to accounts that have the audit. */
	ownBrief(domain: string, receipt: string): string;
	check(id: string): string;
	apiOperation(id: string): string;
	/** The list of versions for an unknown version. */
	methodology(version: string): string;
	/** Omits defaults: `/wall/`, `/wall/name/`, `/wall/saas/`, `/wall/saas/name/3/`. */
	wall(order?: WallOrder, part?: { readonly preset?: Preset | undefined; readonly page?: number }): string;
	twin(page: string, ending: TwinEnding): string;
	file(name: string): string;
	absolute(path: string): string;
}

/** Creates every link, so that all work under a prefix. @param baseUrl no trailing slash */
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
		repair: (slug, from, to) => page("repair", slug, `${from}..${to}`),
		receipt: (id) => page("receipts", id),
		receiptFile: (id, ending) => `${pathname}receipts/${id}.${ending}`,
		occurrences: (id, ending) => `${page("receipts", id)}occurrences.${ending}`,
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

/** Undefined for malformed percent-encoding. */
export function decodeSegment(segment: string): string | undefined {
	try {
		return decodeURIComponent(segment);
	} catch (error) {
		if (error instanceof URIError) return undefined;
		throw error;
	}
}

export interface NavigationEntry {
	readonly href: string;
	readonly label: string;
	/** `page` for the page itself, `true` for a page below it. */
	readonly current: "page" | "true" | undefined;
}

/** Last menu entry, signed out or in. Both link to the dashboard, which redirects to the sign-in. */
export const ACCOUNT_ENTRY = { out: "Sign in", in: "Dashboard" } as const;

/** @param current path @param api whether there are pages for developers @param account undefined without a server */
export function navigation(
	links: SiteLinks,
	current: string,
	{ api, account }: { readonly api: boolean; readonly account?: keyof typeof ACCOUNT_ENTRY | undefined },
): NavigationEntry[] {
	/** @param below other parts of the site that belong to the entry */
	const entry = (href: string, label: string, ...below: string[]): NavigationEntry => {
		const within = [href, ...below.map((path) => links.file(path))].some((path) => current.startsWith(path));
		return { href, label, current: current === href ? "page" : within ? "true" : undefined };
	};
	return [
		entry(links.scan, "Scan", "compare/"),
		entry(links.wall(), "Wall", "brief/", "history/", "repair/", "share/", "stats/"),
		entry(links.methodologies, "Methodology", "checks/", "rubric/"),
		...(api ? [entry(links.api, "Developers", "tools/")] : []),
		...(account ? [entry(links.dashboard, ACCOUNT_ENTRY[account], "agency/portal/", "sign-in/")] : []),
	];
}
