import { isFailure } from "#core/failure.ts";
import { asFailure } from "#net/network-failure.ts";

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
export type Absent = { readonly state: "absent"; readonly url: string; readonly status: number };
export interface Failed {
	readonly state: "failed";
	readonly url: string;
	/** A FailureCode, or `not-shown` where the source cannot show it at all. */
	readonly code: string;
	readonly reason: string;
}

export type Settled<T> = Found<T> | Absent;

/**
 * Runs a collector. What may be expected to go wrong with a foreign site becomes the observation `failed`; anything
 * else is a defect of the program and is thrown on.
 *
 * @param signal the audit's deadline, which explains whatever fails behind it
 */
export async function settle<T>(
	url: string,
	signal: AbortSignal,
	work: () => Promise<Observation<T>>,
): Promise<Observation<T>> {
	try {
		return await work();
	} catch (error) {
		const failure = asFailure(error, url, signal);
		if (!isFailure(failure)) throw failure;
		return { state: "failed", url, code: failure.code, reason: failure.message };
	}
}

/** For what the source cannot show, or what this host does not have. */
export function notShown(url: string, reason: string): Failed {
	return { state: "failed", url, code: "not-shown", reason };
}

export function isSuccess(status: number): boolean {
	return status >= 200 && status <= 299;
}
