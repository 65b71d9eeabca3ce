import { always, domainInput, type Listed, untrusted } from "./tool-forms.ts";

/** Tools around the audit itself, in the order of the catalog. */
export const AUDIT_TOOLS = {
	audit_domain: always("audit", {
		...untrusted,
		description:
			"Audits the structure and accessibility of a public site, then opens its executive brief on the page. Needs the site's domain; what it returns quotes the audited site.",
		inputSchema: { type: "object", properties: { domain: domainInput() }, required: ["domain"] },
	}),
	Service_Scanner: always("audit", {
		...untrusted,
		description:
			"The same as audit_domain, under a name that older inspectors look for: audits a public site, then opens its executive brief on the page. Needs the site's domain.",
		inputSchema: { type: "object", properties: { domain: domainInput() }, required: ["domain"] },
	}),
	open_brief: always("audit", {
		description:
			"Opens the executive brief and scrolls to its matrix of the two axes, structure and accessibility. Takes the domain whose brief to open; without one it stays with the site that the page is about.",
		inputSchema: {
			type: "object",
			properties: { domain: domainInput("Domain whose brief to open; that of the page when left out.") },
		},
	}),
	simulate_lift: always("audit", {
		...untrusted,
		description:
			"Computes how much the score of a site would rise if what its audit found were mended, and paints the difference on the page. Needs the site's domain; it is a computation on evidence, not a promise.",
		inputSchema: { type: "object", properties: { domain: domainInput() }, required: ["domain"] },
	}),
	open_scan: always("audit", {
		description:
			"Opens the scan page, fills in an address and starts the audit, whose steps the page shows as they happen. Needs the address; the mode is light unless told.",
		inputSchema: {
			type: "object",
			properties: {
				url: { type: "string", description: "Public host name or URL to scan, such as https://example.com/." },
				mode: {
					type: "string",
					enum: ["light", "deep"],
					description: "light reads the home page, deep a sample of further pages too.",
				},
			},
			required: ["url"],
		},
	}),
	compare_domains: always("audit", {
		...untrusted,
		description:
			"Audits two sites and lays their scores side by side over the page, with the difference of each pillar. Needs two different domains.",
		inputSchema: {
			type: "object",
			properties: {
				domainA: domainInput("Public host name or URL of the first site."),
				domainB: domainInput("Public host name or URL of the second site."),
			},
			required: ["domainA", "domainB"],
		},
	}),
	highlight_findings: always("audit", {
		description:
			"Marks parts of the page in view: the matrix of the two axes, the pillars, or the findings that match. Takes what to look for; without it the matrix is marked.",
		inputSchema: {
			type: "object",
			properties: {
				query: { type: "string", description: "Words to look for in pillars and findings, such as robots.txt." },
			},
		},
	}),
} as const satisfies Readonly<Record<string, Listed>>;
