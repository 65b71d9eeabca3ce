import { Failure } from "#core/failure.ts";

/** The failure of every parser here: `what` is the kind of file, `why` what it must not be. */
export function malformed(what: string, why: string): Failure {
	return new Failure("log-malformed", { what: `This is no ${what}.`, why });
}

/** A whole number in decimal without leading zeroes, at most 2^53 - 1; undefined for any other text. */
export function parseDecimal(text: string): number | undefined {
	if (!/^(0|[1-9]\d{0,15})$/.test(text)) return undefined;
	const number = Number(text);
	return Number.isSafeInteger(number) ? number : undefined;
}

/** Whether two byte strings are the same. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
	return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
