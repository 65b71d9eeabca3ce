import type { HomeVisit, ParsePage } from "../collect-home.ts";
import { readPage } from "../collect-home.ts";
import type { Evidence, Page, RedirectTrace, Sitemap } from "../evidence-map.ts";
import type { Failed, Observation } from "../observation.ts";
import type { InstalledBrowser } from "../rendered/browser.ts";
import { collectRendered } from "../rendered/collect-rendered.ts";
import { notShown, settle } from "../site/settle.ts";
import { PROFILE_REQUESTS, RENDER_REQUESTS, type SiteSource, sampleRequests } from "../site/site-source.ts";
import { collectProfiles } from "./collect-profiles.ts";
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
	readonly parse: ParsePage;
}

export type DepthEvidence = Pick<
	Evidence,
	"sample" | "visits" | "homeAgain" | "homeAsBrowser" | "profiles" | "rendered"
>;

/** What only a deep audit looks at: further pages at a crawler's pace, the home page again, and as a browser shows it. */
export async function collectDepth(query: DepthQuery): Promise<DepthEvidence> {
	const { depth, source, home, parse } = query;
	const { pages, browser, browserAgent: userAgent } = depth;
	const crawl = source.crawl(sampleRequests(pages));
	const rendering = source.abroad(RENDER_REQUESTS);
	const again = [source.share(1), source.share(1)] as const;
	const profiles = collectProfiles(source.abroad(PROFILE_REQUESTS), home);
	const rendered = collectRendered({ source: rendering, home, parse, browser, userAgent });
	const homeAgain = repeat(again[0], query, { again: true });
	const homeAsBrowser = repeat(again[1], query, { headers: { "user-agent": userAgent } });
	const sampled = collectSample({ ...query, source: crawl, pages: pages - 1 });
	return {
		...(await sampled),
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
	{ home, parse }: DepthQuery,
	asked: Parameters<SiteSource["get"]>[2],
): Promise<Observation<Page>> {
	const { url } = home;
	if (source.kind === "folder") return notShown(url, "A folder gives everybody the same bytes, every time.");
	if (home.state !== "found") return notShown(url, "There is no home page to ask for again.");
	return settle(url, source.signal, async () =>
		readPage(await source.get(new URL(url), "page", asked), parse, source.signal),
	);
}
