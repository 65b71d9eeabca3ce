import { LINK_MINUTES, LIVE_AUDIT_DAYS, REQUEST_DAYS, SESSION_DAYS } from "#core/kept-for.ts";

const LINE =
	"time, address of the page without its query, status, and the first part of your network address (three of the four " +
	"numbers of an IPv4 address, or the first 48 bits of IPv6). It does not write your browser's name";

/** Texts of the privacy page, in English: another language is another object of the same type. */
export const PRIVACY_TEXTS = {
	log: {
		/** What is written of a request, by where the site lives. */
		node: `The server writes one line for each request: ${LINE}. Whoever runs the server decides how long these lines are kept.`,
		vercel: `The host, Vercel, sees each request and has rules of its own. The program writes one line for each request of the API: ${LINE}.`,
		none: "The program writes none. The host that hands out these files may write a log of its own; ask whoever runs this site.",
	},
	title: "Privacy",
	description: "What this installation keeps about people, why, for how long, and how to have it deleted.",
	lead: {
		server:
			"This site has no advertising, no analytics and nothing from third parties in its pages. You can read all of it without an account.",
		files:
			"This site is files: it has no accounts, no forms, no cookies, no analytics and nothing from third parties in its pages.",
	},
	who: {
		title: "Who is responsible",
		says: "The program is Sightline. Whoever runs this installation of it decides what is audited and answers for the data.",
	},
	reading: {
		title: "When you read this site",
		cookies: "Cookies",
		cookiesWithAccounts:
			"None, until you sign in. Signing in with a passkey or GitHub sets one for the minutes that it takes; then one keeps you signed in, and one beside it tells scripts of these pages that there is one. Where an agent in your browser opens a page by a tool, what to show there is kept in the tab until it is shown. Nothing else is stored in your browser.",
		noCookies: "None. Nothing is stored in your browser to recognise you.",
		log: "Log",
		limits: "Limits",
		limitsSay:
			"So that nobody can shut others out, requests are counted by a network address for a few minutes to a day at most. Counters that several servers share hold a digest in place of the address.",
		proofs: "Checks of proofs",
		proofsSay: "Pages that check a receipt do so in your browser. What you open there is sent to nobody.",
	},
	audited: {
		title: "When a website is audited",
		says: "An audit reads public pages of a site and keeps what it found: the site's name, scores, findings with short quotations, and the evidence they rest on. It looks for structure, not for people; a quotation may contain a name that the site itself has published.",
		unlisted: `An audit that somebody asked for here is on an unlisted page for ${LIVE_AUDIT_DAYS} days, then it is deleted, unless it is made again or somebody keeps it in their account. It does not say who asked.`,
		wall: "Audits of sites on the wall are published and stay, until the owner asks for removal.",
		log: "The log holds a digest and a time for each receipt. It names no domain and nobody, and nothing is deleted from it.",
		owners: "Owners of a site have its audits taken down or corrected: [removal and correction](removal).",
	},
	account: {
		title: "When you have an account",
		you: "You",
		youSay:
			"Your e-mail address, the name you choose, and for each browser that is signed in the name it gives itself and since when. With GitHub, your number there, and no key to it.",
		signIn: "Sign-in",
		signInSays: `A link in a mail works once, for ${LINK_MINUTES} minutes, and is kept as a digest. Of a passkey we have the public part. One cookie keeps you signed in, for ${SESSION_DAYS} days at most, and carries nothing else; one beside it says only that there is one.`,
		work: "Your work",
		workSays:
			"Your audits, the domains you watch, where alerts go, API keys as digests, and which programs and agents you let act in your name. An e-mail address that an agent names to be claimed, and nobody claims, is kept for 8 days at most. That of a provider's user is kept only where it is the address of an account here. An agency has its brand, its members and their roles, the addresses it invited, clients and requests; its members see them. Alerts keep which faults they have reported.",
		mail: "Mail",
		mailSays:
			"Sign-in links, invitations, and the alerts you asked for. Plain text, without pictures or links that count who opens them.",
		ends: "Ends",
		endsSay:
			"On [your account's page](account) you take all of it along as a file, and delete it at once. Backups of whoever runs this installation end in their own time.",
	},
	form: {
		title: "When you write by the form",
		says: `What you type into [the contact form](contact) goes to whoever runs this installation, or to the agency that the form names: into their list of requests, and by mail where this server sends any. It is deleted after ${REQUEST_DAYS} days. What you wrote to an agency is the agency's: it stays for these days also where you delete an account here, unless the agency deletes it sooner. A mail they got is theirs to delete. Addresses that confirmations, requests and invitations were mailed to are counted, and the counts kept for two days, so that nobody can have them sent again and again.`,
	},
	others: {
		title: "Who else gets it",
		nobodyBut: "Nobody, but for who works for this installation:",
		server:
			"its host, the host of its mail, and GitHub where you sign in by it. An alert goes to the address that you name. A program that you let know who you are gets what you were asked for: the number of your account, your e-mail address, your name.",
		files: "its host.",
		never: "Nothing is sold, and nothing is used to train a model.",
	},
	rights: {
		title: "What you can ask for",
		says: "To know what is kept about you, to have it corrected or deleted, to get a copy, and to object.",
		byAccount: "Most of it you do yourself in your account; for the rest, ask whoever runs this installation.",
		byOperator: "Ask whoever runs this installation.",
		authority: "Where you live there may be an authority for data protection that takes complaints.",
	},
} as const;
