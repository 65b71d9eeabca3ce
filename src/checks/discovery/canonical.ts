import type { Verdict } from "#core/verdict.ts";
import { listing } from "#core/wording.ts";
import type { Evidence, Page } from "#evidence/evidence-map.ts";
import { definePageCheck } from "../define-check.ts";
import { type CanonicalStatement, canonicalStatements, isOtherSite } from "../shared/canonical-links.ts";
import { attributeText, exhibitsOf } from "../shared/exhibits.ts";
import { annotationsOf } from "../shared/hreflang.ts";
import { addressKey, cleanAddress, deadHost } from "../shared/site-addresses.ts";

export const canonical = definePageCheck({
	id: "canonical",
	pillar: "discovery",
	engines: ["search", "answers"],
	grade: "standard",
	listedOnly: true,
	atStake: "reader",
	weightReason: "It decides under which address a page is indexed. Two different answers are as bad as a wrong one.",
	title: "The page names one canonical address",
	fault: "The page names no canonical address",
	problem: "search engines may list a copy or a wrong address of your page",
	consequence: "Search engines may list a copy or a wrong address instead of this page.",
	hours: 1,
	doneBy: "developer",
	why: "The same page is often available at several addresses. The canonical link tells search engines which one to list, so links and rankings count for that one and not for a copy.",
	howToFix: 'Put one <link rel="canonical"> with the absolute address of the page into its <head>.',
	consumer: "Google Search, Bing",
	reference: "https://www.rfc-editor.org/rfc/rfc6596",
	reviewed: "2026-11-21",
	note: "The check canonical-targets covers the response of the named address and what other pages name. Versions in another language and the first page of a list are different pages (https://developers.google.com/search/docs/specialty/international/localized-versions, https://developers.google.com/search/docs/specialty/ecommerce/pagination-and-incremental-page-loading). Another site in the home page's canonical link counts under canonical-foreign. On an inner page, the text may have been published elsewhere first, so it costs half.",
	yieldsTo: ["canonical-foreign", "own-host-links", "head-in-raw-html", "text-without-js", "auth-gate"],
	wants: ["home", "linkedHost"],
	evaluate(page, evidence, { target }) {
		const statements = canonicalStatements(page);
		const exhibits = statements.flatMap((each) => each.exhibits);
		const [first] = statements;
		if (!first) return judgeAbsent(page);
		const urls = [...new Set(statements.map((each) => each.url ?? each.written))];
		if (urls.length > 1) {
			return {
				outcome: "fail",
				fault: "The page names several canonical addresses",
				says: `${page.url} names ${urls.length} different canonical addresses: ${listing(urls)}.`,
				fix: `Keep one of them. For this page it is ${tagFor(page.url)}`,
				exhibits,
			};
		}
		const own =
			judgeSite(page, first, evidence, target.registrableDomain) ?? judgeVersion(page, first) ?? judgeOne(page, first);
		return { ...own, exhibits };
	},
});

function judgeAbsent(page: Page): Verdict {
	const stray = page.digest.links.filter((link) => link.rel.includes("canonical"));
	const inBody = stray.some((link) => !link.inHead && link.href);
	let [fault, what] = ["The page names no canonical address", "names no canonical address"];
	if (stray.length > 0)
		[fault, what] = ["The canonical link has no address", "has a canonical link without an address"];
	if (inBody) {
		fault = "The canonical link is in a place where search engines ignore it";
		what = "has its canonical link outside <head>, where search engines ignore it";
	}
	const fix = inBody
		? `Move it into the <head> of ${page.url}: ${tagFor(page.url)}`
		: `Add to the <head> of ${page.url}: ${tagFor(page.url)} Each page names its own address.`;
	return { outcome: "fail", fault, says: `${page.url} ${what}.`, fix, exhibits: exhibitsOf(page, stray) };
}

const OTHER_SITE = "The canonical link names another site";

