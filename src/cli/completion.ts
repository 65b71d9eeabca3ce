import { CHECKS } from "#checks/registry.ts";
import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { PACKAGE } from "#core/brand.ts";
import type { CommandIo, CommandTable } from "./arguments.ts";
import type { Given } from "./commands.ts";

// Static scripts, which start no program per keystroke; @bomb.sh/tab's would start ours every time.
const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

export async function run({ argument }: Given<"completion">, { stdout, commands }: CommandIo): Promise<ExitCode> {
	const checks = CHECKS.map(({ id }) => id);
	stdout.write(SCRIPTS[argument](PACKAGE, completedCommands(commands, checks)));
	return EXIT.fine;
}

type Completed = readonly string[] | "files" | "folders" | "nothing";

interface CompletedOption {
	/** Including its two dashes. */
	readonly name: string;
	readonly says: string;
	/** Undefined for a flag. */
	readonly value?: Completed;
}

interface CompletedCommand {
	/** One word, or two: `log verify`. */
	readonly words: readonly string[];
	readonly summary: string;
	readonly options: readonly CompletedOption[];
	readonly argument: Completed;
}

function completedCommands(table: CommandTable, checks: readonly string[]): CompletedCommand[] {
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

/** By notation in the help: `<file>`, `<folder>`, `<check>`, `receipt.json`. */
function placeOf(written: string, checks: readonly string[]): Completed {
	if (/\bchecks?\b/.test(written)) return checks;
	if (/\b(?:file|json)\b/.test(written)) return "files";
	return /\bfolder\b/.test(written) ? "folders" : "nothing";
}

/** bash 3.2 and newer, without other packages. */
function bashCompletion(program: string, commands: readonly CompletedCommand[]): string {
	const names = [...new Set(commands.map(({ words: [first = ""] }) => first)), "help", "--help", "--version"];
	const second = commands.filter(({ words }) => words.length > 1);
	return `# bash completion of ${program}. In ~/.bashrc: source <(${program} completion bash)
_${program}() {
	local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} name=\${COMP_WORDS[1]} IFS=$'\\n'
	local options= words= place=
	COMPREPLY=()
	# An equals sign is a word of its own: --mode=light is three.
	[[ $cur == = ]] && cur= && prev=\${COMP_WORDS[COMP_CWORD-1]}
	[[ $prev == = ]] && prev=\${COMP_WORDS[COMP_CWORD-2]}
	if ((COMP_CWORD == 1)); then
		words='${newlines(names)}'
	elif [[ $name == help ]]; then
		((COMP_CWORD == 2)) && words='${newlines(names.filter((each) => !/^(?:help|--.*)$/.test(each)))}'
	else
		case $name in
${second.map(({ words: [a, b] }) => `		${a}) if ((COMP_CWORD == 2)); then words='${b}'; else name="${a} \${COMP_WORDS[2]}"; fi ;;`).join("\n")}
		esac
		case $name in
${commands.map(bashCase).join("\n")}
		esac
	fi
	[[ $cur == -* && -z $place ]] && words=$options
	case $place in
		files) COMPREPLY=($(compgen -f -- "$cur")); compopt -o filenames 2>/dev/null ;;
		folders) COMPREPLY=($(compgen -d -- "$cur")); compopt -o filenames 2>/dev/null ;;
		*) [[ -n $words ]] && COMPREPLY=($(compgen -W "$words" -- "$cur")) ;;
	esac
}
complete -F _${program} ${program}
`;
}

function bashCase({ words, options, argument }: CompletedCommand): string {
	const values = options.flatMap(({ name, value }) =>
		value === undefined ? [] : [`${name}) ${offerInBash(value)} ;;`],
	);
	const own = argument === "nothing" ? "" : `[[ $cur != -* ]] && { ${offerInBash(argument)}; }`;
	return `		'${words.join(" ")}')
			options='${newlines(options.map(({ name }) => name))}'
			case $prev in
				${[...values, `*) ${own || ":"} ;;`].join("\n				")}
			esac ;;`;
}

function offerInBash(completed: Completed): string {
	if (completed === "nothing") return "place=nothing";
	return typeof completed === "string" ? `place=${completed}` : `words='${newlines(completed)}' place=words`;
}

/** None of our words contains a quote or a space. */
function newlines(words: readonly string[]): string {
	return words.join("\n");
}

