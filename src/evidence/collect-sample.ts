import { type ParsePage, readPage } from "./collect-home.ts";
import type { Page, Sitemap } from "./evidence-map.ts";
import type { Observation } from "./observation.ts";
import { type RobotsVisit, refusalOf } from "./robots-door.ts";
import { chooseEvenly, sampleAddresses } from "./sample-addresses.ts";
import { notShown, settle } from "./settle.ts";
import { SAMPLE_PAGE_REQUESTS, SAMPLE_PAGES, type SiteSource } from "./site-source.ts";

export interface SampleQuery {
	/** A crawler's share of the budget, three requests for each page. */
	readonly source: SiteSource;
	readonly home: Observation<Page>;
	readonly sitemap: Observation<Sitemap>;
	readonly parse: ParsePage;
}

/** Once one of these has come, nothing more is asked for. */
const ENDS: ReadonlySet<string> = new Set(["wait-requested", "deadline-exceeded"]);
const AT_ONCE = 2;

/**
 * Further pages of the site: at most 24 of those that its sitemap and its home page name, on the host where the home
 * page lies, as robots.txt allows a crawler. What is no HTML, answers an error or could not be read is left out.
 *
 * @returns the pages, sorted by address; until the site asked us to wait or the deadline came
 */
export async function collectSample(query: SampleQuery): Promise<Observation<readonly Page[]>> {
	const { source, sitemap, home } = query;
	if (home.state !== "found") return notShown(home.url, "There is no home page that could lead to others.");
	return settle(home.url, source.signal, async () => {
		const addresses = sampleAddresses({ home: home.value, sitemap });
		const robots = await source.robots(new URL(home.url).hostname);
		const chosen = chooseEvenly(openAddresses(robots, addresses), SAMPLE_PAGES);
		const pages = await visitAll(chosen, query);
		return { ...home, value: distinct(pages, home.value) };
	});
}

/** @throws Failure `robots-refused` where there are addresses and all of them are closed */
function openAddresses(robots: RobotsVisit, addresses: readonly string[]): readonly string[] {
	const refusals = addresses.map((address) => refusalOf(robots, new URL(address)));
	const open = addresses.filter((_, index) => refusals[index] === undefined);
	const [refusal] = refusals;
	if (open.length === 0 && refusal) throw refusal;
	return open;
}

/** Two at a time. The order of the result is that of the addresses. */
async function visitAll(addresses: readonly string[], { source, parse }: SampleQuery): Promise<readonly Page[]> {
	// Set aside beforehand, so that which page goes without does not depend on who was faster.
	const visits = addresses.map((address) => ({ address, share: source.share(SAMPLE_PAGE_REQUESTS) }));
	const pages = new Map<string, Page>();
	const waiting = [...visits];
	const visitNext = async () => {
		for (let next = waiting.shift(); next; next = waiting.shift()) {
			const { address, share } = next;
			const seen = await settle(address, source.signal, async () =>
				readPage(await share.get(new URL(address), "page"), parse, source.signal),
			);
			if (seen.state === "found") pages.set(address, seen.value);
			if (seen.state === "failed" && ENDS.has(seen.code)) waiting.length = 0;
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, visitNext));
	return addresses.flatMap((address) => pages.get(address) ?? []);
}

/** Redirects may lead several addresses to one page, to the home page, or to another host. */
function distinct(pages: readonly Page[], home: Page): Page[] {
	const { host } = new URL(home.url);
	const byUrl = new Map<string, Page>();
	for (const page of pages) {
		const own = new URL(page.url).host === host && page.url !== home.url;
		if (own && !byUrl.has(page.url)) byUrl.set(page.url, page);
	}
	return [...byUrl.values()].sort((a, b) => (a.url < b.url ? -1 : 1));
}
