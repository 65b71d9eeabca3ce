import type { Exhibit } from "#core/verdict.ts";
import type { Page } from "#evidence/evidence-map.ts";
import type { PageMeta } from "#evidence/page-digest.ts";
import { exhibitsOf, headerExhibit } from "../shared/exhibits.ts";
import { nodeExhibits } from "../shared/structured-graph.ts";
import { definePageSignal } from "./define-signal.ts";

/** Signals of a page that other tools score: shown, never scored. unscored-signals.ts says why. */

export const noaiMeta = definePageSignal({
	id: "noai-meta",
	pillar: "access",
	title: "No known crawler obeys noai or noimageai",
	look: (page) => [
		...metasOf(page, ({ by, key, content }) => by === "name" && key.includes("bot") && saysNoai(content)),
		...(saysNoai(page.response.headers["x-robots-tag"] ?? "") ? headerExhibit(page, "x-robots-tag") : []),
	],
});

function saysNoai(directives: string): boolean {
	return directives.split(",").some((each) => /^(?:[a-z_-]+:)?\s*no(?:image)?ai$/i.test(each.trim()));
}

/** `ai-content-declaration`, `ai:summary`, `llm-instructions`, `llms` and the like. */
const AI_KEY = /^(?:ai|genai|llms?)(?:[-:_.].*)?$/;

export const aiMetas = definePageSignal({
	id: "ai-metas",
	pillar: "discovery",
	title: "No known crawler reads meta tags made for AI",
	look: (page) => metasOf(page, ({ by, key }) => (by === "name" || by === "property") && AI_KEY.test(key)),
});

export const metaKeywords = definePageSignal({
	id: "meta-keywords",
	pillar: "discovery",
	title: "Google does not use the keywords meta tag",
	look: (page) => metasOf(page, ({ by, key }) => by === "name" && key === "keywords"),
});

export const metaAuthor = definePageSignal({
	id: "meta-author",
	pillar: "discovery",
	title: "No known search engine uses the author meta tag",
	look: (page) => metasOf(page, ({ by, key }) => by === "name" && key === "author"),
});

export const relPrevNext = definePageSignal({
	id: "rel-prev-next",
	pillar: "discovery",
	title: "Google no longer uses rel=prev and rel=next",
	look: (page) =>
		exhibitsOf(
			page,
			page.digest.links.filter(({ rel }) => rel.includes("prev") || rel.includes("next")),
		),
});

function headerSignal(header: string, id: string) {
	const title = `A ${header} header has no known effect on search`;
	return definePageSignal({ id, pillar: "delivery", title, look: (page) => headerExhibit(page, id) });
}

export const contentSecurityPolicy = headerSignal("Content-Security-Policy", "content-security-policy");
export const referrerPolicy = headerSignal("Referrer-Policy", "referrer-policy");
export const permissionsPolicy = headerSignal("Permissions-Policy", "permissions-policy");

function markupSignal(type: string, id: string) {
	const title = `${type} markup no longer changes how Google shows a page`;
	const look = (page: Page) => nodeExhibits(page, ({ types }) => types.includes(type));
	return definePageSignal({ id, pillar: "data", title, look });
}

export const faqpageMarkup = markupSignal("FAQPage", "faqpage-markup");
export const howtoMarkup = markupSignal("HowTo", "howto-markup");
export const searchAction = markupSignal("SearchAction", "search-action");

export const speakableMarkup = definePageSignal({
	id: "speakable-markup",
	pillar: "data",
	title: "Speakable markup serves one limited beta of Google's",
	look: (page) =>
		nodeExhibits(
			page,
			({ types, properties }) => types.includes("SpeakableSpecification") || "speakable" in properties,
		),
});

function metasOf(page: Page, picks: (meta: PageMeta) => boolean): readonly Exhibit[] {
	return exhibitsOf(page, page.digest.metas.filter(picks));
}
