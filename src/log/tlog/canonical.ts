import { Failure } from "#core/failure.ts";

/** @param what kind of file @param why a sentence about the fault */
export function malformed(what: string, why: string): Failure {
	return new Failure("log-malformed", { what: `This is not a valid ${what}.`, why });
}

/** A whole number in decimal without leading zeroes, at most 2^53 - 1; undefined for any other text. */
export function parseDecimal(text: string): number | undefined {
	if (!/^(0|[1-9]\d{0,15})$/.test(text)) return undefined;
	const number = Number(text);
	return Number.isSafeInteger(number) ? number : undefined;
}

/** Lines of a file that only we write. @throws Failure `log-malformed` if the last line has no newline */
export function canonicalLines(text: string, what: string): string[] {
	if (text !== "" && !text.endsWith("\n")) throw malformed(what, "Its last line has no end.");
	return text.split("\n").slice(0, -1);
}
