import { REFUSAL } from "#core/brand.ts";
import type { Tool, ToolCatalog } from "#core/tool.ts";

/** How descriptions of tools begin, on a page and over MCP: what they do is the same, what comes of it differs. */
export const SHARED_WORDS = {
	audit_domain: "Audits the structure and accessibility of a public site",
	Service_Scanner: "The same as audit_domain, under a name that older inspectors look for",
	simulate_lift: "Computes how much the score of a site would rise if what its audit found were corrected",
	get_health: "Checks the service status",
	compare_domains: "Audits two sites",
} as const;

type Entry = Omit<Tool, "name">;
type Parts = Pick<Entry, "description"> & Partial<Pick<Entry, "annotations" | "needsConfirm" | "inputSchema">>;

/** A person confirms in the page before anything happens. */
const confirmed = { needsConfirm: true } as const;
/** What the tool returns quotes audited sites: an agent must not take it for instructions. */
const untrusted = { annotations: { untrustedContentHint: true } } as const;

/** Every tool, in the order of the interface specification: those for every visitor, then those for a signed-in session. */
const TOOL_TABLE = {
	audit_domain: always("audit", {
		...untrusted,
		description: `${SHARED_WORDS.audit_domain}, then opens its executive brief on the page. Needs the site's domain; what it returns quotes the audited site.`,
		inputSchema: { type: "object", properties: { domain: domainInput() }, required: ["domain"] },
	}),
	Service_Scanner: always("audit", {
		...untrusted,
		description: `${SHARED_WORDS.Service_Scanner}: audits a public site, then opens its executive brief on the page. Needs the site's domain.`,
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
		description: `${SHARED_WORDS.simulate_lift}, and paints the difference on the page. Needs the site's domain; it is a computation on evidence, not a promise.`,
		inputSchema: { type: "object", properties: { domain: domainInput() }, required: ["domain"] },
	}),
	open_scan: always("audit", {
		description:
			"Opens the scan page, fills in an address and starts the audit, whose steps the page shows as they happen. Needs the address; the mode is light by default.",
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
	get_health: always("ops", {
		annotations: { readOnlyHint: true },
		description: `${SHARED_WORDS.get_health} and shows the answer as a status chip on the page. Needs nothing and changes nothing else.`,
	}),
	get_cli_snippet: always("ops", {
		...confirmed,
		description:
			"Copies the command that repeats an audit on one's own machine to the clipboard, once the person agrees. Takes the domain to put into it, and says on the page what was copied.",
		inputSchema: {
			type: "object",
			properties: { domain: domainInput("Domain that the command audits.") },
		},
	}),
	open_mcp_card: always("ops", {
		annotations: { readOnlyHint: true },
		description:
			"Loads the card of the service's MCP server and shows a summary of it over the page. Needs nothing and changes nothing else.",
	}),
	compare_domains: always("audit", {
		...untrusted,
		description: `${SHARED_WORDS.compare_domains} and lays their scores side by side over the page, with the difference of each pillar. Needs two different domains.`,
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
	request_quote: always("book", {
		...confirmed,
		description:
			"Opens the contact page as a request for a quote, fills in what is given and marks the form. The person confirms first and sends the form; the tool does not.",
		inputSchema: {
			type: "object",
			properties: {
				domain: domainInput("Domain that the quote is about."),
				note: { type: "string", description: "What the quote should cover, in plain text." },
			},
		},
	}),
	book_consult: always("book", {
		...confirmed,
		description:
			"Opens the contact page to book a consultation, fills in name and e-mail address and marks the form. The person confirms first and sends the form; the tool does not.",
		inputSchema: {
			type: "object",
			properties: {
				name: { type: "string", description: "Name of the person who would like to talk." },
				email: { type: "string", description: "E-mail address to answer to." },
			},
		},
	}),
	open_dashboard: signedIn("ops", {
		...confirmed,
		description: "Goes to the dashboard at /dashboard, once the person agrees. Needs a signed-in browser session.",
	}),
	open_agency_portal: signedIn("ops", {
		...confirmed,
		description:
			"Goes to the agency portal at /agency/portal, once the person agrees. Needs a signed-in browser session.",
	}),
	export_ticket: signedIn("checkout", {
		...confirmed,
		description:
			"Copies the fixes of a site as a Markdown ticket to the clipboard and hands it to the page's ticket exporter where there is one. Needs the domain, a signed-in browser session and the person's consent.",
		inputSchema: { type: "object", properties: { domain: domainInput() }, required: ["domain"] },
	}),
	mint_badge: signedIn("checkout", {
		...confirmed,
		description:
			"Makes the Merkle seal, an SVG picture, of a site's logged receipt and shows it on the page. Needs the domain, a signed-in browser session and the person's consent; a score, where given, must be that of the receipt.",
		inputSchema: {
			type: "object",
			properties: {
				domain: domainInput(),
				score: { type: "number", description: "Score that the receipt is expected to have." },
			},
			required: ["domain"],
		},
	}),
	list_recent_audits: signedIn("ops", {
		annotations: { readOnlyHint: true, untrustedContentHint: true },
		description:
			"Lists on the page the recent public wall receipts of this browser session. Needs a signed-in browser session and changes nothing else.",
	}),
	get_session: signedIn("ops", {
		...confirmed,
		annotations: { readOnlyHint: true },
		description:
			"Reads the plan of the signed-in session and shows it on the page. E-mail address and visitor key stay hidden until the person confirms.",
	}),
} as const satisfies Readonly<Record<string, Entry>>;
export type ToolName = keyof typeof TOOL_TABLE;

function always(moneyPath: Tool["moneyPath"], parts: Parts): Entry {
	return entryOf("always", moneyPath, parts);
}

function signedIn(moneyPath: Tool["moneyPath"], parts: Parts): Entry {
	return entryOf("signed_in", moneyPath, parts);
}

/** Members in the order in which the catalog lists them. */
function entryOf(session: Tool["session"], moneyPath: Tool["moneyPath"], parts: Parts): Entry {
	const { description, inputSchema = { type: "object", properties: {} }, ...rest } = parts;
	return { description, session, mutatesUi: true, moneyPath, ...rest, inputSchema };
}

function domainInput(
	description = "Public host name or URL of the site, such as example.com.",
): Entry["inputSchema"]["properties"][string] {
	return { type: "string", description };
}

export const TOOLS: readonly Tool[] = Object.entries(TOOL_TABLE).map(([name, entry]) => ({ name, ...entry }));

const namesOf = (session: Tool["session"]) => TOOLS.filter((tool) => tool.session === session).map(({ name }) => name);

export const TOOL_CATALOG: ToolCatalog = {
	ok: true,
	count: TOOLS.length,
	public: namesOf("always"),
	signedIn: namesOf("signed_in"),
	tools: [...TOOLS],
	inspector: "https://chromewebstore.google.com/detail/model-context-tool-inspec/gbpdfapgefenggkahomfgkhfehlcenpd",
	flag: "enable-webmcp-testing",
	polyfill: true,
	refusal: REFUSAL,
};
