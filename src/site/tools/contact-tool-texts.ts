/** Words of the tools that fill in the contact form. */
export const CONTACT_TOOL_TEXTS = {
	fields: { name: "Name", email: "E-mail address", domain: "Website", note: "Message" },
	opens: {
		quote: "The contact page opens with a request for a quote filled in and marked. The person sends it, or does not.",
		consult: "The contact page opens with a consultation filled in and marked. The person sends it, or does not.",
	},
	filled: {
		title: "The form is filled in",
		unsent: "Nothing has been sent. Read it, add what is missing, and send it yourself.",
		now: (labels: string) => `Filled in: ${labels}.`,
		nothing: "Nothing was filled in.",
		kept: (labels: string) => `What you have typed stays: ${labels}.`,
	},
} as const;
