import { DAY_MS } from "#core/kept-for.ts";
import type { Exhibit, Verdict } from "#core/verdict.ts";
import { listing, plainCount, plural, readW3cDatetime, type W3cDatetime } from "#core/wording.ts";
import type { Page } from "#evidence/evidence-map.ts";
import { byShare, defineSiteCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";
import { addressKey, pagesListed } from "../shared/site-addresses.ts";

/** Fewer entries may have changed on the same day. */
const SAME_DAY_MIN = 5;
/** This many pages are not edited in the same second. */
const SAME_SECOND_MIN = 20;
const HALF = 0.5;
const PAGE_TYPES = /^(?:WebPage|AboutPage|ItemPage|Article|NewsArticle|BlogPosting|TechArticle)$/;
const FIX =
	"In each <lastmod>, state the day on which that page's content last changed. If you do not know the day, leave it out.";

interface Stamp {
	readonly loc: string;
	readonly written: string;
	readonly date: W3cDatetime | undefined;
}
type Dated = Stamp & { readonly date: W3cDatetime };

export const lastmod = defineSiteCheck({
	id: "lastmod",
	pillar: "discovery",
	engines: ["search", "answers"],
	grade: "vendor",
	atStake: "advice",
	weightReason: "It tells crawlers what to fetch again. If they cannot trust it, they use their own schedule.",
	title: "The sitemap's change dates are plausible",
	fault: "The sitemap's change dates are not plausible",
	problem: "search engines notice late that your pages have changed",
	consequence: "Search engines notice later that a page has changed.",
	hours: 3,
	doneBy: "developer",
	why: "Google and Bing plan their next visit by these dates as long as they are accurate. Without dates, or if all pages have the same date, they use their own schedule.",
	howToFix:
		"Fill <lastmod> with the date of each page's own last change, in the form 2026-03-14 or 2026-03-14T09:30:00+01:00.",
	consumer: "Google Search, Bing",
	reference: "https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap",
	reviewed: "2026-11-21",
	note: "In the protocol the element is optional. Google and Bing use it, so a sitemap without a single date lacks something they ask for. They require accurate dates but do not say how they test them. We report only what cannot be right: a format other than sitemaps.org requires, a future day, 5 or more pages all changed on the day of the audit, 20 in the same second, or a change before the page was published.",
	yieldsTo: ["sitemap"],
	needs: ["sitemap"],
	wants: ["home"],
	evaluate({ sitemap, home }, { auditedAt }) {
		if (sitemap.state === "absent") return { outcome: "not-applicable", says: "There is no sitemap." };
		const { url, entries } = pagesListed(sitemap.value, sitemap.url);
		// A news sitemap covers two days by design.
		const news = /sitemap-news/.test(sitemap.value.excerpt);
		if (entries.length === 0)
			return { outcome: "not-applicable", says: `We could not read a list of pages from ${url}.` };
		const stamped = entries.flatMap(({ loc, lastmod: written }): Stamp[] => {
			return written === null ? [] : [{ loc, written, date: readW3cDatetime(written) }];
		});
		if (stamped.length === 0) {
			return {
				outcome: "fail",
				fault: "The sitemap has no change dates",
				says: `${url} does not say when any of its pages last changed (${plainCount(entries.length, "entry", "entries")} read).`,
				fix: `Add to each entry of ${url} a <lastmod> with the day on which that page's content last changed.`,
			};
		}
		const dated = stamped.filter((stamp): stamp is Dated => stamp.date !== undefined);
		return (
			judgeForm(url, stamped) ??
			judgeFuture(url, dated, auditedAt) ??
			(news ? undefined : judgeAlike(url, dated, auditedAt)) ??
			(home.state === "found" ? judgePublished(url, dated, home.value) : undefined) ??
			pass(url, dated, entries.length)
		);
	},
});

function part(right: number, says: string, fix: string, exhibits: readonly Exhibit[]): Verdict {
	return byShare(right, { says, fix, exhibits });
}

function exhibit(url: string, loc: string, written: string): Exhibit {
	return { url, at: clip(`entry ${loc}`, 120), excerpt: clip(`<lastmod>${written}</lastmod>`) };
}

function judgeForm(url: string, stamped: readonly Stamp[]): Verdict | undefined {
	const wrong = stamped.filter(({ date }) => date === undefined);
	if (wrong.length === 0) return undefined;
	const shown = [...new Set(wrong.map(({ written }) => `"${clip(written, 40)}"`))];
	return part(
		1 - wrong.length / stamped.length,
		`${wrong.length} of ${plainCount(stamped.length, "date")} in ${url} ${plural(wrong.length, "is", "are")} not in the W3C date format: ${listing(shown)}.`,
		`Write dates in ${url} as 2026-03-14, or with time and time zone as 2026-03-14T09:30:00+01:00.`,
		wrong.slice(0, 3).map(({ loc, written }) => exhibit(url, loc, written)),
	);
}

function judgeFuture(url: string, dated: readonly Dated[], auditedAt: string): Verdict | undefined {
	// In some time zone it is already tomorrow.
	const limit = Date.parse(auditedAt) + DAY_MS;
	const wrong = dated.filter(({ date }) => date.ms > limit);
	if (!wrong[0]) return undefined;
	return part(
		1 - wrong.length / dated.length,
		`${wrong.length} of ${plainCount(dated.length, "date")} in ${url} ${plural(wrong.length, "is", "are")} in the future, such as ${wrong[0].written} of ${wrong[0].loc}.`,
		FIX,
		wrong.slice(0, 3).map(({ loc, written }) => exhibit(url, loc, written)),
	);
}

function judgeAlike(url: string, dated: readonly Dated[], auditedAt: string): Verdict | undefined {
	const [first] = dated;
	if (!first) return undefined;
	const oneDay = dated.every(({ date }) => date.day === first.date.day);
	const near = Math.abs(Date.parse(auditedAt) - first.date.ms) < DAY_MS;
	const oneSecond = first.date.timed && dated.every(({ written }) => written === first.written);
	if (!(oneDay && near && dated.length >= SAME_DAY_MIN) && !(oneSecond && dated.length >= SAME_SECOND_MIN)) {
		return undefined;
	}
	const when = oneSecond ? `at ${first.written}` : `on ${first.date.day}, the day of this audit`;
	return part(
		HALF,
		`All ${dated.length} dates that we read in ${url} say that the page changed ${when}. That is when the sitemap was generated.`,
		FIX,
		dated.slice(0, 3).map(({ loc, written }) => exhibit(url, loc, written)),
	);
}

/** A page's last change cannot precede its publication. */
function judgePublished(url: string, dated: readonly Dated[], page: Page): Verdict | undefined {
	const key = addressKey(page.url);
	const entry = dated.findLast(({ loc }) => addressKey(loc) === key);
	const published = publishedOn(page);
	if (!entry || !published || entry.date.ms + DAY_MS >= published.ms) return undefined;
	return part(
		HALF,
		`${url} dates the last change of ${page.url} to ${entry.written}, before the page says it was published (${published.day}).`,
		FIX,
		[exhibit(url, entry.loc, entry.written)],
	);
}

/** From the only article node about the page; several nodes are a list. */
function publishedOn({ digest }: Page): W3cDatetime | undefined {
	const nodes = digest.jsonLd.nodes.filter(({ types, properties }) => {
		return types.some((type) => PAGE_TYPES.test(type)) && properties.datePublished !== undefined;
	});
	const dates = [...new Set(nodes.flatMap(({ properties }) => properties.datePublished ?? []))];
	return dates.length === 1 ? readW3cDatetime(dates[0] ?? "") : undefined;
}

function pass(url: string, dated: readonly Dated[], entries: number): Verdict {
	const days = dated.map(({ date }) => date.day).toSorted();
	const span = days[0] === days.at(-1) ? `all on ${days[0]}` : `from ${days[0]} to ${days.at(-1)}`;
	return {
		outcome: "pass",
		says: `${dated.length} of the ${plainCount(entries, "entry", "entries")} read in ${url} have a date, ${span}, and all of them are plausible.`,
		exhibits: dated.slice(0, 1).map(({ loc, written }) => exhibit(url, loc, written)),
	};
}
