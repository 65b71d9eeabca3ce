/** Texts of the page about the tools, in English: another language is another object of the same type. */

import { PRODUCT } from "#core/brand.ts";
import { counted } from "#core/wording.ts";

export const TOOLS_PAGE_TEXTS = {
	title: "Tools of the pages",
	description: `What pages of ${PRODUCT} let an agent in your browser do for you, each to be tried by hand: audits, comparisons, briefs and more.`,
	lead: (count: number) =>
		`An agent in your browser can use ${count} tools of these pages (WebMCP): it audits a site, opens its brief, fills in a form. You see what it does. It asks you before it copies something, fills in a form, opens pages of your account or tells who you are. Audits are of public sites and need no asking.`,
	here: {
		title: "In your browser",
		note: "Found out by this page, just now.",
		noScript: "Without JavaScript, pages offer no tools, and nothing can be tried here.",
		waiting: "The tools are being registered.",
		native: (count: number) => `Your browser has WebMCP: its agent finds ${counted(count, "tool")} on this page.`,
		polyfilled: (count: number) =>
			`Your browser has no WebMCP of its own, or it is off. The page has brought it along, with ${counted(count, "tool")} that extensions and scripts find.`,
		none: "Your browser has taken none of the tools: a policy of this site, or an extension, may keep them out.",
		insecure: "There are none here: browsers take tools only over HTTPS, or from this machine itself.",
	},
	flag: {
		title: "Turn it on",
		note: "WebMCP is new: most browsers have it only where it was asked for.",
		chrome: "In Chrome 146 or newer, open this address, choose Enabled and start the browser again:",
		inspector: "[An extension of Chrome](inspector) lists the tools of a page and calls them.",
	},
	public: {
		title: "For everybody",
		note: "These are there on every page, and need no account.",
	},
	signedIn: {
		title: "When you are signed in",
		note: "They come and go with your session, in every tab.",
		signIn: "Sign in",
	},
	states: {
		waiting: "Not registered yet.",
		registered: "Registered now.",
		signIn: "Not registered: it needs a signed-in browser session.",
		elsewhere: "Not registered: it works on pages of the server alone.",
		refused: "Not registered: the browser has not taken it.",
	},
	attempt: {
		label: (title: string, name: string) => `Try ${name}: ${title}`,
		button: "Try it",
		optional: " (optional)",
		/** Of a choice that is left out. */
		usual: (choice: string) => `${choice} (default)`,
		/** @param label of a field that is needed and empty */
		lacking: (label: string) => `Fill in the field “${label}” first.`,
		running: "The tool is at work.",
		answered: "The tool has answered:",
		failed: "The tool did not do it:",
		data: "The same for programs",
	},
	doors: {
		title: "Other doors",
		note: "The same audits, without a browser.",
		mcp: "Most of these tools answer over [the Model Context Protocol](mcp), too.",
		api: "[The API](api) gives programs the same results.",
		catalog: "[The catalog](catalog) has all of this for programs.",
	},
} as const;

/** What people call the inputs of tools. */
export const INPUT_LABELS: Readonly<Record<string, string>> = {
	domain: "Website",
	domainA: "First website",
	domainB: "Second website",
	url: "Address",
	mode: "How much is read",
	query: "What to look for",
	note: "Message",
	name: "Name",
	email: "E-mail address",
	score: "Score",
};
