import type { Gate } from "#core/report.ts";
import { capitalized, listing, plural } from "#core/wording.ts";

/** What is wrong first, and what causes it: sentences of a verdict. Another language is another object of this type. */
export const VERDICT_TEXTS = {
	nobody: "Neither search engines nor AI assistants can read your home page.",
	cannotList: (names: readonly string[]) => `${listing(names)} cannot list your home page.`,
	cannotQuote: (names: readonly string[]) => `${listing(names)} may list your home page, and quote nothing of it.`,
	canList: (names: readonly string[]) => `${listing(names)} can list your home page`,
	cannotUse: (names: readonly string[]) => `${listing(names, 5)} cannot read it`,
	cannotCite: (names: readonly string[]) => `${listing(names, 5)} cannot find and cite it`,
	cannotOpen: (names: readonly string[]) => `${listing(names, 5)} cannot open it for a person who asks`,
	findNoText: (names: readonly string[]) =>
		`${listing(names)} ${plural(names.length, "finds", "find")} hardly any text on it`,
	but: (good: string, bad: string) => `${good}, but ${bad}.`,
	allOpen: "Search engines and AI assistants can reach your home page.",
	openButLacking: "Everybody may come in, but much of what machines need is missing or broken.",
	/** One sentence for each state of the table that holds somebody. */
	inPart: (names: readonly string[]) => `${listing(names, 5)} may use it only in part`,
	mayNot: (names: readonly string[]) => `${listing(names, 5)} may not use it`,
	notSeen: (names: readonly string[]) => `what ${listing(names, 5)} may do cannot be seen from outside`,
	unseen: "What search engines and AI assistants get of your home page cannot be seen from outside.",
	withCredentials:
		"This is what is there for whoever has your credentials; what search engines and AI assistants get without them was not looked at.",
	costsMost: (title: string) => `What costs most: ${title}.`,
	nothingLeft: "Nothing that is scored is left to fix.",
	notAudited: (domain: string, says: string) => `${domain} could not be audited. ${says}`,
	refused: (status: string) =>
		`Your home page answers our visit with ${status}. How it answers search engines cannot be seen from outside.`,
	refusedGate: (status: string) => `The home page answers our visit with ${status} instead of a page.`,
	listsOther: (names: readonly string[]) =>
		`${listing(names)} ${plural(names.length, "lists", "list")} another site in place of yours. One line of your home page asks for that.`,

	/** Lines that are responsible, and the sentence about all of them. */
	lines: {
		robots: (lines: readonly string[]) => `${plural(lines.length, "line", "lines")} ${listing(lines, 6)} of robots.txt`,
		rule: "a rule in robots.txt",
		head: "one line in its head",
		header: "one line that your server sends with it",
		cause: (phrases: readonly string[], several: boolean) =>
			`${capitalized(listing(phrases))} ${several ? "cause" : "causes"} it.`,
	},
	causes: {
		robotsStatus: (status: string) => `robots.txt answers ${status}, so crawlers stay away.`,
		robotsSilent: "robots.txt does not answer, so crawlers stay away.",
		status: (status: string) => `It answers ${status} instead of a page.`,
		login: "It sends every visitor to a login.",
		scripts: "The text is there only after scripts have run.",
		withheld: "All of its text stands where it may not be quoted.",
	},

	gates: {
		noindex: "Google, Bing or both cannot list your home page. One line that comes with it causes it.",
		"search-blocked": "Google, Bing or both cannot read your home page. A rule in robots.txt causes it.",
		"no-text":
			"AI assistants that run no scripts find hardly any text on your home page. It is there only after scripts have run.",
		"no-main-text": "There is nothing to find or quote on your home page. It has next to no text of its own.",
		"thin-text": "There is little to find or quote on your home page. It has too little text of its own.",
		placeholder: "Visitors and search engines find no finished page. The home page is a placeholder.",
		"canonical-elsewhere":
			"Google and Bing list another site in place of yours. One line of your home page asks for that.",
		"unreachable-host": "Who follows your links arrives nowhere. They lead to a server that does not answer.",
		"no-snippet":
			"Search results and AI answers may quote nothing of your home page. One line that comes with it causes it.",
		"soft-404":
			"Search engines cannot tell your pages from errors. The site answers with success for pages that do not exist.",
		"tls-invalid": "Browsers warn people who open your site. It has no working, trusted encryption (HTTPS).",
		"home-error": "Your home page cannot be opened. It answered our visit with an error.",
	} satisfies Readonly<Record<Gate["id"], string>>,
} as const;

/** What each grave fault means, of a site that is not the reader's: for rows of many sites. */
export const GATE_SENTENCES: Readonly<Record<Gate["id"], string>> = {
	noindex: "Search engines cannot list its home page.",
	"search-blocked": "Search engines cannot read its home page.",
	"no-text": "AI assistants find hardly any text on its home page.",
	"no-main-text": "There is nothing to find or quote on its home page.",
	"thin-text": "There is little to find or quote on its home page.",
	placeholder: "Visitors and search engines find no finished page.",
	"canonical-elsewhere": "Search engines list another site in its place.",
	"unreachable-host": "Who follows its links arrives nowhere.",
	"no-snippet": "Search results and AI answers may quote nothing of its home page.",
	"soft-404": "Search engines cannot tell its pages from errors.",
	"tls-invalid": "Browsers warn people who open it.",
	"home-error": "Neither search engines nor AI assistants can read its home page.",
};
