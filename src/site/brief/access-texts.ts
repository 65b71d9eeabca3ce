/** Shown only where the owner gave the server's logs. */
export const ACCESS = {
	title: "What each bot got, by your server's logs",
	period:
		"Seen in the logs from {from} to {to}; the last 30 days of them count here. Observed, and not part of the score.",
	none: "The logs name none of these engines' bots.",
} as const;
