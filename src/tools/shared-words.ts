/** How descriptions of tools begin, on a page and over MCP: what they do is the same, what comes of it differs. */
export const SHARED_WORDS = {
	audit_domain: "Audits the structure and accessibility of a public site",
	Service_Scanner: "The same as audit_domain, under a name that older inspectors look for",
	simulate_lift: "Computes how much the score of a site would rise if what its audit found were corrected",
	get_health: "Asks the service whether it is well",
	compare_domains: "Audits two sites",
} as const;
