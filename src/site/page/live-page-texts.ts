/** Texts of pages that a server renders, in English: another language is another object of the same type. A key is how its text begins. */
export const LIVE_PAGE_TEXTS = {
	liveEndedPage: {
		receiptOfAnUnlisted: "Receipt of an unlisted audit",
	},
	livePermalinkPage: {
		auditOf: (displayDomain: string, auditedAt: string) => `${displayDomain}: audit of ${auditedAt}`,
		thisIsTheAudit: "This is the audit of [{auditedAt}](time). The newest is [that of {auditedAt2}](brief).",
	},
	liveReceiptPage: {
		receiptOf: (name: string) => `Receipt of ${name}`,
		whatTheReceiptOf: (name: string, state: string) => `What the receipt of ${name} says. ${state}`,
		proof: "Proof",
	},
	liveSharePage: {
		audited: (displayDomain: string) => `${displayDomain}, audited`,
	},
	liveStandIn: {
		thereIsNoPage: "There is no page at this address",
		theAddressMayHave:
			"The address may have been mistyped, or it is that of an unlisted page that has ended: such pages end 30 days after the site was last found so. Any public site can be audited again:",
		tooManyPagesWere: "Too many pages were asked for at once",
		pagesOfLiveAudits:
			"Pages of live audits are limited for each network address, so that they answer everybody. Wait a few seconds and load this page again.",
		liveAuditsCannotBe: "Live audits cannot be read at the moment",
		thisIsOnOur:
			"This is on our side: the place where they are kept does not answer. Load this page again in half a minute.",
	},
} as const;
