/** What the dashboard reads of the proof that a domain is an account's own. */
export interface SeenControl {
	/** What to publish: a TXT record at `record` that says `text`, or `file` with the JSON `member`. */
	readonly record: string;
	readonly text: string;
	readonly file: string;
	readonly member: string;
	/** ISO 8601; absent while it is not proved. */
	readonly since?: string;
	readonly place?: "dns" | "well-known";
	/** ISO 8601: when both places were looked at last, and what was found, a sentence for each. */
	readonly lookedAt?: string;
	readonly says: readonly string[];
}

/** What the dashboard reads of an owner's orders. */
export interface SeenOrders {
	/** ISO 8601: since when everything of the domain is taken down; absent where it is not. */
	readonly takenDownAt?: string;
	/** Orders that hold already, and that the next job which can write the reports carries out. */
	readonly waiting: readonly { readonly at: string }[];
	/** Orders that came to nothing, or not to all that they named, and why. */
	readonly failed: readonly { readonly at: string; readonly says: string }[];
}
