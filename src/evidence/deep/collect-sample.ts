import { setImmediate } from "node:timers/promises";
import type { Failure } from "#core/failure.ts";
import type { HttpResponse } from "#net/http-client.ts";
import { readPage } from "../collect-home.ts";
import {
	notShown,
	type Observation,
	type Page,
	type PageVisit,
	type RedirectTrace,
	type Sitemap,
	settle,
} from "../evidence-map.ts";
import { type RobotsAnswer, refusalOf } from "../files/collect-robots.ts";
import { fitPart } from "../fit-size.ts";
import { MAX_SAMPLE_BYTES } from "../html/page-caps.ts";
import type { PageDigest } from "../page-digest.ts";
import { SAMPLE_PAGE_REQUESTS, type SiteSource } from "../site/site-source.ts";
import { chooseEvenly, type NamedAddress, sampleAddresses } from "./sample-addresses.ts";

export interface SampleQuery {
	/** A crawler's share of the budget, three requests for each page. */
	readonly source: SiteSource;
	readonly home: Observation<Page>;
	readonly sitemap: Observation<Sitemap>;
	readonly randomPath: Observation<RedirectTrace>;
	/** Pages to look at, beside the home page. */
	readonly pages: number;
}

export interface Sample {
	readonly sample: Observation<readonly Page[]>;
	readonly visits: Observation<readonly PageVisit[]>;
}

/** What one address came to. */
type Seen = { readonly visit: PageVisit; readonly page?: Page | undefined };

/** Once one of these has come, nothing more is asked for. */
const ENDS: ReadonlySet<string> = new Set(["wait-requested", "deadline-exceeded"]);
const AT_ONCE = 2;

/**
 * Further pages of the site: those that its sitemap and its home page name, on the host where the home page lies, as
 * robots.txt allows a crawler, evenly over the kinds of page. What is no HTML or answers an error is a visit and no page.
 *
 * @returns both sorted by address; until the site asked us to wait or the deadline came
 */
export async function collectSample(query: SampleQuery): Promise<Sample> {
	const { source, sitemap, home, pages } = query;
	if (home.state !== "found") {
		const nowhere = notShown(home.url, "There is no home page that could lead to others.");
		return { sample: nowhere, visits: nowhere };
	}
	const seen = await settle<readonly Seen[]>(home.url, source.signal, async () => {
		const addresses = sampleAddresses({ home: home.value, sitemap });
		const robots = await source.robots(new URL(home.url).hostname);
		const chosen = chooseEvenly(await openAddresses(robots, addresses), pages);
		return { ...home, value: await visitAll(chosen, query) };
	});
	if (seen.state !== "found") {
		// The owner's choice, which checks of robots.txt judge: what rests on further pages does not apply.
		const why = seen.state === "failed" && seen.code === "robots-refused" ? notShown(seen.url, seen.reason) : seen;
		return { sample: why, visits: why };
	}
	const visits = seen.value.map(({ visit }) => visit).sort(byUrl);
	const found = seen.value.flatMap(({ page }) => page ?? []);
	return { sample: { ...home, value: distinct(found, home.value) }, visits: { ...home, value: visits } };
}

/** Addresses that robots.txt is asked about at a time: a hostile file takes a millisecond for each. */
const ASKED_AT_ONCE = 20;

/** @throws Failure `robots-refused` where there are addresses and all of them are closed */
async function openAddresses(
	robots: RobotsAnswer,
	addresses: readonly NamedAddress[],
): Promise<readonly NamedAddress[]> {
	const refusals: (Failure | undefined)[] = [];
	for (const { url } of addresses) {
		if (refusals.push(refusalOf(robots, new URL(url))) % ASKED_AT_ONCE === 0) await setImmediate();
	}
	const open = addresses.filter((_, index) => refusals[index] === undefined);
	const [refusal] = refusals;
	if (open.length === 0 && refusal) throw refusal;
	return open;
}

/** Two at a time. The order of the result is that of the addresses. */
async function visitAll(addresses: readonly NamedAddress[], query: SampleQuery): Promise<Seen[]> {
	const { source } = query;
	// Set aside beforehand, so that which page goes without does not depend on who was faster.
	const waiting = addresses.map((address) => ({ address, share: source.share(SAMPLE_PAGE_REQUESTS) }));
	const order = new Map(addresses.map(({ url }, index) => [url, index]));
	const seen: Seen[] = [];
	const visitNext = async () => {
		for (let next = waiting.shift(); next; next = waiting.shift()) {
			const one = await visitOne(next.address, next.share, query);
			if (one.visit.failure !== null && ENDS.has(one.visit.failure)) waiting.length = 0;
			else seen.push(one);
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, visitNext));
	return seen.sort((a, b) => (order.get(a.visit.url) ?? 0) - (order.get(b.visit.url) ?? 0));
}

async function visitOne({ url, from }: NamedAddress, share: SiteSource, query: SampleQuery): Promise<Seen> {
	const { home } = query;
	const linkedFrom = from.includes("home") ? home.url : null;
	let answer: HttpResponse | undefined;
	const page = await settle(url, share.signal, async () => {
		answer = await share.get(new URL(url), "page");
		return readPage(answer, share);
	});
	const visit: PageVisit = {
		url,
		from,
		linkedFrom,
		status: answer?.status ?? null,
		failure: answer || page.state !== "failed" ? null : page.code,
		end: answer?.url ?? url,
		hops: answer?.hops.length ?? 0,
		softNotFound: isSoftNotFound(answer, query.randomPath),
	};
	if (page.state !== "found") return { visit };
	const digest = fitPart(thinned(page.value.digest), Math.floor(MAX_SAMPLE_BYTES / query.pages));
	return { visit, page: { ...page.value, digest } };
}

/** Lists that one page among many is judged by; `counts` keeps the full numbers. 25 pages at their caps were 200 MB. */
function thinned(digest: PageDigest): PageDigest {
	const { anchors, images, links, metas, headings, fields, hidden, jsonLd, microdata, rdfa, stated, tables, media } =
		digest;
	return {
		...digest,
		anchors: anchors.slice(0, 300),
		images: images.slice(0, 150),
		links: links.slice(0, 150),
		metas: metas.slice(0, 80),
		headings: headings.slice(0, 150),
		fields: fields.slice(0, 60),
		hidden: hidden.slice(0, 20),
		jsonLd: { blocks: jsonLd.blocks, nodes: jsonLd.nodes.slice(0, 200) },
		microdata: microdata.slice(0, 200),
		rdfa: rdfa.slice(0, 200),
		stated: stated.slice(0, 50),
		tables: tables.slice(0, 30),
		media: media.slice(0, 30),
	};
}

function isSoftNotFound(answer: HttpResponse | undefined, randomPath: Observation<RedirectTrace>): boolean {
	return randomPath.state === "found" && answer?.status === 200 && answer.sha256 === randomPath.value.sha256;
}

/** Redirects may lead several addresses to one page, to the home page, or to another host. */
function distinct(pages: readonly Page[], home: Page): Page[] {
	const { host } = new URL(home.url);
	const byAddress = new Map<string, Page>();
	for (const page of pages) {
		const own = new URL(page.url).host === host && page.url !== home.url;
		if (own && !byAddress.has(page.url)) byAddress.set(page.url, page);
	}
	return [...byAddress.values()].sort(byUrl);
}

function byUrl(a: { readonly url: string }, b: { readonly url: string }): number {
	return a.url < b.url ? -1 : 1;
}
