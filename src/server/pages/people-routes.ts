/** Rendered per request: the signed-in account decides what it shows. */
export interface PeopleRoute {
	/** Astro's pattern, such as `/dashboard/[domain]`. Forms refer to their page by it. */
	readonly pattern: `/${string}`;
	/** Below `src/pages/`; the underscore keeps it out of static builds. */
	readonly file: string;
	/** `account` redirects to the sign-in and back. */
	readonly access: "anyone" | "account";
	/** Search engines may index the page without a query, and a static site has it too. */
	readonly isListed?: true;
}

/** Added by the integration if there is a server. */
export const PEOPLE_ROUTES: readonly PeopleRoute[] = [
	{ pattern: "/scan", file: "scan/_scan.astro", access: "anyone", isListed: true },
	{ pattern: "/compare", file: "compare/_compare.astro", access: "anyone", isListed: true },
	{ pattern: "/sign-in", file: "account/_sign-in.astro", access: "anyone" },
	{ pattern: "/sign-in/link", file: "account/_sign-in-link.astro", access: "anyone" },
	{ pattern: "/account", file: "account/_account.astro", access: "account" },
	{ pattern: "/dashboard", file: "dashboard/_dashboard.astro", access: "account" },
	{ pattern: "/dashboard/[domain]", file: "dashboard/_domain.astro", access: "account" },
	{ pattern: "/agency/portal", file: "agency/_agencies.astro", access: "account" },
	{ pattern: "/agency/portal/requests", file: "agency/_requests.astro", access: "account" },
	{ pattern: "/agency/portal/[agency]", file: "agency/_briefs.astro", access: "account" },
	{ pattern: "/agency/portal/[agency]/briefs/[receipt]", file: "agency/_brief.astro", access: "account" },
	{ pattern: "/agency/portal/[agency]/profile", file: "agency/_profile.astro", access: "account" },
	{ pattern: "/agency/portal/[agency]/clients", file: "agency/_clients.astro", access: "account" },
	{ pattern: "/agency/portal/[agency]/leads", file: "agency/_leads.astro", access: "account" },
	{ pattern: "/agency/portal/[agency]/members", file: "agency/_members.astro", access: "account" },
	{ pattern: "/admin/api-keys", file: "account/_api-keys.astro", access: "account" },
	{ pattern: "/oauth/consent", file: "account/_consent.astro", access: "account" },
	{ pattern: "/agent-claim", file: "account/_agent-claim.astro", access: "account" },
	{ pattern: "/contact", file: "contact/_form.astro", access: "anyone" },
	{ pattern: "/contact/calendar", file: "contact/_calendar.ts", access: "anyone" },
];

/** Exports of all audits, of a domain and of one audit. */
export const OWN_EXPORTS = [
	"/dashboard/audits.csv",
	"/dashboard/audits.json",
	"/dashboard/[domain]/audits.csv",
	"/dashboard/[domain]/audits.json",
	"/dashboard/[domain]/findings.csv",
	"/dashboard/[domain]/ticket.md",
	"/dashboard/[domain]/bots.html",
	"/dashboard/[domain]/bots.json",
] as const;

/** Rendered in place of a page that cannot be shown; its own address is a 404. */
export const REFUSED_ROUTE = { pattern: "/refused", file: "account/_refused.astro" } as const;
