/** What the dashboard reads of an account's alerts about one domain. */
export interface SeenAlerts {
	readonly mail: boolean;
	/** Points that a fault must cost to be reported. */
	readonly least: number;
	readonly webhook?: {
		readonly url: string;
		/** The last message that could not be posted; absent where the last one was. */
		readonly failed?: { readonly at: string; readonly says: string };
	};
	/** Faults that were reported and are still there. */
	readonly current: readonly { readonly title: string; readonly points: number }[];
}

/** How much a fault must cost to be reported. */
export const LEAST_OPTIONS = [
	{ value: "0", label: "every fault" },
	{ value: "1", label: "faults that cost a point or more" },
	{ value: "5", label: "faults that cost five points or more" },
] as const;
