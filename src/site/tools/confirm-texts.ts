/** What a person is asked before a tool of a page does something. */
export const CONFIRM_TEXTS = {
	/** Above the tool's name. */
	asks: {
		agent: "An agent in your browser asks to use a tool of this page.",
		person: "You asked to try a tool of this page.",
	},
	/** What the data is called where it is read aloud. */
	data: "What it is done with",
	cancel: "Cancel",
} as const;

/** Of tools that ask first: what happens once the person agrees, and the words of the button that lets it happen. */
export const CONFIRMATIONS = {
	get_cli_snippet: {
		effect: "The command that repeats an audit on your own machine is copied to your clipboard.",
		agree: "Copy the command",
	},
	request_quote: {
		effect:
			"The contact page opens with a request for a quote, where what is named here is filled in. Nothing is sent until you send it.",
		agree: "Open the request",
	},
	book_consult: {
		effect:
			"The contact page opens with a consultation, where what is named here is filled in. Nothing is sent until you send it.",
		agree: "Open the form",
	},
	open_dashboard: { effect: "This page is left for your dashboard.", agree: "Go to the dashboard" },
	open_agency_portal: { effect: "This page is left for the agency portal.", agree: "Go to the agency portal" },
	export_ticket: {
		effect:
			"The list of fixes is copied to your clipboard as a ticket, and handed to a ticket exporter where one is on the page.",
		agree: "Copy the ticket",
	},
	mint_badge: {
		effect: "The seal of the newest logged receipt is made and shown on the page.",
		agree: "Make the seal",
	},
	get_session: {
		effect:
			"Whoever asks learns your e-mail address and the key that names you here. If you cancel, they learn your plan alone.",
		agree: "Tell both",
	},
} as const;
