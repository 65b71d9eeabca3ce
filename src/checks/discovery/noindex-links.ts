import { listing, plainCount, plural } from "#core/wording.ts";
import { definePagesCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";
import { isUtility } from "../shared/site-addresses.ts";

export const noindexLinks = definePagesCheck({
	id: "noindex-links",
	pillar: "discovery",
	engines: ["search"],
	grade: "vendor",
	scored: false,
	atStake: "advice",
	weightReason: "We only show it: forms and thank-you pages are kept out of the index on purpose.",
	title: "Links lead to pages that search engines may list",
	fault: "Links lead to pages that search engines must not list (noindex)",
	consequence: "If people should find these pages, they will not: search engines leave them out.",
	hours: 0.5,
	doneBy: "developer",
	why: "If a page says noindex for a long time, Google stops following its links. A page with many links to it is often meant to be found.",
	howToFix: "Check whether you keep each of these pages out of the index on purpose.",
	consumer: "Google Search",
	reference: "https://developers.google.com/search/docs/crawling-indexing/block-indexing",
	reviewed: "2026-11-28",
	note: "We leave out pages for a single visitor, such as a basket, a search or an account. Keeping them out of the index is right.",
	evaluate(row, pages) {
		const read = row.links.flatMap((link) => {
			const answer = pages.answerOf(link.url);
			const isOther = answer?.state === "page" && answer.row.url !== row.url && !isUtility(answer.row.url);
			return isOther ? [{ link, noindex: answer.row.noindex }] : [];
		});
		if (read.length === 0)
			return { outcome: "not-applicable", says: `We read none of the pages on this host that ${row.url} links to.` };
		const closed = read.filter(({ noindex }) => noindex);
		if (closed.length === 0)
			return { outcome: "pass", says: `No link of ${row.url} leads to a page that says noindex.` };
		return {
			outcome: "fail",
			says: `${plainCount(closed.length, "link")} on ${row.url} ${plural(closed.length, "leads", "lead")} to pages that say noindex: ${listing(closed.map(({ link }) => clip(link.url, 80)))}.`,
			fix: `Check whether you keep ${clip(closed[0]?.link.url ?? "", 120)} out of the index on purpose.`,
			exhibits: closed.map(({ link }) => ({ url: row.url, at: link.at, excerpt: link.excerpt })),
		};
	},
});
