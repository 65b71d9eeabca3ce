import type { Completed, CompletedCommand } from "./completed-words.ts";

/** A script for zsh, as a file of `fpath` or to be sourced. */
export function zshCompletion(program: string, commands: readonly CompletedCommand[]): string {
	const single = commands.filter(({ words }) => words.length === 1);
	const groups = Map.groupBy(
		commands.filter(({ words }) => words.length > 1),
		({ words: [first = ""] }) => first,
	);
	const listed = [
		...single.map(({ words: [name = ""], summary }) => described(name, summary)),
		...[...groups].map(([name, [one]]) => described(name, one?.summary ?? "")),
		described("help", "options, exit codes, examples"),
	];
	const nested = [...groups].map(([name, members]) => {
		const seconds = members.map(({ words: [, second = ""], summary }) => described(second, summary));
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
${commands.map(commandCase).join("\n")}
	esac
}
if [[ \${funcstack[1]} == _${program} ]]; then _${program} "$@"; else compdef _${program} ${program}; fi
`;
}

function commandCase({ words, options, argument }: CompletedCommand): string {
	const specs = options.map(({ name, says, value }) => {
		const explained = `[${quoted(says).replace(/[[\]]/g, "\\$&")}]`;
		// An option may come more than once.
		return value === undefined ? `'*${name}${explained}'` : `'*${name}=${explained}:${name.slice(2)}:${action(value)}'`;
	});
	return `		'${words.join(" ")}') _arguments ${[...specs, `'*:${words.at(-1)}:${action(argument)}'`].join(" \\\n			")} ;;`;
}

function action(completed: Completed): string {
	if (completed === "files") return "_files";
	if (completed === "folders") return "_files -/";
	return completed === "nothing" ? " " : `(${completed.join(" ")})`;
}

function described(name: string, summary: string): string {
	return `'${name}:${quoted(summary)}'`;
}

/** For single quotes; a colon would end the description. */
function quoted(text: string): string {
	return text.replaceAll("'", "'\\''").replaceAll(":", "\\:");
}
