import type { LookedAt } from "#core/audit-result.ts";
import { type HomeVisit, readPage } from "../collect-home.ts";
import {
	type Evidence,
	type Failed,
	notShown,
	type Observation,
	type OuterLink,
	type Page,
	type RedirectTrace,
	type Sitemap,
	settle,
} from "../evidence-map.ts";
import type { InstalledBrowser } from "../rendered/browser.ts";
import { collectRendered } from "../rendered/collect-rendered.ts";
import { PROFILE_REQUESTS, RENDER_REQUESTS, type SiteSource, sampleRequests } from "../site/site-source.ts";
import { collectSample } from "./collect-sample.ts";

/** How deep to look, and with what. */
export type Depth = { readonly mode: "light" } | DeepLook;

export interface DeepLook {
	readonly mode: "deep";
	/** Pages to look at, the home page among them. */
	readonly pages: number;
	/** Undefined where none is installed. */
	readonly browser: InstalledBrowser | undefined;
	/** User-Agent of a browser that still names us. */
	readonly browserAgent: string;
}

export interface DepthQuery {
	readonly depth: DeepLook;
	readonly source: SiteSource;
	readonly home: HomeVisit["page"];
	readonly sitemap: Observation<Sitemap>;
	readonly randomPath: Observation<RedirectTrace>;
	/** Called when it turns to something else. */
	readonly onLook?: ((what: LookedAt) => void) | undefined;
}

export type DepthEvidence = Pick<
	Evidence,
	"sample" | "visits" | "homeAgain" | "homeAsBrowser" | "profiles" | "rendered"
>;

/** What only a deep audit looks at: further pages at a crawler's pace, the home page again, and as a browser shows it. */
export async function collectDepth(query: DepthQuery): Promise<DepthEvidence> {
	const { depth, source, home, onLook } = query;
	onLook?.("pages");
	const { pages, browser, browserAgent: userAgent } = depth;
	const crawl = source.crawl(sampleRequests(pages));
	const rendering = source.shareForOtherSites(RENDER_REQUESTS);
	const again = [source.share(1), source.share(1)] as const;
	const profiles = collectProfiles(source.shareForOtherSites(PROFILE_REQUESTS), home);
	const rendered = collectRendered({ source: rendering, home, browser, userAgent });
	const homeAgain = repeat(again[0], query, { again: true });
	const homeAsBrowser = repeat(again[1], query, { headers: { "user-agent": userAgent } });
	const sampled = collectSample({ ...query, source: crawl, pages: pages - 1 });
	const pagesSeen = await sampled;
	if (browser) onLook?.("browser");
	return {
		...pagesSeen,
		homeAgain: await homeAgain,
		homeAsBrowser: await homeAsBrowser,
		profiles: await profiles,
		rendered: await rendered,
	};
}

/** Stands for all of it where it is not looked at. */
export function noDepth(at: Failed): DepthEvidence {
	return { sample: at, visits: at, homeAgain: at, homeAsBrowser: at, profiles: at, rendered: at };
}

async function repeat(
	source: SiteSource,
	{ home }: DepthQuery,
	asked: Parameters<SiteSource["get"]>[2],
): Promise<Observation<Page>> {
	const { url } = home;
	if (source.kind === "folder") return notShown(url, "A folder gives everybody the same bytes, every time.");
	if (home.state !== "found") return notShown(url, "There is no home page to ask for again.");
	return settle(url, source.signal, async () => readPage(await source.get(new URL(url), "page", asked), source));
}

/** Profiles that are looked at: each may cost a request, a redirect and its host's robots.txt. */
const EACH = 3;
const LOOKED_AT = PROFILE_REQUESTS / EACH;

/** Where the `sameAs` links of the home page lead, each asked for once. */
async function collectProfiles(
	source: SiteSource,
	home: Observation<Page>,
): Promise<Observation<readonly OuterLink[]>> {
	if (home.state !== "found") return notShown(home.url, "There is no home page that could name profiles.");
	if (source.kind === "folder") return notShown(home.url, "A folder stands for one host; profiles lie on others.");
	const urls = profilesOf(home.value);
	if (urls.length === 0) return notShown(home.url, "The structured data names no profiles (sameAs).");
	const shares = urls.map((url) => ({ url, share: source.share(EACH) }));
	const links = await Promise.all(shares.map(({ url, share }) => follow(url, share)));
	return { ...home, value: links };
}

async function follow(url: string, source: SiteSource): Promise<OuterLink> {
	const seen = await settle(url, source.signal, async () => {
		const { status } = await source.get(new URL(url), "page");
		return { state: "absent", url, status };
	});
	return seen.state === "failed"
		? { url, status: null, failure: seen.code }
		: { url, status: seen.status, failure: null };
}

/** Absolute web addresses on other hosts, in the order in which they stand, each once. */
function profilesOf({ url, digest }: Page): string[] {
	const { host } = new URL(url);
	const nodes = [...digest.jsonLd.nodes, ...digest.microdata, ...digest.rdfa];
	const named = nodes.flatMap(({ properties }) => properties.sameAs ?? []);
	const outer = named.flatMap((value) => {
		const address = URL.parse(value);
		return address && /^https?:$/.test(address.protocol) && address.host !== host ? [address.href] : [];
	});
	return [...new Set(outer)].slice(0, LOOKED_AT);
}
