import { counted, spokenTime } from "#core/wording.ts";

const PLANS = { free: "free", agency: "agency" } as const;

/** Words of the tools of a page that need a signed-in session. */
export const ACCOUNT_TOOL_TEXTS = {
	domain: "Domain",
	score: "Score",
	opens: {
		dashboard: (address: string) => `The dashboard opens at ${address}`,
		portal: (address: string) => `The agency portal opens at ${address}`,
	},
	audits: {
		title: "Your recent audits",
		none: "This account has no audit yet. audit_domain makes one.",
		noneShown: "You have no audit yet.",
		site: "Site",
		score: "Score",
		noScore: "none",
		found: "Audited",
		wall: "Wall",
		onWall: "on the wall",
		notOnWall: "not there",
		more: "Older ones are on your dashboard.",
		line: (domain: string, score: number | undefined, foundAt: string, onWall: boolean) =>
			`${domain}: ${score === undefined ? "no score" : `${score} of 100`}, audited ${spokenTime(foundAt)}, ${onWall ? "on the wall" : "not on the wall"}`,
		says: (count: number, onWall: number) =>
			`${counted(count, "audit")} of this session's account, ${onWall} of them on the public wall:`,
	},
	session: {
		title: "Who is signed in",
		plan: "Plan",
		plans: PLANS,
		email: "E-mail address",
		visitorKey: "Visitor key",
		ofTheAccount: "that of the account which is signed in",
		namesYou: "which names the account here and nowhere else",
		hidden: "E-mail address and visitor key stay hidden: the person did not agree.",
		planAlone: "Your e-mail address and your visitor key stay hidden.",
		all: "Whoever asked has all of this now.",
		says: (plan: keyof typeof PLANS) => `Plan: ${PLANS[plan]}.`,
		named: (email: string, key: string) => `E-mail address: ${email}. Visitor key: ${key}.`,
	},
	ticket: {
		title: (domain: string) => `Fixes of ${domain} as a ticket`,
		copied: "The ticket is in the clipboard:",
		taken: "A ticket exporter of the page has taken it.",
		noAudit: (domain: string) => `The account has no audit of ${domain}. Call audit_domain first, then export_ticket.`,
	},
	badge: {
		title: (domain: string) => `Seal of ${domain}`,
		says: (domain: string, score: number, auditedAt: string, logIndex: number) =>
			`The seal of ${domain} says ${score} of 100, audited ${spokenTime(auditedAt)}, leaf ${logIndex} of the log.`,
		proof: "Receipt and proof",
		embed: "For other pages (HTML)",
		unreadable: "The server's seal cannot be shown: it is not a picture of the form that seals have.",
	},
} as const;
