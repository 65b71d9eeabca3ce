import { listing, plural } from "#core/wording.ts";
import type { Page, RenderedPage } from "#evidence/evidence-map.ts";
import { defineSiteCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";
import { isEmptyTitle } from "../shared/placeholder-text.ts";

/** Title, description, canonical link, robots tag and structured data. */
const PARTS = 5;

interface Late {
	readonly what: string;
	readonly shown: string;
}

export const headInRawHtml = defineSiteCheck({
	id: "head-in-raw-html",
	pillar: "discovery",
	engines: ["answers"],
	grade: "vendor",
	mode: "deep",
	atStake: "quality",
	weightReason: "Crawlers that run no scripts never see it, and most crawlers of AI answer engines run none.",
	tableStakes: true,
	title: "Title, canonical and metadata are in the page before scripts run",
	fault: "Title, canonical or metadata appear only after scripts run",
	problem: "most AI crawlers miss what your page says about itself",
	consequence: "Most crawlers of AI services run no scripts, so they miss the page's title and description.",
	hours: 8,
	doneBy: "developer",
	why: "The documented crawlers of AI answer engines read only the HTML that your server sends. For them, a title, canonical link or structured data that a script adds does not exist.",
	howToFix:
		"Render the head on the server, or write it into the static file: title, description, canonical, robots and JSON-LD.",
	consumer: "crawlers of ChatGPT, Claude and Perplexity",
	counterEvidence: {
		says: "Googlebot runs scripts and reads what they add, so Google Search is less affected.",
		source: "https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics",
	},
	reference: "https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics",
	reviewed: "2026-11-21",
	note: "It fails if scripts add the title together with any canonical link and structured data. A title left over from a template, such as Loading… or React App, counts as missing if a script replaces it.",
	yieldsTo: ["text-without-js", "auth-gate"],
	needs: ["home", "rendered"],
	evaluate({ home, rendered }, { target }) {
		if (home.state === "absent" || rendered.state === "absent") {
			return { outcome: "not-applicable", says: "We could not render the page." };
		}
		const late = lateParts(home.value, rendered.value, target.registrableDomain);
		if (late.length === 0) return { outcome: "pass", says: "Scripts add nothing important to the head of the page." };
		const exhibits = late.map(({ shown }) => ({
			url: home.url,
			at: "after scripts",
			excerpt: clip(shown),
		}));
		const details = {
			says: `${home.url} gets its ${listing(
				late.map(({ what }) => what),
				5,
			)} from scripts; the served page lacks ${plural(late.length, "it", "them")}.`,
			fix: `Serve in the <head> of ${home.url}: ${listing(
				late.map(({ what, shown }) => `${what} (${clip(shown, 60)})`),
				5,
			)}.`,
			exhibits,
		};
		return isAllLate(home.value, rendered.value, late)
			? { outcome: "fail", ...details }
			: { outcome: "partial", ratio: 1 - late.length / (1 + PARTS), ...details };
	},
});

function isAllLate({ digest }: Page, { head }: RenderedPage, late: readonly Late[]): boolean {
	const served = hasCanonical(digest) || digest.jsonLd.nodes.length > 0;
	const added = head.canonical.length > 0 || head.jsonLdTypes.length > 0;
	return late.some(({ what }) => what === "title") && added && !served;
}

function isTitleLate({ titles }: Page["digest"], { title }: RenderedPage["head"], domain: string): boolean {
	const raw = titles[0]?.text.trim() ?? "";
	return title.trim() !== "" && title.trim() !== raw && isEmptyTitle(raw, domain);
}

function hasCanonical({ links }: Page["digest"]): boolean {
	return links.some(({ rel }) => rel.includes("canonical"));
}

function lateParts({ digest }: Page, { head }: RenderedPage, domain: string): Late[] {
	const hasMeta = (key: string) =>
		digest.metas.some((meta) => meta.by === "name" && meta.key === key && meta.content !== "");
	const rawTypes = new Set(digest.jsonLd.nodes.flatMap(({ types }) => types));
	const types = head.jsonLdTypes.filter((type) => !rawTypes.has(type));
	const [canonical] = head.canonical;
	const [robots] = head.robots;
	const late: (Late | false)[] = [
		isTitleLate(digest, head, domain) && { what: "title", shown: head.title },
		head.description !== "" && !hasMeta("description") && { what: "description", shown: head.description },
		canonical !== undefined && !hasCanonical(digest) && { what: "canonical link", shown: canonical },
		robots !== undefined && !hasMeta("robots") && { what: "robots tag", shown: robots },
		types.length > 0 && { what: "structured data", shown: types.join(", ") },
	];
	return late.filter((each) => each !== false);
}
