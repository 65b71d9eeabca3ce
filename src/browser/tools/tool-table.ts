import type { PageTool } from "./page-tool.ts";

/** What each tool of the catalog does in a page, loaded with its first call. */
export const TOOL_TABLE: Readonly<Record<string, () => Promise<PageTool>>> = {
	audit_domain: () => import("./audits/audits.ts").then(({ auditDomain }) => auditDomain),
	Service_Scanner: () => import("./audits/audits.ts").then(({ auditDomain }) => auditDomain),
	open_brief: () => import("./audits/audits.ts").then(({ openBrief }) => openBrief),
	simulate_lift: () => import("./audits/lift.ts").then(({ simulateLift }) => simulateLift),
	open_scan: () => import("./audits/audits.ts").then(({ openScan }) => openScan),
	get_health: () => import("./service/service-health.ts").then(({ getHealth }) => getHealth),
	get_cli_snippet: () => import("./service/service-tools.ts").then(({ getCliSnippet }) => getCliSnippet),
	open_mcp_card: () => import("./service/service-tools.ts").then(({ openMcpCard }) => openMcpCard),
	compare_domains: () => import("./audits/compare.ts").then(({ compareDomains }) => compareDomains),
	highlight_findings: () => import("./audits/highlight.ts").then(({ highlightFindings }) => highlightFindings),
	request_quote: () => import("./people/contact-tools.ts").then(({ requestQuote }) => requestQuote),
	book_consult: () => import("./people/contact-tools.ts").then(({ bookConsult }) => bookConsult),
	open_dashboard: () => import("./people/account-tools.ts").then(({ openDashboard }) => openDashboard),
	open_agency_portal: () => import("./people/account-tools.ts").then(({ openAgencyPortal }) => openAgencyPortal),
	export_ticket: () => import("./people/checkout-tools.ts").then(({ exportTicket }) => exportTicket),
	mint_badge: () => import("./people/checkout-tools.ts").then(({ mintBadge }) => mintBadge),
	list_recent_audits: () => import("./people/account-tools.ts").then(({ listRecentAudits }) => listRecentAudits),
	get_session: () => import("./people/account-tools.ts").then(({ getSession }) => getSession),
};
