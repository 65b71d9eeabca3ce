import { BOT_TOKEN } from "#core/brand.ts";
import { LIVE_AUDIT_DAYS } from "#core/kept-for.ts";

/** Texts of the page of terms, in English: another language is another object of the same type. */
export const TERMS_TEXTS = {
	title: "Terms",
	description:
		"What this installation offers, what it does not promise, and what may be done with audits, receipts and badges.",
	what: {
		title: "What you get",
		audit:
			"An audit says how a public website was built at one moment, by [a published method](methodologies). Every finding names what it rests on.",
		noAdvice:
			"It is no legal advice, no certificate of accessibility, and no promise of a place in any search or answer.",
		program:
			"It is made by a program and can be wrong. [Wrong findings are corrected](removal); a receipt keeps what it said.",
	},
	audited: {
		title: "What may be audited",
		says: `Public websites, yours or others'. ${BOT_TOKEN} reads what anybody can read, says its name, and obeys [robots.txt](bot). Do not use it to burden a site, or to reach what is not public: such requests are refused.`,
		audits: "Audits",
		briefs: "Briefs",
		unlisted: "Unlisted pages",
		unlistedEnd: `End after ${LIVE_AUDIT_DAYS} days. Whoever has the address can read them.`,
		elsewhere: "Live audits are made elsewhere, by [the API](api); its limits stand there.",
	},
	done: {
		title: "What may be done with it",
		receipts: "Receipts, proofs and the log may be copied, kept and checked by anybody.",
		badge:
			"A badge or a seal may be shown for the site that it names, as it is, with its link. It shows the date of its audit.",
		notAs: "Do not present a score as one of another site, of another day, or as our recommendation.",
	},
	accounts: {
		title: "Accounts, agencies and keys",
		yours:
			"Use an e-mail address of your own. What is done with your session or your API keys counts as done by you; revoke a key that others know.",
		control: "Prove control of domains that are yours only. Taking down and correcting is for owners.",
		agency:
			"An agency answers for its name, its logo and what it writes to clients. A brief under its name says nothing that the audit does not say.",
		end: "You may end your account at any time, on [its page](account). Accounts that harm others, or this installation, are closed.",
	},
	promise: {
		title: "What is not promised",
		server:
			"The service is given as it is. It may be slow, change or end. Take along what you need: receipts are files, and your account can be exported.",
		files: "This site is given as it is. It may change or end. Take along what you need: receipts are files.",
		law: "Nothing here limits rights that the law gives you.",
	},
	who: {
		title: "Who runs it",
		says: "What is kept about people: [privacy](privacy). How to have audits taken down or corrected: [removal and correction](removal).",
	},
} as const;
