/**
 * What was seen of one thing. "Not there" and "could not look" are different answers, so a check is handed only the
 * first two; the engine turns `failed` into the outcome *unknown*.
 */
export type Observation<T> = Found<T> | Absent | Failed;

export interface Found<T> {
	readonly state: "found";
	readonly url: string;
	readonly status: number;
	readonly value: T;
}
/** The site answered that there is nothing: 4xx or 5xx. */
export interface Absent {
	readonly state: "absent";
	readonly url: string;
	readonly status: number;
}
export interface Failed {
	readonly state: "failed";
	readonly url: string;
	/** A FailureCode, or `not-shown` where the source cannot show it at all. */
	readonly code: string;
	readonly reason: string;
}

export type Settled<T> = Found<T> | Absent;
