import type { Exhibit } from "#core/verdict.ts";
import type { Page } from "#evidence/evidence-map.ts";
import { definePageCheck } from "../define-check.ts";
import { exhibitsOf, headerExhibit } from "../exhibits.ts";
import { listing } from "../phrasing.ts";
import { closesIndex, directivesOfHeader, directivesOfMeta, type RobotsDirective } from "../robots-directives.ts";

/** Whom a directive may be addressed to for a search index to lose the page. */
const READERS: Readonly<Record<string, string>> = {
	robots: "all search engines",
	googlebot: "Google",
	bingbot: "Bing",
};
const HEADER = "x-robots-tag";

/** One place that says it: a tag or a header. */
interface Order {
	readonly directives: readonly RobotsDirective[];
	readonly where: string;
	readonly fix: string;
	readonly exhibits: readonly Exhibit[];
}

export const noindex = definePageCheck({
	id: "noindex",
	pillar: "access",
	engines: ["search", "answers"],
	grade: "vendor",
	mode: "light",
	weight: 5,
	weightReason: "One word removes the page from the index, whatever else is right about it.",
	title: "The page may be indexed",
	why: "A page that says noindex is taken out of search results, and out of the AI answers that are built on them. It is often left over from a test site.",
	howToFix: "Remove noindex and none from the robots meta tags and from the X-Robots-Tag header of the page.",
	reference: "https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag",
	reviewed: "2026-11-21",
	needs: [],
	evaluate(page, _, { auditedAt }) {
		const orders = [...metaOrders(page), ...headerOrders(page)].flatMap((order) => {
			const closing = order.directives.find((each) => each.agent in READERS && closesIndex(each, auditedAt));
			return closing ? [{ order, closing }] : [];
		});
		const [first] = orders;
		if (!first) return { outcome: "pass", says: "Neither a robots tag nor a header keeps the page out of an index." };
		const readers = new Set(orders.map(({ closing }) => READERS[closing.agent] ?? closing.agent));
		const says = `${first.order.where} says ${wordOf(first.closing)} to ${listing([...readers])}, so the page leaves the index.`;
		const exhibits = orders.flatMap(({ order }) => order.exhibits);
		return { outcome: "fail", says, fix: orders.map(({ order }) => order.fix).join(" "), exhibits };
	},
});

function metaOrders(page: Page): readonly Order[] {
	return page.digest.metas
		.filter((meta) => meta.by === "name" && meta.key in READERS)
		.map((meta) => ({
			directives: directivesOfMeta(meta),
			where: `The meta tag "${meta.key}" (${meta.at})`,
			fix: `Delete ${meta.excerpt} from ${page.url}, or write "index" in place of what closes it.`,
			exhibits: exhibitsOf(page, [meta]),
		}));
}

function headerOrders(page: Page): readonly Order[] {
	const value = page.response.headers[HEADER];
	if (value === undefined) return [];
	return [
		{
			directives: directivesOfHeader(value),
			where: "The header X-Robots-Tag",
			fix: `Stop sending "X-Robots-Tag: ${value}" with ${page.url}.`,
			exhibits: headerExhibit(page, HEADER),
		},
	];
}

function wordOf({ name, value }: RobotsDirective): string {
	return value === "" ? name : `${name}: ${value}, which is past,`;
}
