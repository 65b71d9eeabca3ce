/** Texts of the page of a domain that was taken down, in English: another language is another object of the same type. */
export const WITHDRAWN_TEXTS = {
	title: (domain: string) => `${domain}: withdrawn`,
	description: (when: string, domain: string) =>
		`What stood here was taken down on ${when} at the request of the owner of ${domain}.`,
	kind: "Withdrawn",
	lead: "The audits of this domain were taken down on [{when}](time) at the request of its owner, who proved control of the domain.",
	leadOfSome:
		"The audits of this domain that stood here were taken down on [{when}](time) at the request of its owner, who proved control of the domain.",
	gone: "What is gone",
	goneSays: "The receipts, the briefs, the history and the place on the wall.",
	goneSchedule: "The domain is no longer audited by schedule.",
	goneLater: "A later audit may be shown again.",
	stays: "What stays",
	staysSay:
		"The leaves in the log: each holds a digest and a time and names nobody. Whoever kept a copy of a receipt keeps it, and can still prove that it was logged.",
	meaning: "What it says of the site",
	meaningSays: "Nothing. A withdrawal is neither a good nor a bad sign.",
	how: "How removal works",
} as const;
