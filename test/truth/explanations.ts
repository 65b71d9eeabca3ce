/** Justifies a disagreement with a judge by the standard, never by our behaviour. */
export interface Explanation {
	/** Names of the judges with this result. */
	readonly judges: readonly string[];
	/** Which of its cases; matched against the whole text of a case. */
	readonly cases: RegExp;
	/** The judge's result, if a case can differ in several ways. */
	readonly expected?: RegExp;
	readonly because: string;
	/** The section that decides. */
	readonly standard: `https://${string}`;
}

/** More rows than this would be excuses. */
export const MAX_EXPLANATIONS = 20;

export const EXPLANATIONS: readonly Explanation[] = [
	{
		judges: ["W3C ACT, 26 static rules"],
		cases: /^bisz58 Failed Example [23]$/,
		because:
			"The rule tests success criteria 2.2.4 and 3.2.5, level AAA, which allow no delay at all. We ask for 2.2.1, level A, where a delay of more than 20 hours is an exception.",
		standard: "https://www.w3.org/TR/WCAG22/#timing-adjustable",
	},
	{
		judges: ["schema.org Microdata and RDFa"],
		cases: /eg-0438/,
		because:
			"Address and place come after the end of the element whose vocab defines their terms, so in RDFa they have no meaning.",
		standard: "https://www.w3.org/TR/rdfa-lite/#vocab-typeof-and-property",
	},
	{
		judges: ["schema.org, the three forms"],
		cases: /eg-0438/,
		because:
			"The RDFa form of this example closes the element that carries vocab too early; its JSON-LD form does not.",
		standard: "https://www.w3.org/TR/rdfa-lite/#vocab-typeof-and-property",
	},
	{
		judges: ["extruct"],
		cases: /SearchAction/,
		because:
			"extruct builds an object from the attributes of an input. In Microdata the value of a property on an input is its text, which is empty.",
		standard: "https://html.spec.whatwg.org/multipage/microdata.html#values",
	},
	{
		judges: ["axe-core"],
		cases: / · aria-not-permitted$/,
		expected: /no fault/,
		because:
			"aria-label is on a div or span without a role. Their role is generic, which authors must not name; axe-core lists such elements with text for review instead of as violations.",
		standard: "https://www.w3.org/TR/wai-aria-1.2/#namefromprohibited",
	},
	{
		judges: ["axe-core", "Lighthouse"],
		cases: / · aria-hidden-focusable$/,
		expected: /^fault/,
		because:
			"A closed drawer is marked aria-hidden and hidden by the site's style sheet, which the snapshot lacks, so axe-core sees its links in the tab order. Which elements are in the tab order depends on style; we do not infer it from the source.",
		standard: "https://www.w3.org/WAI/standards-guidelines/act/rules/6cfa84/",
	},
	{
		judges: ["axe-core", "Lighthouse"],
		cases: / · list-structure$/,
		expected: /no fault/,
		because:
			"A ul is a direct child of a ul. Only li, script and template are allowed as children; axe-core tolerates a list in a list.",
		standard: "https://html.spec.whatwg.org/multipage/grouping-content.html#the-ul-element",
	},
	{
		judges: ["axe-core", "Lighthouse"],
		cases: / · lang$/,
		expected: /no fault/,
		because:
			"The page is not in the language of its lang attribute, so it is read aloud with the wrong voice. axe-core, whose rule Lighthouse runs, checks only that the code is valid.",
		standard: "https://www.w3.org/TR/WCAG22/#language-of-page",
	},
	{
		judges: ["axe-core", "Lighthouse"],
		cases: /\/_layouts\/.* · title$/,
		expected: /no fault/,
		because:
			"The title is an unfilled template placeholder, {{ page.title }}, and names no topic. axe-core, whose rule Lighthouse runs, checks only that there is a title.",
		standard: "https://www.w3.org/TR/WCAG22/#page-titled",
	},
	{
		judges: ["Lighthouse"],
		cases: /\/site\/ · canonical$/,
		expected: /^fault/,
		because:
			"An inner page names the home page as canonical. That is correct if the home page has the same content or more, which only a comparison of both shows: the audit of a site compares them, this judge sees one page.",
		standard: "https://www.rfc-editor.org/rfc/rfc6596#section-3",
	},
	{
		judges: ["Lighthouse"],
		cases: / · canonical$/,
		expected: /no fault/,
		because:
			"The page names no canonical address. Lighthouse checks only that an existing one is valid; Google recommends naming one, so its absence is a fault here.",
		standard: "https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",
	},
	{
		judges: ["Lighthouse"],
		cases: / · hreflang$/,
		expected: /no fault/,
		because:
			"The page names its versions in other languages but not itself. Lighthouse checks only the codes; Google requires that every version also lists itself.",
		standard: "https://developers.google.com/search/docs/specialty/international/localized-versions",
	},
	{
		judges: ["Lighthouse"],
		cases: / · crawlable-links$/,
		expected: /^fault/,
		because:
			"Links with javascript:void(0) open and close a table of contents or a menu. They lead to no page, so a crawler misses nothing; every link of the navigation has an address.",
		standard: "https://developers.google.com/search/docs/crawling-indexing/links-crawlable",
	},
	{
		judges: ["Lighthouse"],
		cases: / · link-text$/,
		expected: /^fault/,
		because:
			"At most 1 link in 10 has a generic text, and its sentence says where it leads. Success criterion 2.4.4 accepts a purpose that the context gives; above a tenth we report a fault, too.",
		standard: "https://www.w3.org/TR/WCAG22/#link-purpose-in-context",
	},
	{
		judges: ["Lighthouse"],
		cases: / · link-text$/,
		expected: /no fault/,
		because:
			"The generic texts are in a language that Lighthouse's list lacks. The criterion applies to every language.",
		standard: "https://www.w3.org/TR/WCAG22/#link-purpose-in-context",
	},
	{
		judges: ["axe-core", "Lighthouse"],
		cases: / · control-names$/,
		expected: /no fault/,
		because:
			"The nameless control is a div with role=button, which Lighthouse's button-name ignores (axe-core agrees, under aria-command-name), or a link that the page's style sheet shows only on phones, while both judges test a desktop. A control needs a name wherever it is shown.",
		standard: "https://www.w3.org/TR/WCAG22/#name-role-value",
	},
	{
		judges: ["WCXB, false alarms"],
		cases: / · (?:hidden-text|text-without-js)$/,
		because:
			"The page's styles hide nearly all of its text until a script shows it. The reviewers read it in the source; a reader without scripts sees none of it, as the snapshots show.",
		standard: "https://www.w3.org/TR/CSS22/visufx.html#visibility",
	},
	{
		judges: ["WCXB, authors"],
		cases: /^\d{4} · /,
		because:
			"A person read each page; the result is beside it. Some authors are named without markup, or on pages that are not articles; the benchmark records what a person understands.",
		standard: "https://developers.google.com/search/docs/fundamentals/creating-helpful-content",
	},
	{
		judges: ["WCXB, dates"],
		cases: /^\d{4} · /,
		because:
			"A person read each page; the result is beside it. Google recommends one prominent date with a label; if a page shows an update and its data an earlier publication, both are stated.",
		standard: "https://developers.google.com/search/docs/appearance/publication-dates",
	},
	{
		judges: ["WCXB, article or not"],
		cases: /^\d{4} · /,
		because:
			"A person read each page; the result is beside it. We classify a page as an article by what it states or shows, the benchmark by its topic.",
		standard: "https://developers.google.com/search/docs/appearance/structured-data/article",
	},
];
