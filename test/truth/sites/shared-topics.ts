import type { BarrierKind } from "#evidence/page-digest.ts";
import type { OurOpinion } from "./our-opinion.ts";

/** A question that a judge and we both answer for a page: does it have this fault? */
export interface Topic {
	readonly name: string;
	/** The judge's rules; a fault of one is a fault. */
	readonly theirs: readonly string[];
	/** Our checks, of which one loses points … */
	readonly checks?: readonly string[];
	/** … or the barriers that we find. */
	readonly barriers?: readonly BarrierKind[];
}

/** True where we find the fault. */
export function weFind({ checks = [], barriers = [] }: Topic, opinion: OurOpinion): boolean {
	const lost = (id: string) => ["fail", "partial"].includes(opinion.outcomes.get(id) ?? "");
	return checks.some(lost) || barriers.some((kind) => opinion.barriers.has(kind));
}

const barrier = (theirs: readonly string[], ...barriers: readonly BarrierKind[]): Topic => ({
	name: barriers.join(", "),
	theirs,
	barriers,
});

/** axe-core 4.14: rules that need neither layout nor style, and the barrier that is the same question. */
export const AXE_TOPICS: readonly Topic[] = [
	{
		name: "control-names",
		theirs: ["link-name", "button-name", "input-image-alt", "summary-name", "aria-command-name"],
		checks: ["control-names"],
	},
	barrier(["empty-heading"], "heading-name"),
	barrier(["image-alt", "role-img-alt"], "image-name"),
	barrier(["svg-img-alt"], "svg-name"),
	barrier(["object-alt"], "object-name"),
	barrier(["label", "select-name", "aria-input-field-name", "aria-toggle-field-name"], "field-name"),
	barrier(["frame-title"], "frame-name"),
	barrier(["aria-roles"], "role-unknown"),
	barrier(["aria-valid-attr"], "aria-attribute-unknown"),
	barrier(["aria-required-attr"], "aria-required-missing"),
	barrier(["aria-allowed-attr", "aria-prohibited-attr"], "aria-not-permitted"),
	barrier(["aria-required-children", "aria-required-parent"], "role-context"),
	barrier(["presentation-role-conflict"], "decorative-exposed"),
	barrier(["aria-hidden-focus"], "aria-hidden-focusable"),
	barrier(["aria-hidden-body"], "aria-hidden-body"),
	barrier(["duplicate-id-aria"], "id-duplicate"),
	barrier(["tabindex"], "tabindex-positive"),
	barrier(["autocomplete-valid"], "autocomplete-invalid"),
	barrier(["list", "listitem", "dlitem", "definition-list"], "list-structure"),
	barrier(["td-headers-attr"], "table-headers"),
	barrier(["landmark-unique"], "landmark-unlabelled"),
	{ name: "title", theirs: ["document-title"], checks: ["title"] },
	{ name: "lang", theirs: ["html-has-lang", "html-lang-valid", "valid-lang"], checks: ["lang"] },
	{ name: "meta-refresh", theirs: ["meta-refresh"], checks: ["meta-refresh"] },
	{ name: "viewport-zoom", theirs: ["meta-viewport"], checks: ["viewport-zoom"] },
];

/** Lighthouse 13.5: audits of the search and accessibility categories that ask what a check of ours asks. */
export const LIGHTHOUSE_TOPICS: readonly Topic[] = [
	{ name: "title", theirs: ["document-title"], checks: ["title"] },
	{ name: "meta-description", theirs: ["meta-description"], checks: ["meta-description"] },
	{ name: "lang", theirs: ["html-has-lang", "html-lang-valid"], checks: ["lang"] },
	{ name: "link-text", theirs: ["link-text"], checks: ["link-text"] },
	{ name: "crawlable-links", theirs: ["crawlable-anchors"], checks: ["crawlable-links"] },
	{ name: "noindex, search-bots", theirs: ["is-crawlable"], checks: ["noindex", "search-bots"] },
	{ name: "robots-syntax", theirs: ["robots-txt"], checks: ["robots-syntax"] },
	{ name: "hreflang", theirs: ["hreflang"], checks: ["hreflang"] },
	{ name: "canonical", theirs: ["canonical"], checks: ["canonical"] },
	{ name: "home-status", theirs: ["http-status-code"], checks: ["home-status"] },
	{ name: "charset", theirs: ["charset"], checks: ["charset"] },
	{ name: "viewport-zoom", theirs: ["meta-viewport"], checks: ["viewport-zoom"] },
	barrier(["image-alt"], "image-name"),
	{ name: "control-names", theirs: ["link-name", "button-name"], checks: ["control-names"] },
	barrier(["label", "select-name"], "field-name"),
	barrier(["frame-title"], "frame-name"),
	barrier(["list", "listitem", "dlitem", "definition-list"], "list-structure"),
	barrier(["tabindex"], "tabindex-positive"),
	barrier(["aria-hidden-focus"], "aria-hidden-focusable"),
];
