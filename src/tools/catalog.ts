import { REFUSAL } from "#core/brand.ts";
import type { Tool, ToolCatalog } from "#core/tool.ts";

/** Shared beginnings of tool descriptions on pages and over MCP, where only the results differ. */
export const SHARED_WORDS = {
	audit_domain: "Audits the structure and accessibility of a public site",
	Service_Scanner: "Alias of audit_domain for older inspectors",
	simulate_lift: "Computes how much a site's score would rise if the faults in its audit were fixed",
	get_health: "Checks the service status",
	compare_domains: "Audits two sites",
} as const;

type Entry = Omit<Tool, "name">;
type Parts = Pick<Entry, "description"> & Partial<Pick<Entry, "annotations" | "needsConfirm" | "inputSchema">>;

/** A person confirms in the page before anything happens. */
const confirmed = { needsConfirm: true } as const;
/** The result quotes audited sites, and agents must not follow instructions in it. */
const untrusted = { annotations: { untrustedContentHint: true } } as const;

/** Every tool in the order of the interface specification: first for all visitors, then for signed-in sessions. */
const TOOL_TABLE = {
	audit_domain: always("audit", {
		...untrusted,
		description: `${SHARED_WORDS.audit_domain}, then opens its executive brief on the page. Needs the site's domain. The result quotes the audited site.`,
		inputSchema: { type: "object", properties: { domain: domainInput() }, required: ["domain"] },
	}),
	Service_Scanner: always("audit", {
		...untrusted,
		description: `${SHARED_WORDS.Service_Scanner}: audits a public site, then opens its executive brief on the page. Needs the site's domain.`,
		inputSchema: { type: "object", properties: { domain: domainInput() }, required: ["domain"] },
	}),
	open_brief: always("audit", {
		description:
			"Opens the executive brief and scrolls to its matrix of the two axes, structure and accessibility. Takes the domain whose brief to open; without it, the current page's site.",
		inputSchema: {
			type: "object",
			properties: { domain: domainInput("Domain whose brief to open (default: the current page's site).") },
		},
	}),
	simulate_lift: always("audit", {
		...untrusted,
		description: `${SHARED_WORDS.simulate_lift}, and shows the difference on the page. Needs the site's domain. The result is an estimate, not a promise.`,
		inputSchema: { type: "object", properties: { domain: domainInput() }, required: ["domain"] },
	}),
	open_scan: always("audit", {
		description:
			"Opens the scan page, fills in an address and starts the audit, and the page shows its progress. Needs the address; the default mode is light.",
		inputSchema: {
			type: "object",
			properties: {
				url: { type: "string", description: "Public host name or URL to scan, such as https://example.com/." },
				mode: {
					type: "string",
					enum: ["light", "deep"],
					description: "light reads the home page; deep also reads more pages.",
				},
			},
			required: ["url"],
		},
	}),
	get_health: always("ops", {
		annotations: { readOnlyHint: true },
		description: `${SHARED_WORDS.get_health} and shows the answer as a status chip on the page. Needs no input and changes nothing else.`,
	}),
	get_cli_snippet: always("ops", {
		...confirmed,
		description:
			"Copies the command that repeats an audit on the person's own machine to the clipboard, after the person agrees, and shows it on the page. Takes the domain for the command.",
		inputSchema: {
			type: "object",
			properties: { domain: domainInput("Domain that the command audits.") },
		},
	}),
	open_mcp_card: always("ops", {
		annotations: { readOnlyHint: true },
		description:
			"Loads the MCP server's card and shows a summary over the page. Needs no input and changes nothing else.",
	}),
	compare_domains: always("audit", {
		...untrusted,
		description: `${SHARED_WORDS.compare_domains} and shows their scores side by side over the page, with the difference of each pillar. Needs 2 different domains.`,
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
			"Highlights parts of the current page: the matrix of the two axes, the pillars, or matching findings. Takes words to look for; without them it highlights the matrix.",
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
			"Opens the contact page as a quote request, fills in the form and highlights it. The person confirms first, and only the person sends the form.",
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
			"Opens the contact page to book a consultation, fills in name and email address and highlights the form. The person confirms first, and only the person sends the form.",
		inputSchema: {
			type: "object",
			properties: {
				name: { type: "string", description: "Name of the person who wants a consultation." },
				email: { type: "string", description: "Email address for the answer." },
			},
		},
	}),
	open_dashboard: signedIn("ops", {
		...confirmed,
		description: "Opens the dashboard at /dashboard after the person agrees. Needs a signed-in browser session.",
	}),
	open_agency_portal: signedIn("ops", {
		...confirmed,
		description:
			"Opens the agency portal at /agency/portal after the person agrees. Needs a signed-in browser session.",
	}),
	export_ticket: signedIn("checkout", {
		...confirmed,
		description:
			"Copies a site's fixes to the clipboard as a Markdown ticket, and passes it to the page's ticket exporter if it has one. Needs the domain, a signed-in browser session and the person's consent.",
		inputSchema: { type: "object", properties: { domain: domainInput() }, required: ["domain"] },
	}),
	mint_badge: signedIn("checkout", {
		...confirmed,
		description:
			"Creates the Merkle seal (SVG) of a site's logged receipt and shows it on the page. Needs the domain, a signed-in browser session and the person's consent. A score, if given, must be the receipt's.",
		inputSchema: {
			type: "object",
			properties: {
				domain: domainInput(),
				score: { type: "number", description: "Expected score of the receipt." },
			},
			required: ["domain"],
		},
	}),
	list_recent_audits: signedIn("ops", {
		annotations: { readOnlyHint: true, untrustedContentHint: true },
		description:
			"Lists this browser session's recent public wall receipts on the page. Needs a signed-in browser session and changes nothing else.",
	}),
	get_session: signedIn("ops", {
		...confirmed,
		annotations: { readOnlyHint: true },
		description:
			"Reads the signed-in session's plan and shows it on the page. Email address and visitor key stay hidden until the person confirms.",
	}),
} as const satisfies Readonly<Record<string, Entry>>;
export type ToolName = keyof typeof TOOL_TABLE;

function always(moneyPath: Tool["moneyPath"], parts: Parts): Entry {
	return entryOf("always", moneyPath, parts);
}

function signedIn(moneyPath: Tool["moneyPath"], parts: Parts): Entry {
	return entryOf("signed_in", moneyPath, parts);
}

/** Members in catalog order. */
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
