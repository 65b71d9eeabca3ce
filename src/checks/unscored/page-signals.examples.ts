import type { CheckExamples } from "../shared/example.ts";

export const noaiMetaExamples: CheckExamples = {
	check: "noai-meta",
	examples: [
		{
			name: "Two words that no vendor documents",
			outcome: "pass",
			head: '<meta name="robots" content="noai, noimageai">',
		},
		{ name: "Not used", outcome: "not-applicable" },
	],
};

export const aiMetasExamples: CheckExamples = {
	check: "ai-metas",
	examples: [
		{
			name: "A declaration of its own making",
			outcome: "pass",
			head: '<meta name="ai-content-declaration" content="human-made">',
		},
		{ name: "Not used", outcome: "not-applicable" },
	],
};

export const metaKeywordsExamples: CheckExamples = {
	check: "meta-keywords",
	examples: [
		{ name: "The tag stands in the head", outcome: "pass", head: '<meta name="keywords" content="books, binding">' },
		{ name: "Not used", outcome: "not-applicable" },
	],
};

export const metaAuthorExamples: CheckExamples = {
	check: "meta-author",
	examples: [
		{ name: "The tag stands in the head", outcome: "pass", head: '<meta name="author" content="Ada Binder">' },
		{ name: "Not used", outcome: "not-applicable" },
	],
};

export const relPrevNextExamples: CheckExamples = {
	check: "rel-prev-next",
	examples: [
		{ name: "A list that names its next page", outcome: "pass", head: '<link rel="next" href="/page/2/">' },
		{ name: "Not used", outcome: "not-applicable" },
	],
};

export const contentSecurityPolicyExamples: CheckExamples = {
	check: "content-security-policy",
	examples: [
		{ name: "Sent with the page", outcome: "pass", headers: { "content-security-policy": "default-src 'self'" } },
		{ name: "Not used", outcome: "not-applicable" },
	],
};

export const referrerPolicyExamples: CheckExamples = {
	check: "referrer-policy",
	examples: [
		{ name: "Sent with the page", outcome: "pass", headers: { "referrer-policy": "strict-origin-when-cross-origin" } },
		{ name: "Not used", outcome: "not-applicable" },
	],
};

export const permissionsPolicyExamples: CheckExamples = {
	check: "permissions-policy",
	examples: [
		{ name: "Sent with the page", outcome: "pass", headers: { "permissions-policy": "camera=()" } },
		{ name: "Not used", outcome: "not-applicable" },
	],
};

export const faqpageMarkupExamples: CheckExamples = {
	check: "faqpage-markup",
	examples: [
		{
			name: "Marked up in JSON-LD",
			outcome: "pass",
			head: '<script type="application/ld+json">{"@context":"https://schema.org","@type":"FAQPage","mainEntity":{"@type":"Question","name":"How long does a repair take?","acceptedAnswer":{"@type":"Answer","text":"Two weeks."}}}</script>',
		},
		{ name: "Not used", outcome: "not-applicable" },
	],
};

export const howtoMarkupExamples: CheckExamples = {
	check: "howto-markup",
	examples: [
		{
			name: "Marked up in JSON-LD",
			outcome: "pass",
			head: '<script type="application/ld+json">{"@context":"https://schema.org","@type":"HowTo","name":"Books, bound by hand","step":{"@type":"HowToStep","text":"Bring the sheets folded."}}</script>',
		},
		{ name: "Not used", outcome: "not-applicable" },
	],
};

export const searchActionExamples: CheckExamples = {
	check: "search-action",
	examples: [
		{
			name: "Marked up in JSON-LD",
			outcome: "pass",
			head: '<script type="application/ld+json">{"@context":"https://schema.org","@type":"WebSite","name":"Example Bindery","url":"https://example.com/","potentialAction":{"@type":"SearchAction","target":"https://example.com/search?q={query}","query-input":"required name=query"}}</script>',
		},
		{ name: "Not used", outcome: "not-applicable" },
	],
};

export const speakableMarkupExamples: CheckExamples = {
	check: "speakable-markup",
	examples: [
		{
			name: "Marked up in JSON-LD",
			outcome: "pass",
			head: '<script type="application/ld+json">{"@context":"https://schema.org","@type":"WebPage","name":"Books, bound by hand","speakable":{"@type":"SpeakableSpecification","cssSelector":["h1"]}}</script>',
		},
		{ name: "Not used", outcome: "not-applicable" },
	],
};
