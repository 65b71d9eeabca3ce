import { BOT_TOKEN } from "#core/brand.ts";

/** Texts of the page on removal and correction, in English: another language is another object of the same type. */
export const REMOVAL_TEXTS = {
	title: "Removal and correction",
	description:
		"How the owner of a domain has receipts and pages taken down or corrected, what then happens, and what stays.",
	lead: "If the site is yours, you decide whether its audits are shown here. Say so in a place that only the owner can write to; no reason is needed, and it costs nothing.",
	ask: {
		title: "How to ask",
		note: "One of the two places is enough, and you may clear it again once the pages are gone.",
		byAccount:
			"With an account you need nobody: watch the domain in your [dashboard](dashboard), prove that it is yours, and take its audits down there. What follows is the way without an account.",
		publish: "Publish one of these, with your own domain.",
		record: "A TXT record in DNS, for everything or for one receipt:",
		file: "Or a file at `https://example.com/.well-known/sightline.json`:",
		receiptId:
			"A receipt's id is the SHA-256 on its brief and its page: 64 hexadecimal digits. A host with and one without www are two domains here; ask for each.",
		contact:
			"Tell whoever runs this installation: [{contact}](contact). The request itself proves who asks, so one line with the domain will do.",
		noContact:
			"Tell whoever runs this installation. It names no contact here; the imprint of the site that hosts these pages, or the people who showed you the link, will know one.",
		reading: "They look at both places with one command. It takes nothing down that neither of them asks for.",
	},
	result: {
		title: "What then happens",
		goes: {
			term: "Goes",
			says: "Receipts and their pages, the evidence they rest on, the brief, the history and the place on the wall, with the next build of this site.",
		},
		withdrawn: {
			term: "Says “withdrawn”",
			says: "The addresses that others may have embedded or linked, where nothing of the domain is left: badge, card, brief, share page and history. They say when it was taken down, and no score. A domain that was never shown here gets no such pages.",
		},
		nameless: {
			term: "Names nobody",
			says: "The page and the seal of a single receipt that was taken down. They stay at its id, say that it was taken down and where its leaf stands, and no longer whose it was. Its address below the domain’s share page is gone, since that names both.",
		},
		ends: {
			term: "Ends",
			says: `After a request for everything, audits by schedule, and no later audit of the domain is kept. To refuse ${BOT_TOKEN} altogether, also from people who run it themselves, use [robots.txt](bot).`,
		},
		inLog: {
			term: "Stays in the log",
			says: "One leaf for each audit. It holds the digest of a receipt and a time, and names no domain and nobody. A log from which leaves could be taken would prove nothing to anyone.",
		},
		elsewhere: {
			term: "Stays elsewhere",
			says: "Receipts are files that anyone could download and keep, and so are the copies of search engines and archives. We cannot call those back. The notice of a removal, in `reports/notices.json`, names the domain, and the ids where single receipts were asked for; it is no part of this site. If this site is published from a git repository, its earlier commits may hold the files until whoever runs it rewrites them.",
		},
		return: {
			term: "If you change your mind",
			says: "Take the request out and say so: audits may then begin anew. What was deleted does not come back.",
		},
	},
	wrong: {
		title: "When a finding is wrong",
		note: "A receipt is never changed: then it would prove nothing.",
		changed:
			"The site has changed since: have it audited again. The new receipt becomes the brief, and the history shows the difference.",
		atTheTime:
			"The finding was wrong when it was made: tell whoever runs this installation which receipt, which finding, and what you see instead. Every finding names the address and the bytes it rests on, and the audit can be repeated from them.",
		owner:
			"You may say so yourself: who has proved control in the [dashboard](dashboard) sets a dated sentence beside a receipt, which is shown as the owner’s word.",
		correction:
			"If it was wrong, a dated sentence that says so is set beside the receipt and its pages (`reports/notices.json`), and the check is corrected for all sites. Score and receipt keep what they said.",
	},
} as const;
