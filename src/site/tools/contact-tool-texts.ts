const SENDS = "The form is marked. The person sends it, or does not.";

/** Words of the tools that fill in the contact form. */
export const CONTACT_TOOL_TEXTS = {
	fields: { name: "Name", email: "E-mail address", domain: "Website", note: "Message" },
	kinds: { quote: "a request for a quote", consult: "a consultation" },
	/** Labels of what was given; undefined for nothing. */
	opens: (kind: string, given: string | undefined) =>
		`The contact page opens with ${kind}; ${given === undefined ? "nothing was given to fill in" : `there it fills in: ${given}`}. ${SENDS}`,
	/** The same where the form is in view already. */
	inView: (filled: string | undefined, kept: string | undefined) =>
		[
			filled === undefined ? "Nothing was filled in." : `Filled in: ${filled}.`,
			...(kept === undefined ? [] : [`The person has typed something else there, which stays: ${kept}.`]),
			SENDS,
		].join(" "),
	filled: {
		label: "What was filled in",
		nothing: "Nothing was filled in.",
		unsent: "Nothing has been sent: you do that.",
		now: (labels: string) => `Filled in: ${labels}.`,
		kept: (labels: string) => `What you have typed stays: ${labels}.`,
	},
} as const;
