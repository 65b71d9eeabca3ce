import { PRODUCT } from "#core/brand.ts";

/** Texts of the home page, and of the form that starts an audit wherever it stands. */
export const HOME_TEXTS = {
	description: `${PRODUCT} audits the structure and accessibility of a public website for search engines and AI agents, and shows the evidence for every finding.`,
	title: "What search engines and AI assistants find on your website",
	lead: "One audit, two pages: who can reach you, what to fix first, and what each fix gains. Every finding shows the line it rests on, and a receipt that anyone can verify.",
	start: {
		tool: "Fills in the form that starts an audit of a public site.",
		label: "Your website",
		hint: "A name such as example.com. No account needed.",
		button: "Audit it",
		command: "Run it on your own machine, with Node 22.19 or newer. No account, no key.",
	},
	readers: [
		{
			name: "For those who decide",
			says: "The verdict in a sentence, three to five actions with who does them and what they gain. Two printed pages.",
		},
		{
			name: "For agencies",
			says: "The same brief under your name, with your colours and contact, approved by you before it goes out.",
		},
		{
			name: "For developers",
			says: "The line, the standard and a request that shows the fault; a check in CI that keeps it fixed.",
		},
	],
	brief: {
		kind: "A brief, in short",
		reach: {
			title: "Who can reach it",
			blocked: "Shut out",
			partly: "In part",
			allowed: "Let in",
			unknown: "Not known",
		},
		first: "First to fix",
		nothing: "Nothing that is scored is left to fix.",
		whole: "Read the whole brief",
	},
	newest: { title: "Newest briefs", all: "All briefs on the wall" },
	measures: {
		title: "What it measures",
		/** Around the links to the methodology and to the checks. */
		note: ["Eight pillars on two axes. ", "The methodology", " and ", "every check", " are public."],
	},
} as const;
