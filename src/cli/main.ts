import { readFileSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";
import { EXIT, type ExitCode, reportFailure } from "#config/exit-code.ts";
import { PACKAGE, shellWord, VERSION } from "#core/brand.ts";
import { closest } from "#core/wording.ts";
import { type CommandSpec, type Io, readArguments, usage } from "./arguments.ts";
import { COMMANDS } from "./commands.ts";
import type { Output } from "./terminal.ts";

/** The command line without its process. `serve` and `preview` keep running after the exit code. */
export async function main(argv: readonly string[], io: Io): Promise<ExitCode> {
	try {
		return await runCommandLine(argv, io);
	} catch (error) {
		return reportFailure(error, io.stderr, io.env);
	}
}

async function runCommandLine(argv: readonly string[], io: Io): Promise<ExitCode> {
	const [first, ...rest] = argv;
	switch (first) {
		case "--version":
		case "-v":
			io.stdout.write(`${VERSION}\n`);
			return EXIT.fine;
		case undefined:
			io.stderr.write((await import("./help.ts")).overview());
			return EXIT.badInput;
		case "help":
		case "--help":
		case "-h":
			return printHelp(rest.length > 0 ? findCommand(rest).command : undefined, io);
	}
	const { name, command, rest: own } = findCommand(argv);
	const given = readArguments(`sightline ${name}`, own, command);
	if (given.help) return printHelp(command, io);
	const { run } = await command.load();
	const { stdout, ...others } = io;
	const { output } = given.options;
	const start = (to: Output) => run(given as never, { ...others, stdout: to, commands: COMMANDS });
	// Commands with several outputs write them themselves.
	if (typeof output !== "string") return start(stdout);
	return (await import("./output-file.ts")).writeInto(output, stdout, start);
}

async function printHelp(command: CommandSpec | undefined, { stdout }: Io): Promise<ExitCode> {
	const { commandHelp, overview } = await import("./help.ts");
	stdout.write(command ? commandHelp(command) : overview());
	return EXIT.fine;
}

/** Command names may have two words. */
function findCommand(argv: readonly string[]) {
	for (const words of [2, 1]) {
		const name = argv.slice(0, words).join(" ");
		const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
		if (command) return { name, command, rest: argv.slice(words) };
	}
	const [first = ""] = argv;
	const names = [...Object.keys(COMMANDS), "help", "--help", "--version"];
	const meant = names.find((name) => name.startsWith(`${first} `)) ?? closest(first, names);
	throw usage("sightline", `Unknown command "${first}"`, meant && `sightline ${meant}`);
}

/** The command for a shell. @param argv Node, the program, its arguments @param env as npm passes it to children */
export function startedAs(argv: readonly string[], env: NodeJS.ProcessEnv, folder = process.cwd()) {
	const [, file = "", ...given] = argv;
	const program = starter(file, env, folder);
	return { program, started: [program, ...given.map(shellWord)].join(" ") };
}

function starter(program: string, env: NodeJS.ProcessEnv, folder: string): string {
	if (env.npm_command === "run-script" && env.npm_lifecycle_event === PACKAGE) return `npm run -s ${PACKAGE} --`;
	const root = program.split(`${sep}node_modules${sep}`).slice(0, -1).join(`${sep}node_modules${sep}`);
	const fetched = root === "" ? undefined : fetchedAs(root);
	if (fetched !== undefined) return `npx ${shellWord(fetched)}`;
	// If nothing is installed, npx would look for our name in the registry.
	if (root !== "" && `${folder}${sep}`.startsWith(`${root}${sep}`)) return `npx --no ${PACKAGE}`;
	if (root === "" && basename(program) === PACKAGE) return PACKAGE;
	const near = relative(folder, program);
	return `node ${shellWord(near.startsWith("..") ? program : near)}`;
}

/** The package spec that npx recorded in its install folder; undefined for other folders. */
function fetchedAs(root: string): string | undefined {
	try {
		return JSON.parse(readFileSync(join(root, "package.json"), "utf8"))._npx?.packages?.[0];
	} catch {
		// npx folders have a readable package.json.
		return undefined;
	}
}
