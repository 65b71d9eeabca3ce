/** By host: why our score puts a site elsewhere than Lighthouse's two scores do, read from its pages. */
export const ORDER_EXPLANATIONS: Readonly<Record<string, string>> = {
	"propertycleanupllc.com":
		"The home page consists of three films without captions, a menu and a footer: eight words of its own say nothing of what is offered. Lighthouse asks for a title, a description and sound markup, which are there, and never whether a page says anything; here that caps the score.",
};
