import type { Completed, CompletedCommand } from "./completed-words.ts";

/** A script for fish, 3 and newer. */
export function fishCompletion(program: string, commands: readonly CompletedCommand[]): string {
	const first = new Map(commands.toReversed().map(({ words: [name = ""], summary }) => [name, summary]));
	const offered = [...first, ["help", "options, exit codes, examples"] as const].toReversed();
	const second = commands.flatMap(({ words: [a = "", b], summary }) => (b === undefined ? [] : [{ a, b, summary }]));
	return `# fish completion of ${program}. ${program} completion fish > ~/.config/fish/completions/${program}.fish
function __${program}_runs -d "whether the command line begins with exactly these words"
	set -l words (commandline -opc)
	set -l end (math 1 + (count $argv))
	test (count $words) -ge $end; and test "$words[2..$end]" = "$argv"
end
function __${program}_wants -d "whether so many words stand before the cursor"
	test (count (commandline -opc)) -eq $argv[1]
end
complete -c ${program} -f
${offered.map(([name, summary]) => `complete -c ${program} -n '__${program}_wants 1' -a ${name} -d ${quoted(summary)}`).join("\n")}
complete -c ${program} -n '__${program}_wants 2; and __${program}_runs help' -a ${quoted([...first.keys()].join(" "))}
${second.map(({ a, b, summary }) => `complete -c ${program} -n '__${program}_wants 2; and __${program}_runs ${a}' -a ${b} -d ${quoted(summary)}`).join("\n")}
${commands.flatMap((command) => commandLines(program, command)).join("\n")}
`;
}

function commandLines(program: string, { words, options, argument }: CompletedCommand): string[] {
	const begin = `complete -c ${program} -n '__${program}_runs ${words.join(" ")}'`;
	const own = argument === "nothing" ? [] : [`${begin} ${offer(argument)}`];
	const each = options.map(({ name, says, value }) => {
		// Exclusive, unless it takes files: fish would offer them beside the rest.
		const given = value === undefined ? "" : ` ${value === "files" ? "-r" : "-x"} ${offer(value)}`.trimEnd();
		return `${begin} -l ${name.slice(2)}${given} -d ${quoted(says)}`;
	});
	return [...own, ...each];
}

function offer(completed: Completed): string {
	if (completed === "files") return "-F";
	if (completed === "folders") return "-a '(__fish_complete_directories)'";
	return completed === "nothing" ? "" : `-a ${quoted(completed.join(" "))}`;
}

function quoted(text: string): string {
	return `'${text.replace(/['\\]/g, "\\$&")}'`;
}
