/** Something that tools of this kind look for, and that costs nothing here: no consumer documents that it reads it. */
export interface UnscoredSignal {
	/** Kebab-case; also the id of a check where the evidence shows the signal anyway. */
	readonly id: string;
	/** A noun phrase: `FAQPage markup`. */
	readonly what: string;
	/** Tools that give or take points for it. */
	readonly scoredBy: readonly string[];
	/** Why we do not, in whole sentences. */
	readonly why: string;
	readonly sources: readonly [SignalSource, ...SignalSource[]];
	/** Day on which the sources were last read, `YYYY-MM-DD`. */
	readonly reviewed: `${number}-${number}-${number}`;
}

export interface SignalSource {
	/** What it says, in a few words. */
	readonly says: string;
	readonly url: `https://${string}`;
}

export type SignalRow = readonly [
	id: string,
	what: string,
	scoredBy: readonly string[],
	why: string,
	...sources: readonly [
		readonly [says: string, url: SignalSource["url"]],
		...(readonly (readonly [string, SignalSource["url"]])[]),
	],
];

/** A row of a table, all of whose sources were read on one day. */
export function signalOf(
	[id, what, scoredBy, why, first, ...more]: SignalRow,
	reviewed: UnscoredSignal["reviewed"],
): UnscoredSignal {
	const toSource = ([says, url]: readonly [string, SignalSource["url"]]): SignalSource => ({ says, url });
	return { id, what, scoredBy, why, sources: [toSource(first), ...more.map(toSource)], reviewed };
}
