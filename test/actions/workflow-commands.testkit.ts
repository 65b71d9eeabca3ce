/** A workflow command in a step's output, parsed like the runner. */
export interface WorkflowCommand {
	readonly name: string;
	readonly properties: Readonly<Record<string, string>>;
	readonly message: string;
}

/** Known commands; other lines of that form are text. */
const NAMES = new Set(
	"add-mask add-matcher add-path debug echo endgroup error group notice remove-matcher save-state set-env set-output stop-commands warning".split(
		" ",
	),
);

/** Commands in a log, except between `stop-commands` and its token. Both forms; the old `##[…]` anywhere in a line. */
export function readCommands(log: string): WorkflowCommand[] {
	const commands: WorkflowCommand[] = [];
	let stoppedUntil: string | undefined;
	for (const line of log.split(/\r\n|\n|\r/)) {
		if (stoppedUntil !== undefined) {
			if (line.trim() === `::${stoppedUntil}::`) stoppedUntil = undefined;
			continue;
		}
		const command = readCommand(line);
		if (command === undefined) continue;
		if (command.name === "stop-commands") stoppedUntil = command.message;
		commands.push(command);
	}
	return commands;
}

function readCommand(line: string): WorkflowCommand | undefined {
	const [, head, message = ""] =
		/^\s*::(.*?)::(.*)$/.exec(line) ?? /##\[(.*?)\](.*)$/.exec(line) ?? ([] as readonly (string | undefined)[]);
	if (head === undefined) return undefined;
	const [, name = "", given = ""] = /^([^\s]*)\s*(.*)$/.exec(head) ?? [];
	if (!NAMES.has(name.toLowerCase())) return undefined;
	const pairs = given.split(/[,;]/).map((pair) => pair.split("="));
	const properties = pairs
		.filter(([key, value]) => key && value)
		.map(([key = "", ...value]) => [key.trim(), unescaped(value.join("="))]);
	return { name: name.toLowerCase(), properties: Object.fromEntries(properties), message: unescaped(message) };
}

function unescaped(text: string): string {
	const characters: Readonly<Record<string, string>> = {
		"%0D": "\r",
		"%0A": "\n",
		"%3A": ":",
		"%2C": ",",
		"%3B": ";",
		"%5D": "]",
		"%25": "%",
	};
	return text.replace(/%(?:0D|0A|3A|2C|3B|5D|25)/gi, (code) => characters[code.toUpperCase()] ?? code);
}

/** Names and values of a file such as GITHUB_OUTPUT: `name=value`, or `name<<end` and lines up to `end`. */
export function readNamedValues(text: string): Record<string, string> {
	const values: Record<string, string> = {};
	const lines = text.split(/\r?\n/);
	for (let at = 0; at < lines.length; at++) {
		const line = lines[at] ?? "";
		const [, name, operator, rest = ""] = /^(.*?)(<<|=)(.*)$/.exec(line) ?? [];
		if (line === "") continue;
		if (name === undefined) throw new Error(`The runner cannot read this line: ${line}`);
		if (operator === "=") {
			values[name] = rest;
			continue;
		}
		const end = lines.indexOf(rest, at + 1);
		if (end === -1) throw new Error(`The value of ${name} does not end with ${rest}`);
		values[name] = lines.slice(at + 1, end).join("\n");
		at = end;
	}
	return values;
}
