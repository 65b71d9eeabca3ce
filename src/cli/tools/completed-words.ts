import type { CommandTable } from "../command-spec.ts";

/** What may stand in a place of the command line: one of some words, a path, or whatever nobody can list. */
export type Completed = readonly string[] | "files" | "folders" | "nothing";

export interface CompletedOption {
	/** With its two dashes. */
	readonly name: string;
	readonly says: string;
	/** Undefined for an option without a value. */
	readonly value?: Completed;
}

/** A command as completion knows it. */
export interface CompletedCommand {
	/** One word, or two: `log verify`. */
	readonly words: readonly string[];
	readonly summary: string;
	readonly options: readonly CompletedOption[];
	/** What is named without an option. */
	readonly argument: Completed;
}

/** Everything that completion offers, from the table of commands; `checks` are the ids of checks. */
export function completedCommands(table: CommandTable, checks: readonly string[]): CompletedCommand[] {
	return Object.entries(table).map(([name, { summary, options, argument }]) => ({
		words: name.split(" "),
		summary,
		options: [
			...Object.entries(options).map(([option, { type, says, value = "", choices }]) => ({
				name: `--${option}`,
				says,
				...(type === "boolean" ? {} : { value: choices ?? placeOf(value, checks) }),
			})),
			{ name: "--help", says: "print this text" },
		],
		argument: argument === undefined ? "nothing" : (argument.choices ?? placeOf(argument.name, checks)),
	}));
}

/** What a value may be, by how the help writes it: `<file>`, `<folder>`, `<check>`, `receipt.json`. */
function placeOf(written: string, checks: readonly string[]): Completed {
	if (/\bchecks?\b/.test(written)) return checks;
	if (/\b(?:file|json)\b/.test(written)) return "files";
	return /\bfolder\b/.test(written) ? "folders" : "nothing";
}
