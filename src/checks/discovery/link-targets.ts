import { listing, plainCount, plural } from "#core/wording.ts";
import { byShare, definePagesCheck } from "../define-check.ts";
import { andMore, clip } from "../shared/exhibits.ts";
import { type Answer, isIndexable } from "../shared/page-rows.ts";

export const linkTargets = definePagesCheck({
	id: "link-targets",
	pillar: "discovery",
	engines: ["search"],
	grade: "vendor",
	atStake: "advice",
	weightReason: "Engines follow redirects and canonical links, but take a few weeks longer to decide on one address.",
	tableStakes: true,
	title: "Links between your pages use the final address",
	fault: "Links between your pages lead to redirects or copies",
	problem: "some of your links lead through redirects or to copies",
	consequence: "Visitors wait for a second request, and search engines take longer to decide on one address.",
	hours: 1.5,
	doneBy: "developer",
	why: "Google asks you to link to the address that you want listed. A link to a redirect or a copy contradicts your canonical link.",
	howToFix: "In each link, use the final address of the page, which it also names as canonical.",
	consumer: "Google Search, Bing",
	reference: "https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",
	reviewed: "2026-11-28",
	note: "We check links to your own host whose address we requested. A link to a page that says noindex costs nothing, because you may link a form or a thank-you page on purpose. The check noindex-links shows them.",
	evaluate(row, pages) {
		const answered = row.links.flatMap((link) => {
			const answer = pages.answerOf(link.url);
			return answer && answer.state !== "dead" ? [{ link, answer }] : [];
		});
		if (answered.length === 0)
			return { outcome: "not-applicable", says: `We read none of the pages on this host that ${row.url} links to.` };
		const wrong = answered.flatMap(({ link, answer }) => {
			const why = detourOf(answer, row.url);
			return why === undefined ? [] : [{ link, why }];
		});
		const [first] = wrong;
		if (!first)
			return {
				outcome: "pass",
				says: `${plainCount(answered.length, "link")} of ${row.url} ${plural(answered.length, "uses", "use")} a final address.`,
			};
		const names = wrong.map(({ link, why }) => `${clip(link.url, 80)} ${why}`);
		return byShare(1 - wrong.length / answered.length, {
			says: `${wrong.length} of ${plainCount(answered.length, "link")} on ${row.url} ${plural(wrong.length, "does", "do")} not use the final address: ${listing(names)}.`,
			fix: `Change the link to ${clip(first.link.url, 120)} on ${row.url} to the final address.${andMore(wrong.length)}`,
			exhibits: wrong.map(({ link }) => ({ url: row.url, at: link.at, excerpt: link.excerpt })),
		});
	},
});

/** Ignores self-links, such as in the page's own menu. */
function detourOf(answer: Answer, from: string): string | undefined {
	if (answer.state === "moved") {
		const { end, hops } = answer.visit;
		return `redirects ${hops > 1 ? `${hops} times ` : ""}to ${clip(end, 80)}`;
	}
	if (answer.state !== "page" || answer.row.url === from || answer.row.noindex) return undefined;
	const { canonical } = answer.row;
	// A canonical link to another host, as on all pages of a mirror, is for the check canonical.
	if (canonical === null || new URL(canonical.url).host !== new URL(from).host) return undefined;
	return isIndexable(answer.row) ? undefined : `names ${clip(canonical.url, 80)} as canonical`;
}
