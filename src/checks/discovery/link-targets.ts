import { listing, plainCount, plural } from "#core/wording.ts";
import { byShare, definePagesCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";
import { type Answer, standsForItself } from "../shared/page-rows.ts";

export const linkTargets = definePagesCheck({
	id: "link-targets",
	pillar: "discovery",
	engines: ["search"],
	grade: "vendor",
	atStake: "advice",
	weightReason: "Engines follow redirects and canonical links, and take a few weeks longer to settle on one address.",
	tableStakes: true,
	title: "Links between pages name the final address",
	fault: "Links between pages lead to redirects or to copies",
	consequence: "Visitors wait for a second request, and search engines take longer to settle on one address.",
	effort: "small",
	doneBy: "developer",
	why: "Google asks sites to link to the address that they want to see listed. A link to a redirect or to a copy says the opposite of the canonical link.",
	howToFix: "Write into each link the address at which the page answers, and which it names as canonical.",
	consumer: "Google Search, Bing",
	reference: "https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",
	reviewed: "2026-11-28",
	note: "Asked of links to the site's own host whose address was asked for. A link to a page that says noindex costs nothing, since a form or a page of thanks is linked on purpose: such links are shown at noindex-links.",
	evaluate(row, pages) {
		const answered = row.links.flatMap((link) => {
			const answer = pages.answerOf(link.url);
			return answer && answer.state !== "dead" ? [{ link, answer }] : [];
		});
		if (answered.length === 0)
			return { outcome: "not-applicable", says: `No link of ${row.url} leads to a page of this host that was read.` };
		const wrong = answered.flatMap(({ link, answer }) => {
			const why = detourOf(answer, row.url);
			return why === undefined ? [] : [{ link, why }];
		});
		const [first] = wrong;
		if (!first)
			return {
				outcome: "pass",
				says: `${plainCount(answered.length, "link")} of ${row.url} ${plural(answered.length, "names", "name")} a final address.`,
			};
		const names = wrong.map(({ link, why }) => `${clip(link.url, 80)} ${why}`);
		return byShare(1 - wrong.length / answered.length, {
			says: `${wrong.length} of ${plainCount(answered.length, "link")} on ${row.url} ${plural(wrong.length, "names", "name")} another address than the final one: ${listing(names)}.`,
			fix: `Write the final address into the link to ${clip(first.link.url, 120)} on ${row.url}.`,
			exhibits: wrong.map(({ link }) => ({ url: row.url, at: link.at, excerpt: link.excerpt })),
		});
	},
});

/** A page that links to itself, such as from its own menu, leads nobody anywhere. */
function detourOf(answer: Answer, from: string): string | undefined {
	if (answer.state === "moved") {
		const { end, hops } = answer.visit;
		return `redirects ${hops > 1 ? `${hops} times ` : ""}to ${clip(end, 80)}`;
	}
	if (answer.state !== "page" || answer.row.url === from || answer.row.noindex) return undefined;
	const { canonical } = answer.row;
	// A page that names another host, as all pages of a copy do, is judged at canonical: no link can set that right.
	if (canonical === null || new URL(canonical.url).host !== new URL(from).host) return undefined;
	return standsForItself(answer.row) ? undefined : `names ${clip(canonical.url, 80)} as canonical`;
}
