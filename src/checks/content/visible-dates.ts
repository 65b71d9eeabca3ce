import type { PageDate } from "#evidence/page-digest.ts";
import { definePageCheck } from "../define-check.ts";
import { articleOf, isOnlyDeclared, markedPublication, taggedPublication } from "../shared/article.ts";
import { exhibitsOf } from "../shared/exhibits.ts";

/** Dates are in any time zone; the latest is 14 hours ahead of UTC. */
const AHEAD_MS = 14 * 3_600_000;

export const visibleDates = definePageCheck({
	id: "visible-dates",
	pillar: "content",
	engines: ["search", "answers"],
	grade: "vendor",
	atStake: "advice",
	weightReason: "Engines also find dates in structured data and sitemaps. The visible date decides if those differ.",
	title: "Articles show when they were published or updated",
	fault: "Articles show no date",
	problem: "readers cannot tell whether your articles are current",
	consequence: "Readers, search engines and assistants cannot tell whether the article is current.",
	hours: 1,
	doneBy: "editor",
	why: "Search and answer engines look for current content and show its date. Without a date, they may treat an article as old or show a wrong date.",
	howToFix: 'Write "Published" or "Updated" with the day below the headline, in a <time datetime="…"> element.',
	consumer: "Google Search, Bing; readers",
	reference: "https://developers.google.com/search/docs/appearance/publication-dates",
	reviewed: "2026-11-21",
	note: "Google asks for a labelled date that is not in the future. We also accept a date below the headline without a label. We only call a date future if it is labelled published or updated, because other dates may belong to events. A month without a day is a date. A date that is only in the data reaches search engines but not readers, so it earns half.",
	yieldsTo: ["text-without-js"],
	evaluate(page, _, { auditedAt }) {
		const article = articleOf(page);
		if (!article) return { outcome: "not-applicable", says: "The page is not an article." };
		const { dates } = page.digest;
		const exhibits = exhibitsOf(page, dates);
		const latest = new Date(Date.parse(auditedAt) + AHEAD_MS).toISOString().slice(0, 10);
		const future = dates.find(({ date, label }) => label !== "unlabelled" && date !== null && date > latest);
		if (future) {
			return {
				outcome: "fail",
				fault: "An article shows a date in the future",
				says: `${page.url} says that it was ${future.label} on ${future.date}, but we audited it on ${auditedAt.slice(0, 10)}.`,
				fix: `Correct the date at ${future.at} of ${page.url}: ${future.excerpt}.`,
				exhibits: exhibitsOf(page, [future]),
			};
		}
		const [best] = dates.toSorted((a, b) => rank(a) - rank(b));
		if (best) return { outcome: "pass", says: `The article shows a date: ${describeDate(best)}.`, exhibits };
		const day = markedPublication(page) ?? taggedPublication(page);
		const otherwise = isOnlyDeclared(page, article)
			? ` If the page is not an article, remove its ${article.sign}.`
			: "";
		const opening = `${page.url} is marked as an article (${article.sign})`;
		const line = (value: string) => `<p>Published <time datetime="${value}">…</time></p>`;
		if (day !== undefined) {
			return {
				outcome: "partial",
				ratio: 0.5,
				fault: "Readers cannot see the publication date: it is only in the data",
				says: `${opening}. Its data says it was published on ${day}, but readers do not see that.`,
				fix: `Write below the headline of ${page.url}: ${line(day)}, with the day in words.${otherwise}`,
			};
		}
		return {
			outcome: "fail",
			says: `${opening} but shows no date.`,
			fix: `Write below the headline of ${page.url} when it was published: ${line("YYYY-MM-DD")}.${otherwise}`,
		};
	},
});

function rank({ label, date }: PageDate): number {
	return (label === "unlabelled" ? 2 : 0) + (date === null ? 1 : 0);
}

function describeDate({ label, date, excerpt }: PageDate): string {
	const day = date ?? `${excerpt}, whose day is not certain`;
	return label === "unlabelled" ? day : `${label} ${day}`;
}
