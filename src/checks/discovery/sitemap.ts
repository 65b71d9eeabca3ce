import { whyUnreachable } from "#core/target.ts";
import type { Verdict } from "#core/verdict.ts";
import { plainCount } from "#core/wording.ts";
import type { Evidence, Page, Sitemap } from "#evidence/evidence-map.ts";
import { defineSiteCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";
import { addressKey } from "../shared/site-addresses.ts";

/** Protocol limits per file, before compression. */
const MOST_ENTRIES = 50_000;
const MOST_BYTES = 52_428_800;
/** Words of its own text from which a page is more than a frame. */
const ENOUGH_WORDS = 40;

export const sitemap = defineSiteCheck({
	id: "sitemap",
	pillar: "discovery",
	engines: ["search", "answers"],
	grade: "standard",
	atStake: "quality",
	weightReason: "It helps search engines find pages faster, but they also find a small, well-linked site without one.",
	title: "A sitemap lists the site's pages",
	fault: "There is no sitemap",
	problem: "search engines may find new and deep pages late",
	consequence: "Search engines may find new and deep pages late, or not at all.",
	hours: 1.5,
	doneBy: "developer",
	why: "A sitemap (a list of your pages for search engines) says which pages exist and when they changed. Without one, engines find new and deep pages late or not at all.",
	howToFix:
		"Generate an XML sitemap of all pages that people should find, serve it at /sitemap.xml, and list it in robots.txt.",
	consumer: "Google Search, Bing",
	reference: "https://www.sitemaps.org/protocol.html",
	reviewed: "2026-11-21",
	note: 'We do not ask a one-page site for a sitemap. Google says that small sites do not need one either. Because it gives no limit for "small", we ask every other site. A sitemap without the home page or any page that it links to fails.',
	needs: ["sitemap"],
	wants: ["home", "robots"],
	evaluate({ sitemap: seen, home, robots }, { target }) {
		const offer = offerOf(home.state === "found" ? home.value : target, robots);
		if (seen.state === "absent" && home.state === "found" && isAlone(home.value)) {
			return {
				outcome: "not-applicable",
				says: `${home.value.url} links to no other page of the site, so there is nothing to list.`,
			};
		}
		if (seen.state === "absent") {
			return { outcome: "fail", says: `${seen.url} returns ${seen.status}.`, fix: offer };
		}
		const { url, value } = seen;
		const exhibits = value.excerpt === "" ? [] : [{ url, at: "beginning", excerpt: clip(value.excerpt) }];
		const own = judgeBroken(url, value, offer) ?? judgeListed(url, value, home) ?? judgeReadable(url, value);
		return own.outcome === "pass" ? (judgeLines(url, value, robots) ?? { ...own, exhibits }) : { ...own, exhibits };
	},
});

function offerOf({ url, sitePath = "/" }: Pick<Page, "url" | "sitePath">, robots: Evidence["robots"]): string {
	const named = robots.state === "found" ? robots.value.sitemaps[0] : undefined;
	if (named) return `Serve an XML sitemap at ${named.url}, which line ${named.line} of ${robots.url} names.`;
	const at = new URL(`${sitePath}sitemap.xml`, url).href;
	return `Serve an XML sitemap at ${at} and add the line "Sitemap: ${at}" to ${new URL("/robots.txt", url).href}.`;
}

/** A page with text and no links to its own host; an app's empty shell may have many pages. */
function isAlone({ url, digest }: Page): boolean {
	if (digest.appRoot !== null || (digest.text.contentWords ?? digest.text.words) < ENOUGH_WORDS) return false;
	const own = new URL(url);
	const addresses = digest.anchors.flatMap((anchor) => (anchor.url === null ? [] : (URL.parse(anchor.url) ?? [])));
	// Links to unreachable hosts were meant for pages of this site.
	const lost = addresses.filter(({ protocol, hostname }) => protocol.startsWith("http") && whyUnreachable(hostname));
	if (lost.length > 2 && lost.length * 2 > addresses.length) return false;
	return addresses.every((there) => there.host !== own.host || there.pathname === own.pathname);
}

function judgeBroken(
	url: string,
	{ kind, count: entries, bytes, faults }: Sitemap,
	offer: string,
): Verdict | undefined {
	if (kind === "html") {
		const fault = "The sitemap's address returns a web page";
		return { outcome: "fail", fault, says: `${url} returns a web page, not a sitemap.`, fix: offer };
	}
	if (kind === "invalid") {
		const why = faults.length > 0 ? ` (${describeSitemapFaults(faults)})` : "";
		return {
			outcome: "fail",
			says: `${url} is not a valid sitemap${why}.`,
			fault: "The sitemap is not valid",
			fix: `Correct ${url}, or generate it again.`,
		};
	}
	if (entries > MOST_ENTRIES || bytes > MOST_BYTES) {
		return {
			outcome: "fail",
			fault: "The sitemap is too large",
			says: `${url} has ${plainCount(entries, "address", "addresses")} in ${bytes} bytes. One file may have ${MOST_ENTRIES} in ${MOST_BYTES} (50 MiB).`,
			fix: `Split ${url} into files of at most ${MOST_ENTRIES} addresses and list them in a sitemap index.`,
		};
	}
	return undefined;
}

/** If all listed addresses were read; an empty shell has no links as sent. */
function judgeListed(url: string, { kind, count, entries }: Sitemap, home?: Evidence["home"]): Verdict | undefined {
	if (home?.state !== "found" || kind !== "urlset" || count === 0 || entries.length < count) return undefined;
	const { url: start, digest } = home.value;
	const { host } = new URL(start);
	const linked = digest.anchors.flatMap((anchor) => (anchor.url === null ? [] : (URL.parse(anchor.url) ?? [])));
	const own = new Set(linked.filter((there) => there.host === host).map(({ href }) => pathKey(href)));
	own.add(pathKey(start));
	if (own.size < 2 && digest.text.words < ENOUGH_WORDS) return undefined;
	if (entries.some(({ loc }) => own.has(pathKey(loc)))) return undefined;
	return {
		outcome: "fail",
		fault: "The sitemap lists none of the pages that the home page links to",
		says: `Neither ${start} nor a page that it links to is among the ${plainCount(count, "address", "addresses")} of ${url}.`,
		fix: `List your current pages in ${url}, starting with ${start}.`,
	};
}

/** Ignores the host: foreign hosts are sitemap-hygiene's. */
function pathKey(address: string): string {
	const key = addressKey(address);
	return key.includes("/") ? key.slice(key.indexOf("/")) : "";
}

function judgeLines(url: string, { unserved = [] }: Sitemap, robots: Evidence["robots"]): Verdict | undefined {
	const [first] = unserved;
	if (!first || robots.state !== "found") return undefined;
	const line = robots.value.sitemaps.find((each) => each.url === first.url)?.line;
	const at = line === undefined ? robots.url : `line ${line} of ${robots.url}`;
	return {
		outcome: "partial",
		ratio: 0.5,
		fault: "robots.txt names a sitemap that does not exist",
		says: `There is a sitemap at ${url}, but ${at} names ${first.url}, which returns ${first.status}.`,
		fix: `Change ${at} to: Sitemap: ${url}`,
		exhibits: [
			{ url: robots.url, at: line === undefined ? undefined : `line ${line}`, excerpt: clip(`Sitemap: ${first.url}`) },
		],
	};
}

function judgeReadable(url: string, value: Sitemap): Verdict {
	const { kind, child, count: entries, declaredIn, faults, truncated } = value;
	const part = (fault: string, says: string, fix: string): Verdict => {
		return { outcome: "partial", ratio: 0.5, fault, says, fix };
	};
	if (entries === 0)
		return {
			outcome: "fail",
			fault: "The sitemap is empty",
			says: `${url} is a sitemap without a single address.`,
			fix: `List the site's pages in ${url}.`,
		};
	if (kind === "index" && child && (child.status >= 400 || !READABLE.has(child.kind))) {
		return part(
			"Part of the sitemap is not valid",
			`${url} points to ${child.url}, which ${child.status >= 400 ? `returns ${child.status}` : "is not a sitemap"}.`,
			`Serve a sitemap at ${child.url}, or remove that line from ${url}.`,
		);
	}
	if (kind === "feed") {
		return part(
			"The site has a feed instead of a sitemap",
			`${url} is a feed, so it lists only the newest ${plainCount(entries, "page")}.`,
			`Keep the feed, and add a sitemap of all pages.`,
		);
	}
	if (faults.length > 0) {
		return part(
			"The sitemap has errors",
			`${url} is a sitemap with errors: ${describeSitemapFaults(faults)}.`,
			`Correct ${url}, or generate it again.`,
		);
	}
	const what = kind === "index" ? plainCount(entries, "more sitemap") : plainCount(entries, "address", "addresses");
	const where = declaredIn === "robots.txt" ? "named in robots.txt" : "found at its default address";
	const read = truncated ? ". We read its first 10 MiB" : "";
	return { outcome: "pass", says: `${url} lists ${what} (${where})${read}.` };
}

function describeSitemapFaults(faults: readonly string[]): string {
	const [first = "", ...others] = faults;
	const more = others.length > 0 ? ` (and ${plainCount(others.length, "more error")})` : "";
	return `${clip(first, 200).replace(/\.$/, "")}${more}`;
}

const READABLE: ReadonlySet<string> = new Set<Sitemap["kind"]>(["urlset", "index", "text", "feed"]);
