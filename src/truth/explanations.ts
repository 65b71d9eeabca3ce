/** Why a disagreement with a judge stands: by what the standard says, never by what we do. */
export interface Explanation {
	/** Name of the judge. */
	readonly judge: string;
	/** Which of its cases; matched against the whole text of a case. */
	readonly cases: RegExp;
	/** What the judge says of them, where the same case may differ in more than one way. */
	readonly expected?: RegExp;
	readonly because: string;
	/** The section that decides. */
	readonly standard: `https://${string}`;
}

/** More rows than this would be excuses. */
export const MAX_EXPLANATIONS = 20;

export const EXPLANATIONS: readonly Explanation[] = [
	{
		judge: "W3C ACT, 26 static rules",
		cases: /^bisz58 Failed Example [23]$/,
		because:
			"The rule tests success criteria 2.2.4 and 3.2.5, level AAA, which allow no delay at all. We ask for 2.2.1, level A, where a delay of more than 20 hours is an exception.",
		standard: "https://www.w3.org/TR/WCAG22/#timing-adjustable",
	},
	{
		judge: "schema.org Microdata and RDFa",
		cases: /eg-0438/,
		because:
			"Address and place stand behind the end of the element whose vocab gives their words a meaning, so in RDFa they have none.",
		standard: "https://www.w3.org/TR/rdfa-lite/#vocab-typeof-and-property",
	},
	{
		judge: "schema.org, the three forms",
		cases: /eg-0438/,
		because:
			"The RDFa form of this example closes the element that carries vocab too early; its JSON-LD form does not.",
		standard: "https://www.w3.org/TR/rdfa-lite/#vocab-typeof-and-property",
	},
	{
		judge: "extruct",
		cases: /SearchAction/,
		because:
			"extruct makes an object of the attributes of an input. The value of a Microdata property on it is its text, and it has none.",
		standard: "https://html.spec.whatwg.org/multipage/microdata.html#values",
	},
	{
		judge: "axe-core",
		cases: / · aria-not-permitted$/,
		expected: /no fault/,
		because:
			"aria-label stands on a div or span without a role. Their role is generic, which authors must not name; axe-core puts such elements with text up for review instead of among its violations.",
		standard: "https://www.w3.org/TR/wai-aria-1.2/#namefromprohibited",
	},
	{
		judge: "axe-core",
		cases: / · aria-hidden-focusable$/,
		expected: /^fault/,
		because:
			"A closed drawer is marked aria-hidden and hidden by the site's style sheet, which the snapshot lacks, so axe-core sees its links in the tab order. What takes part in it depends on style; we do not claim it from the source.",
		standard: "https://www.w3.org/WAI/standards-guidelines/act/rules/6cfa84/",
	},
	{
		judge: "axe-core",
		cases: / · list-structure$/,
		expected: /no fault/,
		because:
			"A ul stands directly in a ul. Its children may be li, script and template only; axe-core tolerates a list in a list.",
		standard: "https://html.spec.whatwg.org/multipage/grouping-content.html#the-ul-element",
	},
];
