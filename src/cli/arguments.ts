import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { Failure } from "#core/failure.ts";

type Parsed<T extends ParseArgsOptionsConfig> = ReturnType<
	typeof parseArgs<{ options: T; allowPositionals: true; strict: true }>
>;

/**
 * Reads a command's arguments strictly: a mistyped option must not silently change what is done.
 * @throws Failure `input-invalid`
 */
export function readArguments<const T extends ParseArgsOptionsConfig>(
	command: string,
	argv: readonly string[],
	options: T,
	positionals: { readonly atMost: number },
): Parsed<T> {
	let parsed: Parsed<T>;
	try {
		parsed = parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
	} catch (error) {
		// Only the first sentence speaks to people; the rest is advice about `--`.
		throw usage(command, (error as Error).message.split(". ")[0] ?? "The arguments cannot be read");
	}
	const extra = parsed.positionals[positionals.atMost];
	if (extra !== undefined) throw usage(command, `"${extra}" is one argument too many`);
	return parsed;
}

/** `--name value` as one of these words. */
export function oneOf<const T extends string>(command: string, name: string, value: string, words: readonly T[]): T {
	const found = words.find((word) => word === value);
	if (found === undefined) throw usage(command, `--${name} is "${value}"; it takes ${words.join(" or ")}`);
	return found;
}

/** `--name value` as a whole number in a range. */
export function wholeNumber(
	command: string,
	name: string,
	value: string,
	range: { readonly from: number; readonly to: number },
): number {
	const number = /^\d{1,6}$/.test(value) ? Number(value) : Number.NaN;
	if (number >= range.from && number <= range.to) return number;
	throw usage(command, `--${name} is "${value}"; it takes a whole number from ${range.from} to ${range.to}`);
}

export function usage(command: string, what: string): Failure {
	return new Failure("input-invalid", { what: `${what}.`, todo: `See ${command} --help.` });
}