/** For `fpath`, or to be sourced. */
function zshCompletion(program: string, commands: readonly CompletedCommand[]): string {
	const single = commands.filter(({ words }) => words.length === 1);
	const groups = Map.groupBy(
		commands.filter(({ words }) => words.length > 1),
		({ words: [first = ""] }) => first,
	);
	const listed = [
		...single.map(({ words: [name = ""], summary }) => zshItem(name, summary)),
		...[...groups].map(([name, [one]]) => zshItem(name, one?.summary ?? "")),
		zshItem("help", "options, exit codes, examples"),
	];
	const nested = [...groups].map(([name, members]) => {
		const seconds = members.map(({ words: [, second = ""], summary }) => zshItem(second, summary));
		return `		${name})
			if ((CURRENT == 3)); then
				local -a seconds=(${seconds.join(" ")})
				_describe command seconds
				return
			fi
			name="$name $words[3]"
			shift words; ((CURRENT--)) ;;`;
	});
	return `#compdef ${program}
# zsh completion of ${program}. In ~/.zshrc, after compinit: source <(${program} completion zsh)
_${program}() {
	local name=$words[2]
	local -a names=(
		${listed.join("\n		")}
	)
	if ((CURRENT == 2)) || [[ $name == help ]]; then
		_describe command names
		return
	fi
	case $name in
${nested.join("\n")}
	esac
	shift words; ((CURRENT--))
	case $name in
${commands.map(zshCase).join("\n")}
	esac
}
if [[ \${funcstack[1]} == _${program} ]]; then _${program} "$@"; else compdef _${program} ${program}; fi
`;
}

function zshCase({ words, options, argument }: CompletedCommand): string {
	const specs = options.map(({ name, says, value }) => {
		const explained = `[${zshText(says).replace(/[[\]]/g, "\\$&")}]`;
		// The option may be repeated.
		return value === undefined
			? `'*${name}${explained}'`
			: `'*${name}=${explained}:${name.slice(2)}:${zshAction(value)}'`;
	});
	return `		'${words.join(" ")}') _arguments ${[...specs, `'*:${words.at(-1)}:${zshAction(argument)}'`].join(" \\\n			")} ;;`;
}

function zshAction(completed: Completed): string {
	if (completed === "files") return "_files";
	if (completed === "folders") return "_files -/";
	return completed === "nothing" ? " " : `(${completed.join(" ")})`;
}

function zshItem(name: string, summary: string): string {
	return `'${name}:${zshText(summary)}'`;
}

/** Inside single quotes; a colon would end the description. */
function zshText(text: string): string {
	return text.replaceAll("'", "'\\''").replaceAll(":", "\\:");
}

/** fish 3 and newer. */
function fishCompletion(program: string, commands: readonly CompletedCommand[]): string {
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
${offered.map(([name, summary]) => `complete -c ${program} -n '__${program}_wants 1' -a ${name} -d ${fishText(summary)}`).join("\n")}
complete -c ${program} -n '__${program}_wants 2; and __${program}_runs help' -a ${fishText([...first.keys()].join(" "))}
${second.map(({ a, b, summary }) => `complete -c ${program} -n '__${program}_wants 2; and __${program}_runs ${a}' -a ${b} -d ${fishText(summary)}`).join("\n")}
${commands.flatMap((command) => fishLines(program, command)).join("\n")}
`;
}

function fishLines(program: string, { words, options, argument }: CompletedCommand): string[] {
	const begin = `complete -c ${program} -n '__${program}_runs ${words.join(" ")}'`;
	const own = argument === "nothing" ? [] : [`${begin} ${offerInFish(argument)}`];
	const each = options.map(({ name, says, value }) => {
		// Exclusive, unless it takes files: otherwise fish would offer files too.
		const given = value === undefined ? "" : ` ${value === "files" ? "-r" : "-x"} ${offerInFish(value)}`.trimEnd();
		return `${begin} -l ${name.slice(2)}${given} -d ${fishText(says)}`;
	});
	return [...own, ...each];
}

function offerInFish(completed: Completed): string {
	if (completed === "files") return "-F";
	if (completed === "folders") return "-a '(__fish_complete_directories)'";
	return completed === "nothing" ? "" : `-a ${fishText(completed.join(" "))}`;
}

function fishText(text: string): string {
	return `'${text.replace(/['\\]/g, "\\$&")}'`;
}
