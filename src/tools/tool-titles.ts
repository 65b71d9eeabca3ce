import type { ToolName } from "./catalog.ts";

export const TOOL_TITLES: Readonly<Record<ToolName, string>> = {
	audit_domain: "Audit a site",
	Service_Scanner: "Audit a site",
	open_brief: "Open a brief",
	simulate_lift: "Compute what fixes would gain",
	open_scan: "Scan a site",
	get_health: "Check service status",
	get_cli_snippet: "Copy the command that repeats an audit",
	open_mcp_card: "Show the MCP server's card",
	compare_domains: "Compare two sites",
	highlight_findings: "Highlight parts of the page",
	request_quote: "Request a quote",
	book_consult: "Book a consultation",
	open_dashboard: "Open the dashboard",
	open_agency_portal: "Open the agency portal",
	export_ticket: "Copy the fixes as a ticket",
	mint_badge: "Show a receipt's seal",
	list_recent_audits: "List recent audits",
	get_session: "Show who is signed in",
};

export const INPUT_LABELS: Readonly<Record<string, string>> = {
	domain: "Website",
	domainA: "First website",
	domainB: "Second website",
	url: "Address",
	mode: "How much to read",
	query: "What to look for",
	note: "Message",
	name: "Name",
	email: "Email address",
	score: "Score",
};
