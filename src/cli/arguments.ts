import { statSync } from "node:fs";
import { resolve } from "node:path";
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import type { ExitCode } from "#config/exit-code.ts";
import { type NamedHeader, parseNamedHeader } from "#config/request-headers.ts";
import { Failure } from "#core/failure.ts";
import { closest } from "#core/wording.ts";
import type { Output } from "./terminal.ts";

export interface Io {
	readonly stdout: Output;
	readonly stderr: Output;
	readonly env: NodeJS.ProcessEnv;
	/** The command with its arguments, for a shell; absent without a shell. */
	readonly started?: string;
	/** `started` without arguments. */
	readonly program?: string;
}

export interface CommandIo extends Io {
	readonly commands: CommandTable;
}

export type CommandGroup = "audit" | "receipts" | "watchlist" | "installation" | "tools";

/** Everything known about a command before its module is loaded. */
export interface CommandSpec extends ArgumentSpec {
	readonly group: CommandGroup;
	readonly summary: string;
	readonly usage: readonly string[];
	/** Paragraphs; indented ones are printed unchanged. */
	readonly about?: string;
	/** Every command also exits with 70 on an internal error. */
	readonly exits: Readonly<Partial<Record<ExitCode, string>>>;
	readonly environment?: Readonly<Record<string, string>>;
	readonly examples?: readonly string[];
	readonly load: () => Promise<{ run(given: never, io: CommandIo): Promise<ExitCode> }>;
}

export type CommandTable = Readonly<Record<string, CommandSpec>>;

export const JSON_OUTPUT = { type: "boolean", says: "print the result as JSON" } as const;
export const JSON_OUTCOME = { type: "boolean", says: "print the outcome as JSON" } as const;
/** `main` writes the file. */
export const OUTPUT = {
	type: "string",
	value: "<file>",
	says: "write to a file instead of standard output",
} as const;
export const DIR = { type: "string", value: "<folder>" } as const;

interface OptionSpec {
	readonly type: "boolean" | "string";
	readonly says: string;
	/** As shown in the help, such as `<file>`. */
	readonly value?: string;
	readonly default?: string;
	readonly multiple?: true;
	readonly choices?: readonly string[];
	readonly range?: { readonly from: number; readonly to: number };
}

interface ArgumentSpec {
	readonly options: Readonly<Record<string, OptionSpec>>;
	readonly argument?: ArgumentName;
	readonly second?: ArgumentName;
}

interface ArgumentName {
	readonly name: string;
	/** The error message if it is required. */
	readonly missing?: string;
	readonly choices?: readonly string[];
	/** Whether more of the kind may follow; `all` has all of them. */
	readonly many?: true;
}

type One<O> = O extends { type: "boolean" }
	? boolean
	: O extends { range: object }
		? number
		: O extends { choices: readonly (infer Choice)[] }
			? Choice
			: string;
type Value<O> = O extends { multiple: true }
	? readonly One<O>[]
	: O extends { type: "boolean" } | { default: string }
		? One<O>
		: One<O> | undefined;

type Named<S, Place extends "argument" | "second"> = S extends {
	[place in Place]: { choices: readonly (infer Choice)[] };
}
	? Choice
	: S extends { [place in Place]: { missing: string } }
		? string
		: string | undefined;

export interface Arguments<S extends ArgumentSpec> {
	readonly options: { readonly [Name in keyof S["options"]]: Value<S["options"][Name]> };
	readonly argument: Named<S, "argument">;
	readonly second: Named<S, "second">;
	/** All positional arguments, in order. */
	readonly all: readonly string[];
	/** `--help` was given; the rest is then not validated. */
	readonly help: boolean;
}

/**
 * Strict: a mistyped option must not silently change the work. Node's parser: commander 15 takes 7 times as long to
 * load, more than all of `--version` may take. @throws Failure `input-invalid`
 */
export function readArguments<const S extends ArgumentSpec>(
	command: string,
	argv: readonly string[],
	spec: S,
): Arguments<S> {
	const { values, positionals } = parseStrictly(command, argv, spec.options);
	const named = [spec.argument, spec.second].filter((each) => each !== undefined);
	const extra = spec.argument?.many ? undefined : positionals[named.length];
	if (extra !== undefined) throw usage(command, `Unexpected argument "${extra}"`);
	const help = values.help === true;
	for (const [index, name] of help ? [] : named.entries()) checkNamed(command, name, positionals[index]);
	const [argument, second] = positionals;
	const options = Object.fromEntries(
		Object.entries(spec.options).map(([name, option]) => [
			name,
			help ? values[name] : readValue(command, name, values[name], option),
		]),
	);
	return { options, argument, second, all: positionals, help } as unknown as Arguments<S>;
}

