import type { RenderedPage } from "#evidence/digest/rendered.ts";
import type { Page } from "#evidence/evidence-map.ts";
import { defineSiteCheck } from "../define-check.ts";
import { clip } from "../words/exhibits.ts";
import { listing } from "../words/phrasing.ts";

/** What stands in the head only once scripts have run. */
interface Late {
	readonly what: string;
	readonly shown: string;
}

export const headInRawHtml = defineSiteCheck({
	id: "head-in-raw-html",
	pillar: "discovery",
	engines: ["answers", "search"],
	grade: "vendor",
	mode: "deep",
	weight: 2,
	weightReason:
		"Crawlers that run no scripts never see it, and Google documents that it may act on the served head first.",
	title: "Title, canonical, robots and structured data are in the page as it is served",
	why: "The documented answer crawlers read the served HTML only. A title, canonical link or structured data that a script adds does not exist for them.",
	howToFix:
		"Render the head on the server, or write it into the static file: title, description, canonical, robots and JSON-LD.",
	reference: "https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics",
	reviewed: "2026-11-21",
	yieldsTo: ["text-without-js"],
	needs: ["home", "rendered"],
	evaluate({ home, rendered }) {
		if (home.state === "absent" || rendered.state === "absent") {
			return { outcome: "not-applicable", says: "There is no page that could be rendered." };
		}
		const late = lateParts(home.value, rendered.value);
		if (late.length === 0)
			return { outcome: "pass", says: "Scripts add nothing to the head that the served page lacks." };
		const exhibits = late.map(({ what, shown }) => ({
			url: home.url,
			at: `${what}, after scripts`,
			excerpt: clip(shown),
		}));
		return {
			outcome: "partial",
			ratio: 0.5,
			says: `${home.url} gets its ${listing(
				late.map(({ what }) => what),
				5,
			)} from scripts; the served page lacks ${late.length === 1 ? "it" : "them"}.`,
			fix: `Serve in the <head> of ${home.url}: ${listing(
				late.map(({ what, shown }) => `${what} (${clip(shown, 60)})`),
				5,
			)}.`,
			exhibits,
		};
	},
});

function lateParts({ digest }: Page, { head }: RenderedPage): Late[] {
	const hasMeta = (key: string) =>
		digest.metas.some((meta) => meta.by === "name" && meta.key === key && meta.content !== "");
	const rawTypes = new Set(digest.jsonLd.nodes.flatMap(({ types }) => types));
	const types = head.jsonLdTypes.filter((type) => !rawTypes.has(type));
	const [canonical] = head.canonical;
	const [robots] = head.robots;
	const late: (Late | false)[] = [
		head.title !== "" && (digest.titles[0]?.text ?? "") === "" && { what: "title", shown: head.title },
		head.description !== "" && !hasMeta("description") && { what: "description", shown: head.description },
		canonical !== undefined &&
			!digest.links.some(({ rel }) => rel.includes("canonical")) && { what: "canonical link", shown: canonical },
		robots !== undefined && !hasMeta("robots") && { what: "robots tag", shown: robots },
		types.length > 0 && { what: "structured data", shown: types.join(", ") },
	];
	return late.filter((each) => each !== false);
}
