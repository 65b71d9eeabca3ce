import { always, confirmed, domainInput, type Listed } from "./tool-forms.ts";

/** Tools about the service itself, and those that get in touch with people. */
export const SERVICE_TOOLS = {
	get_health: always("ops", {
		annotations: { readOnlyHint: true },
		description:
			"Asks the service whether it is well and shows the answer as a status chip on the page. Needs nothing and changes nothing else.",
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
} as const satisfies Readonly<Record<string, Listed>>;
