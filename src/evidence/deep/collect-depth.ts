import type { LookedAt } from "#core/audit-result.ts";
import { type HomeVisit, readPage } from "../collect-home.ts";
import {
	type Evidence,
	type Failed,
	notShown,
	type Observation,
	type OuterLink,
	type Page,
	settle,
} from "../evidence-map.ts";
import { collectRendered, type InstalledBrowser } from "../rendered/collect-rendered.ts";
import { REQUESTS, type SiteSource } from "../site/site-source.ts";

export type Depth = { readonly mode: "light" } | DeepLook;

export interface DeepLook {
	readonly mode: "deep";
	readonly browser: InstalledBrowser | undefined;
	readonly browserAgent: string;
}

interface DepthQuery {
	readonly depth: DeepLook;
	readonly source: SiteSource;
	readonly home: HomeVisit["page"];
	readonly onLook?: ((what: LookedAt) => void) | undefined;
}

type DepthEvidence = Pick<Evidence, "homeAgain" | "homeAsBrowser" | "profiles" | "rendered">;

export async function collectDepth(query: DepthQuery): Promise<DepthEvidence> {
	const { depth, source, home, onLook } = query;
	const { browser, browserAgent: userAgent } = depth;
	const rendering = source.shareForOtherSites(REQUESTS.render);
	const again = [source.share(1), source.share(1)] as const;
	const profiles = collectProfiles(source.shareForOtherSites(REQUESTS.profile), home);
	const rendered = collectRendered({ source: rendering, home, browser, userAgent });
	const homeAgain = repeat(again[0], query, { again: true });
	const homeAsBrowser = repeat(again[1], query, { headers: { "user-agent": userAgent } });
	if (browser) onLook?.("browser");
	return {
		homeAgain: await homeAgain,
		homeAsBrowser: await homeAsBrowser,
		profiles: await profiles,
		rendered: await rendered,
	};
}

export function noDepth(at: Failed): DepthEvidence {
	return { homeAgain: at, homeAsBrowser: at, profiles: at, rendered: at };
}

async function repeat(
	source: SiteSource,
	{ home }: DepthQuery,
	asked: Parameters<SiteSource["get"]>[2],
): Promise<Observation<Page>> {
	const { url } = home;
	if (source.kind === "folder") return notShown(url, "A folder always gives the same bytes.");
	if (home.state !== "found") return notShown(url, "There is no home page to request again.");
	return settle(url, source.signal, async () => readPage(await source.get(new URL(url), "page", asked), source));
}

/** Each may need a request, a redirect and its host's robots.txt. */
const EACH = 3;
const LOOKED_AT = REQUESTS.profile / EACH;

async function collectProfiles(
	source: SiteSource,
	home: Observation<Page>,
): Promise<Observation<readonly OuterLink[]>> {
	if (home.state !== "found") return notShown(home.url, "There is no home page that could name profiles.");
	if (source.kind === "folder") return notShown(home.url, "A folder is one host; profiles are on others.");
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
