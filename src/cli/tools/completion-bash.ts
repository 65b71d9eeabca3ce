import type { Completed, CompletedCommand } from "./completed-words.ts";

/** A script for bash, 3.2 and newer; it needs no other package. */
export function bashCompletion(program: string, commands: readonly CompletedCommand[]): string {
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
		words='${lines(names)}'
	elif [[ $name == help ]]; then
		((COMP_CWORD == 2)) && words='${lines(names.filter((each) => !/^(?:help|--.*)$/.test(each)))}'
	else
		case $name in
${second.map(({ words: [a, b] }) => `		${a}) if ((COMP_CWORD == 2)); then words='${b}'; else name="${a} \${COMP_WORDS[2]}"; fi ;;`).join("\n")}
		esac
		case $name in
${commands.map(commandCase).join("\n")}
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

function commandCase({ words, options, argument }: CompletedCommand): string {
	const values = options.flatMap(({ name, value }) => (value === undefined ? [] : [`${name}) ${offer(value)} ;;`]));
	const own = argument === "nothing" ? "" : `[[ $cur != -* ]] && { ${offer(argument)}; }`;
	return `		'${words.join(" ")}')
			options='${lines(options.map(({ name }) => name))}'
			case $prev in
				${[...values, `*) ${own || ":"} ;;`].join("\n				")}
			esac ;;`;
}

/** Sets what is offered; where nothing can be listed, nothing is. */
function offer(completed: Completed): string {
	if (completed === "nothing") return "place=nothing";
	return typeof completed === "string" ? `place=${completed}` : `words='${lines(completed)}' place=words`;
}

/** None of our words has a quote or a space in it. */
function lines(words: readonly string[]): string {
	return words.join("\n");
}
