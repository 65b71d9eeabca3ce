/** By host: why our score puts a site elsewhere than Lighthouse's two scores do, read from its pages. */
export const ORDER_EXPLANATIONS: Readonly<Record<string, string>> = {
	"spaminthai.com":
		"The one form of the home page, by which visitors look a number up, sends nothing without a script, and its field has no label beside a placeholder. Lighthouse sends no form and takes a placeholder for a name.",
	"flink.apache.org":
		"Its faults are few among many: 2 of 63 controls without a name, 8 of 56 links with a text that fits any page, one wrong list. Lighthouse fails an audit for a single element; here a fault costs its share.",
	"propertycleanupllc.com":
		"The home page consists of three films without captions, a menu and a footer: eight words of its own say nothing of what is offered. Lighthouse asks for a title, a description and sound markup, which are there, and never whether a page says anything; here that caps the score.",
};