function judgeSite(
	page: Page,
	{ url }: CanonicalStatement,
	{ home, linkedHost }: Pick<Evidence, "home" | "linkedHost">,
	domain: string,
): Verdict | undefined {
	if (url === null) return undefined;
	const dead = deadHost(linkedHost);
	const { hostname } = new URL(url);
	const foreign = isOtherSite(url, page, domain);
	if (!foreign && dead?.host !== hostname) return undefined;
	const what = foreign ? "an address of another site" : "an address that does not respond";
	const details = {
		fault: foreign ? OTHER_SITE : "The canonical link names a host that does not respond",
		says: `${page.url} names ${what}, ${url}, as canonical. Search engines then list that one instead, or neither.`,
		fix: `Write in the <head> of ${page.url}: ${tagFor(page.url)}`,
	};
	const isHome = home.state !== "found" || home.value.url === page.url;
	return isHome ? { outcome: "fail", ...details } : { outcome: "partial", ratio: 0.5, ...details };
}

/** A canonical link to another language version, or to the first page of a paginated list: both are other pages. */
function judgeVersion(page: Page, { url }: CanonicalStatement): Verdict | undefined {
	if (url === null) return undefined;
	const own = languagesOf(page, page.url);
	const named = languagesOf(page, url);
	if (own.length > 0 && named.length > 0 && !own.some((language) => named.includes(language))) {
		return part(
			page,
			"The canonical address is a version in another language",
			`${page.url} names ${url} as its canonical address, but also as its version in another language (hreflang). Search engines may then list that version instead.`,
		);
	}
	if (firstOfList(page.url) !== addressKey(url)) return undefined;
	return part(
		page,
		"A later page of a list names the first page as canonical",
		`${page.url} names the first page of the list, ${url}, as its canonical address. Search engines may then not follow links that are only on this page.`,
	);
}

/** Languages of an address in the page's own hreflang links, without regions and x-default. */
function languagesOf(page: Page, address: string): readonly string[] {
	const key = addressKey(address);
	return annotationsOf(page)
		.filter(({ url }) => url !== null && addressKey(url) === key)
		.map(({ hreflang }) => hreflang.toLowerCase().replace(/-.*/, ""))
		.filter((language) => language !== "x");
}

const LATER_PAGE = /\/page\/(?!0*1\/?$)\d{1,6}\/?$/i;

/** Key of the first page for `/page/2/` or `?page=2`; undefined for other addresses. */
function firstOfList(address: string): string | undefined {
	const first = new URL(address);
	const name = ["page", "paged"].find((each) => Number(first.searchParams.get(each)) > 1);
	if (name !== undefined) first.searchParams.delete(name);
	else if (LATER_PAGE.test(first.pathname)) first.pathname = first.pathname.replace(LATER_PAGE, "/");
	else return undefined;
	return addressKey(first.href);
}

function judgeOne(page: Page, { written, url }: CanonicalStatement): Verdict {
	if (url === null) {
		const says = `The canonical address "${written}" of ${page.url} is not a valid address.`;
		return part(page, "The canonical address is not valid", says);
	}
	const own = new URL(page.url);
	const named = new URL(url);
	if (withoutWww(named.host) !== withoutWww(own.host)) {
		return part(
			page,
			"The canonical address is on another host",
			`${page.url} names an address on another host, ${url}, as canonical. Search engines then list that one instead.`,
		);
	}
	if (own.protocol === "https:" && named.protocol === "http:") {
		named.protocol = "https:";
		const says = `${page.url} uses https but names the insecure address ${url} as canonical.`;
		return part(page, "The canonical address is not secure (http)", says, named.href);
	}
	if (written.includes("#")) {
		const says = `The canonical address "${written}" of ${page.url} has a fragment (the part after #), which search engines do not accept in an address.`;
		return part(page, "The canonical address has a fragment", says, url);
	}
	if (!/^https?:\/\//i.test(written)) {
		const says = `The canonical address "${written}" is relative, so it changes with every host that serves a copy.`;
		return part(page, "The canonical address is incomplete", says, url);
	}
	return { outcome: "pass", says: `The page names one canonical address, ${url}.` };
}

function part(page: Page, fault: string, says: string, address = page.url): Verdict {
	const fix = `Write in the <head> of ${page.url}: ${tagFor(address)}`;
	return { outcome: "partial", ratio: 0.5, fault, says, fix };
}

/** Joining www and apex is what a canonical link is for. */
function withoutWww(host: string): string {
	return host.replace(/^www\./, "");
}

function tagFor(url: string): string {
	return `<link rel="canonical" href="${attributeText(cleanAddress(url))}">`;
}
