/** What the dashboard reads of an account's alerts about one domain. */
export interface SeenAlerts {
	readonly mail: boolean;
	/** Points that a cause must cost before it is told of. */
	readonly least: number;
	readonly webhook?: { readonly url: string; readonly lastFailure?: string; readonly disabled?: boolean } | undefined;
	/** Causes that were told of and are still there. */
	readonly standing: readonly { readonly title: string; readonly since: string; readonly points: number }[];
}

/** How much a cause must cost before it is told of. */
export const LEAST_OPTIONS = [
	{ value: "0", label: "anything" },
	{ value: "1", label: "a point or more" },
	{ value: "5", label: "five points or more" },
] as const;
