import type { Exhibit, Verdict } from "#core/verdict.ts";
import { listing, plainCount } from "#core/wording.ts";
import type { Observation, Page, RedirectTrace } from "#evidence/evidence-map.ts";
import { type CheckContext, defineSiteCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";

type Hop = RedirectTrace["hops"][number];

interface Way {
	readonly start: string;
	readonly hops: readonly Hop[];
	readonly end: string;
}

export const redirects = defineSiteCheck({
	id: "redirects",
	pillar: "discovery",
	engines: ["search", "answers"],
	grade: "vendor",
	atStake: "quality",
	weightReason: "Redirect chains cost time and crawler visits. A few redirects do no harm, so the number matters.",
	tableStakes: true,
	title: "All your addresses lead straight to the home page",
	fault: "Visitors go through several redirects to reach the home page",
	problem: "your home page opens late, after several redirects",
	consequence: "Visitors wait longer, and search engines may list the wrong one of your addresses.",
	hours: 1,
	doneBy: "host",
	why: "Each redirect costs visitors time and crawlers one of their visits. If 2 hosts serve the same pages, search engines have to choose between copies.",
	howToFix: "Redirect http and the second host (with or without www) in a single step to your main address.",
	consumer: "Googlebot, Bingbot, browsers",
	reference: "https://developers.google.com/search/docs/crawling-indexing/http-network-errors",
	reviewed: "2026-11-21",
	yieldsTo: ["auth-gate"],
	needs: ["home"],
	wants: ["plainHttp", "siblingHost"],
	evaluate({ home, plainHttp, siblingHost }, context) {
		if (home.state === "absent") {
			return { outcome: "not-applicable", says: `The home page returns ${home.status}, so there is no page to reach.` };
		}
		if (isNotShown(plainHttp) && isNotShown(siblingHost)) {
			return { outcome: "not-applicable", says: "A folder cannot show redirects." };
		}
		const page = home.value;
		const traces = [plainHttp, siblingHost].flatMap((seen) => (seen.state === "found" ? [seen.value] : []));
		return judgeChains([wayOf(page, context), ...traces]) ?? judgeHosts(page, siblingHost);
	},
});

function isNotShown(seen: Observation<RedirectTrace>): boolean {
	return seen.state === "failed" && seen.code === "not-shown";
}

function wayOf(page: Page, { target }: CheckContext): Way {
	return { start: page.response.hops[0]?.url ?? target.url, hops: page.response.hops, end: page.url };
}

function judgeChains(ways: readonly Way[]): Verdict | undefined {
	const longest = ways.reduce((most, way) => (countHops(way.hops) > countHops(most.hops) ? way : most));
	const hops = countHops(longest.hops);
	if (hops < 2) return undefined;
	// Removing the redirect to a login would leave two of three.
	const details = {
		says: `${longest.start} reaches ${longest.end} only after ${plainCount(hops, "redirect")}${longest.hops.length > hops ? ", in addition to the step from http to https" : ""}.`,
		fix: `Redirect ${longest.start} with 301 straight to ${longest.end}.`,
		exhibits: exhibitsOfHops(longest.hops),
	};
	return hops === 2 ? { outcome: "partial", ratio: 0.5, ...details } : { outcome: "fail", ...details, ownCause: true };
}

/** Ignores the redirect from http to https on the same host: HSTS preloading requires it (https://hstspreload.org). */
function countHops(hops: readonly Hop[]): number {
	return hops.filter((hop) => hop.location !== hop.url.replace(/^http:/, "https:")).length;
}

function judgeHosts(page: Page, sibling: Observation<RedirectTrace>): Verdict {
	const home = new URL(page.url);
	const pass = `The home page is at ${page.url}, with at most 1 redirect from each of its other addresses.`;
	if (sibling.state !== "found") return { outcome: "pass", says: pass };
	const { end, hops } = sibling.value;
	if (new URL(end).hostname === home.hostname) return { outcome: "pass", says: pass };
	return {
		outcome: "partial",
		ratio: 0.5,
		fault: "The site is available under 2 host names",
		says: `The site is available on 2 hosts, ${home.hostname} and ${new URL(end).hostname}, so search engines have to guess which one to list.`,
		fix: `Redirect every address of ${new URL(end).hostname} with 301 to the same address of ${home.hostname}.`,
		ownCause: true,
		exhibits: hops.length > 0 ? exhibitsOfHops(hops) : [{ url: end, at: "status line", excerpt: `${sibling.status}` }],
	};
}

function exhibitsOfHops(hops: readonly Hop[]): readonly Exhibit[] {
	const line = listing(
		hops.map((hop) => `${hop.status} → ${hop.location ?? "nowhere"}`),
		6,
	);
	return hops[0] ? [{ url: hops[0].url, at: "header location", excerpt: clip(line) }] : [];
}