function checkNamed(command: string, { name, missing, choices }: ArgumentName, given: string | undefined): void {
	if (given === undefined && missing !== undefined) throw usage(command, missing);
	if (given !== undefined && choices?.includes(given) === false)
		throw usage(command, `Unknown ${name} "${given}"; choose ${choices.join(" or ")}`);
}

function parseStrictly(command: string, argv: readonly string[], specs: ArgumentSpec["options"]) {
	const options: ParseArgsOptionsConfig = { help: { type: "boolean", short: "h" } };
	for (const [name, { type, multiple = false }] of Object.entries(specs)) options[name] = { type, multiple };
	try {
		const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
		return { values: values as Readonly<Record<string, unknown>>, positionals };
	} catch (error) {
		const { message } = error as Error;
		const unsure = /^Option '(--[\w-]+)' argument is ambiguous/.exec(message)?.[1];
		if (unsure !== undefined)
			throw usage(command, `${unsure} needs a value; write a value that begins with - as ${unsure}=<value>`);
		// Only the first sentence is for users; the rest is advice about `--`.
		const what = message.split(/\.\s/)[0]?.replace(/\.$/, "") || "The arguments cannot be read";
		const unknown = /^Unknown option '--([^']+)'/.exec(what)?.[1];
		const meant = unknown && closest(unknown, Object.keys(options));
		throw usage(command, what, meant && `--${meant}`);
	}
}

function readValue(command: string, name: string, value: unknown, option: OptionSpec): unknown {
	if (option.type === "boolean") return value === true;
	if (option.multiple) return ((value ?? []) as string[]).map((each) => readText(command, name, each, option));
	const text = (value ?? option.default) as string | undefined;
	return text === undefined ? undefined : readText(command, name, text, option);
}

function readText(command: string, name: string, text: string, option: OptionSpec): string | number {
	if (option.choices && !option.choices.includes(text))
		throw usage(command, `--${name} is "${text}"; choose ${option.choices.join(" or ")}`);
	return option.range ? wholeNumber(command, name, text, option.range) : text;
}

function wholeNumber(command: string, name: string, text: string, { from, to }: { from: number; to: number }): number {
	const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
	if (number >= from && number <= to) return number;
	throw usage(command, `--${name} is "${text}"; give a whole number from ${from} to ${to}`);
}

export function usage(command: string, what: string, suggestion?: string): Failure {
	const why = suggestion ? `Did you mean ${suggestion}?` : undefined;
	return new Failure("input-invalid", { what: `${what}.`, why, todo: `See ${command} --help.` });
}

export function auditTarget(
	command: string,
	domain: string | undefined,
	{ dir, as }: { readonly dir: string | undefined; readonly as: string | undefined },
): { domain: string; folder?: string } {
	if (dir === undefined) {
		if (as !== undefined) throw usage(command, "--as is the domain of a folder, so it needs --dir");
		if (domain === undefined) throw usage(command, "Name a domain");
		if (isFolder(domain))
			throw usage(
				command,
				`"${domain}" is a folder; use --dir for it, and --as for the domain where it will be published`,
			);
		return { domain };
	}
	const name = as ?? domain;
	if (name === undefined) throw usage(command, "--dir needs --as, the domain where the folder will be published");
	if (as !== undefined && domain !== undefined)
		throw usage(command, `Name the domain only once: "${domain}" or --as "${as}"`);
	return { domain: name, folder: resolve(dir) };
}

/** Host names do not look like this. */
function isFolder(text: string): boolean {
	const mayBe = /^(?:\.{0,2}[\\/]|\.{1,2}$|[A-Za-z]:[\\/])/.test(text) || !/[.:]/.test(text);
	return mayBe && statSync(text, { throwIfNoEntry: false })?.isDirectory() === true;
}

export function namedHeaders(
	command: string,
	given: readonly string[],
	{ folder }: { readonly folder?: string },
): NamedHeader[] {
	if (given.length > 0 && folder !== undefined)
		throw usage(command, "--header works only for a public host; a folder is read without requests");
	return given.map(parseNamedHeader);
}
