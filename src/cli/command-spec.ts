import type { ExitCode } from "#config/exit-code.ts";
import type { ArgumentSpec } from "./arguments.ts";
import type { Output } from "./terminal.ts";

/** What the command line runs with; `process` is one. */
export interface Io {
	readonly stdout: Output;
	readonly stderr: Output;
	readonly env: NodeJS.ProcessEnv;
	/** How the program was started, with its arguments, as a shell takes it; absent where it was not from one. */
	readonly started?: string;
}

/** What a command's program runs with. */
export interface CommandIo extends Io {
	readonly commands: CommandTable;
}

/** Where the help lists a command. */
export type CommandGroup = "audit" | "receipts" | "watchlist" | "installation" | "tools";

/** A row of the command table: all that is known of a command before its program is loaded. */
export interface CommandSpec extends ArgumentSpec {
	readonly group: CommandGroup;
	readonly summary: string;
	/** What follows `sightline`. */
	readonly usage: readonly string[];
	/** Paragraphs; those that are indented are printed as they are. */
	readonly about?: string;
	/** What its exit codes mean; every command ends with 70 where the program itself is at fault. */
	readonly exits: Readonly<Partial<Record<ExitCode, string>>>;
	readonly environment?: Readonly<Record<string, string>>;
	readonly examples?: readonly string[];
	readonly load: () => Promise<{ run(given: never, io: CommandIo): Promise<ExitCode> }>;
}

/** Every command by its name. */
export type CommandTable = Readonly<Record<string, CommandSpec>>;

/** Options that several commands have alike. */
export const JSON_OUTPUT = { type: "boolean", says: "print the result as JSON" } as const;
export const JSON_OUTCOME = { type: "boolean", says: "print the outcome as JSON" } as const;
/** What is written to standard output goes to a file; `main` sees to it. */
export const OUTPUT = {
	type: "string",
	value: "<file>",
	says: "write to a file, in place of standard output",
} as const;
export const DIR = { type: "string", value: "<folder>" } as const;
