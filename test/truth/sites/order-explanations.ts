/** By host: why our score puts a site elsewhere than Lighthouse's two scores do, read from its pages. */
export const ORDER_EXPLANATIONS: Readonly<Record<string, string>> = {
	"spaminthai.com":
		"The home page's only form, a number lookup, sends nothing without a script, and its field has a placeholder instead of a label. Lighthouse submits no forms and accepts a placeholder as a name.",
	"flink.apache.org":
		"Few elements have faults: 2 of 63 controls have no name, 8 of 56 links a generic text, and one list is wrong. Lighthouse fails an audit for a single element; here a fault costs its share.",
	"propertycleanupllc.com":
		"The home page consists of three films without captions, a menu and a footer: its 8 words do not say what is offered. Lighthouse requires a title, a description and valid markup, which the page has, but never checks whether a page says anything; here that caps the score.",
};
