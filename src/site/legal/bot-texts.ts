import { BOT_TOKEN, PRODUCT } from "#core/brand.ts";

/** Texts of the page on the audit bot, in English: another language is another object of the same type. */
export const BOT_TEXTS = {
	description: `What ${BOT_TOKEN} fetches from your site, how much, why, and the two lines of robots.txt that keep it out.`,
	lead: `This is the program that reads a website when somebody asks ${PRODUCT} to audit it. It follows no links to other sites, submits no form, signs in nowhere and trains no model.`,
	name: {
		title: "How it names itself",
		note: "Every request carries this User-Agent. It never uses another, and it never poses as another bot.",
	},
	signed: {
		title: "How to know that it is us",
		no: "Requests of this installation are not signed: a User-Agent is all that names it, and others can copy one.",
		yes: "Where this installation holds a signing key, every request over https is signed by Web Bot Auth (HTTP Message Signatures, RFC 9421), each anew and for five minutes at most. Signature-Agent names `{origin}`, and the keys are at this address. It answers 404 where requests are not signed.",
		never:
			"Requests over http are never signed, since whoever reads one could send it again. Do not take a request with a signature that does not hold for ours, whatever its name.",
	},
	fetches: {
		title: "What it fetches",
		note: "At most 24 requests for a light audit, six at a time. Scheduled runs come to a host at most once in 60 seconds.",
		home: "The home page, over https and once over http, and the other of the two names with and without www.",
		robots: "robots.txt, and the sitemap it names or the one at the usual address.",
		random: "One random path that cannot exist, to learn how the site answers to what is not there.",
		machines:
			"Files for machines: those the site links to or declares, and the well-known addresses that standards and their drafts define.",
		deep: "A deep audit reads up to 24 further pages after that, two at a time, starting one every 250 milliseconds at most, and obeys the rules that robots.txt sets for all crawlers.",
		retry: "An answer of 429 or with Retry-After ends the audit of that host.",
	},
	refuse: {
		title: "How to refuse it",
		note: "Put these two lines into robots.txt at the root of your host. The next audit reads them, stops, and publishes no score.",
		all: "A group for all bots (`User-agent: *`) closes the sampling of further pages in a deep audit. It does not stop the audit of one page that a person asked for.",
	},
	ask: {
		title: "Whom to ask",
		says: "Whoever runs this installation can be reached at [{contact}](contact).",
	},
} as const;
