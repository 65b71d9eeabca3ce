import { siteOf, whyUnreachable } from "#core/target.ts";
import type { Verdict } from "#core/verdict.ts";
import { plainCount, plural } from "#core/wording.ts";
import type { Evidence, LinkedHost, Page } from "#evidence/evidence-map.ts";
import type { Located } from "#evidence/page-digest.ts";
import { defineSiteCheck, noHomePage } from "../define-check.ts";
import { canonicalStatements } from "../shared/canonical-links.ts";
import { attributeText, clip, exhibitsOf } from "../shared/exhibits.ts";
import { cleanAddress, deadHost } from "../shared/site-addresses.ts";

const SILENCE: Readonly<Record<string, string>> = {
	"name-not-found": "a name that does not exist",
	"connection-refused": "which refuses all connections",
};

interface OwnAddress extends Located {
	readonly url: URL;
	readonly by: "link" | "base" | "canonical link" | "og:url" | "structured data";
}

export const ownHostLinks = defineSiteCheck({
	id: "own-host-links",
	pillar: "discovery",
	engines: ["search", "answers"],
	grade: "standard",
	atStake: "page",
	weightReason: "If your own links lead to a host that does not respond, visitors see only one page of your site.",
	tableStakes: true,
	title: "Your site's own links lead to a host that works",
	fault: "Your site's own links lead to a host that does not respond",
	problem: "your links lead to a server that does not answer",
	consequence: "Visitors, search engines and assistants that follow a link on the home page get an error.",
	hours: 3,
	doneBy: "developer",
	consumer: "Every crawler, browser and agent",
	why: "After a move, or when a draft goes live unchanged, links may still point to the old host or the developer's computer. The home page looks right, but every click ends in an error.",
	howToFix:
		"Set the site's address in your content system, so that navigation, canonical link and structured data use the host where your site is live.",
	reference: "https://developers.google.com/search/docs/crawling-indexing/links-crawlable",
	reviewed: "2026-11-22",
	note: "We contact another host once if more than half of the navigation's addresses, or otherwise the canonical link, lead there. Any response is enough, even an error. We do not contact names that the public cannot reach (localhost, private addresses, example and test names), and a <base> with such a name fails. We do not check links in the text of the page.",
	yieldsTo: ["home-status", "canonical-foreign"],
	needs: ["home"],
	wants: ["linkedHost"],
	evaluate({ home, linkedHost }, { target }) {
		if (home.state === "absent") return noHomePage(home);
		const page = home.value;
		const dead = deadHost(linkedHost);
		if (dead) return failDead(page, dead);
		const own = new Set([target.registrableDomain, siteOf(new URL(page.url).hostname)]);
		return judgeNames(page, own) ?? judgeAnswer(page, linkedHost);
	},
});

function failDead(page: Page, { host, by, links, of, failure }: LinkedHost): Verdict {
	const silence = SILENCE[failure ?? ""] ?? "which does not respond";
	const there = page.digest.anchors.filter(({ url }) => url !== null && URL.parse(url)?.hostname === host);
	if (by === "navigation") {
		return {
			outcome: "fail",
			says: `${links} of ${plainCount(of, "address", "addresses")} that ${page.url} links to are on ${host}, ${silence}.`,
			fix: `Change ${host} to ${new URL(page.url).origin} in your site's links, or put ${host} back online.`,
			exhibits: exhibitsOf(page, there),
			ownCause: true,
		};
	}
	return {
		outcome: "fail",
		says: `The canonical link of ${page.url} names ${host}, ${silence}.`,
		fix: `Write in the <head>: <link rel="canonical" href="${attributeText(cleanAddress(page.url))}">`,
		exhibits: canonicalStatements(page).flatMap(({ exhibits }) => exhibits),
	};
}

/** Fails if more than half of the links, or the canonical link, name another host. */
function judgeNames(page: Page, own: ReadonlySet<string>): Verdict | undefined {
	const stated = ownAddresses(page);
	const wrong = stated.filter(({ url }) => {
		return !own.has(siteOf(url.hostname)) && whyUnreachable(url.hostname) !== undefined;
	});
	const [first] = wrong;
	if (!first) return undefined;
	const links = stated.filter(({ by }) => by === "link").length;
	const wrongLinks = wrong.filter(({ by }) => by === "link").length;
	const most = wrongLinks * 2 > links && wrongLinks > 2;
	const { hostname } = first.url;
	const details = {
		fault: "Your site's own links use a host that visitors cannot reach",
		says: `${wrong.length} of ${plainCount(stated.length, "address", "addresses")} that ${page.url} gives for pages of its site cannot be reached. The first, ${clip(first.url.href, 80)} (${first.by}), ${whyUnreachable(hostname)}.`,
		fix: `Replace ${first.url.origin} with your public address (${first.at})${wrong.length > 1 ? `, and in ${wrong.length - 1} more ${plural(wrong.length - 1, "place", "places")}` : ""}.`,
		exhibits: exhibitsOf(page, wrong),
	};
	if (most) return { outcome: "fail", ...details, ownCause: true };
	if (wrong.some(({ by }) => by === "canonical link" || by === "base")) return { outcome: "fail", ...details };
	const looked = new Set([...wrong, ...stated.filter(({ by }) => by === "link")]);
	return { outcome: "partial", ratio: 1 - wrong.length / (looked.size + 1), ...details, ownCause: true };
}

function judgeAnswer(page: Page, linkedHost: Evidence["linkedHost"] | undefined): Verdict {
	if (linkedHost?.state !== "found") {
		return { outcome: "not-applicable", says: `The links of ${page.url} stay on its host.` };
	}
	const { host, failure } = linkedHost.value;
	if (failure === null) return { outcome: "pass", says: `${host}, which ${page.url} links to, responds.` };
	return { outcome: "unknown", says: `We could not find out whether ${host} responds (${failure}).` };
}

function ownAddresses(page: Page): readonly OwnAddress[] {
	const { anchors, metas, jsonLd, baseHref } = page.digest;
	const read = (by: OwnAddress["by"], address: string | null | undefined, place: Located): readonly OwnAddress[] => {
		const url = address ? URL.parse(address.trim(), page.url) : null;
		return url && /^https?:$/.test(url.protocol) ? [{ url, by, at: place.at, excerpt: place.excerpt }] : [];
	};
	const links = anchors
		.filter(({ inNav, unseen }) => inNav && !unseen)
		.flatMap((anchor) => read("link", anchor.url, anchor));
	const nodes = jsonLd.nodes.filter(({ top }) => top);
	return [
		...new Map(links.map((link) => [link.url.href, link])).values(),
		...read("base", baseHref, { at: "head", excerpt: `<base href="${clip(baseHref ?? "", 80)}">` }),
		...canonicalStatements(page).flatMap(({ url, exhibits }) => {
			return read("canonical link", url, { at: exhibits[0]?.at ?? "head", excerpt: exhibits[0]?.excerpt ?? "" });
		}),
		...metas.flatMap((meta) => (meta.key === "og:url" ? read("og:url", meta.content, meta) : [])),
		...nodes.flatMap(({ properties, block }) => {
			const place = jsonLd.blocks[block];
			return place ? read("structured data", properties.url?.[0], place) : [];
		}),
	];
}
