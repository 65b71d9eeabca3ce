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
	weightReason: "It is shown only: pages of forms and thanks are linked and kept out of the index on purpose.",
	title: "Links lead to pages that may be indexed",
	fault: "Links lead to pages that say noindex",
	consequence: "If these pages are meant to be found, search engines leave them out.",
	effort: "small",
	doneBy: "developer",
	why: "Google stops following the links of a page that says noindex for long. A page that is linked from many others is often meant to be found.",
	howToFix: "Check that each of these pages is kept out of the index on purpose.",
	consumer: "Google Search",
	reference: "https://developers.google.com/search/docs/crawling-indexing/block-indexing",
	reviewed: "2026-11-28",
	note: "Pages for one visitor at a time, such as a basket, a search or an account, are kept out of the index rightly and are left out.",
	evaluate(row, pages) {
		const read = row.links.flatMap((link) => {
			const answer = pages.answerOf(link.url);
			const isOther = answer?.state === "page" && answer.row.url !== row.url && !isUtility(answer.row.url);
			return isOther ? [{ link, noindex: answer.row.noindex }] : [];
		});
		if (read.length === 0)
			return { outcome: "not-applicable", says: `No link of ${row.url} leads to a page of this host that was read.` };
		const closed = read.filter(({ noindex }) => noindex);
		if (closed.length === 0)
			return { outcome: "pass", says: `No link of ${row.url} leads to a page that says noindex.` };
		return {
			outcome: "fail",
			says: `${plainCount(closed.length, "link")} on ${row.url} ${plural(closed.length, "leads", "lead")} to pages that say noindex: ${listing(closed.map(({ link }) => clip(link.url, 80)))}.`,
			fix: `Check that ${clip(closed[0]?.link.url ?? "", 120)} is kept out of the index on purpose.`,
			exhibits: closed.map(({ link }) => ({ url: row.url, at: link.at, excerpt: link.excerpt })),
		};
	},
});
