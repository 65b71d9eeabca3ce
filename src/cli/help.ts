import { EXIT } from "#config/exit-code.ts";
import { PRODUCT, REFUSAL, VERSION } from "#core/brand.ts";
import type { CommandGroup, CommandSpec } from "./arguments.ts";
import { COMMANDS } from "./commands.ts";
import { fold, report, titled } from "./terminal.ts";

const WIDTH = 80;
const GROUPS: Readonly<Record<CommandGroup, string>> = {
	audit: "Audit a website",
	receipts: "Check what an audit said",
	watchlist: "Audit a watchlist, night after night",
	installation: "Run an installation",
	tools: "Understand it, and connect it",
};
const HELP_OPTION = { type: "boolean", says: "print this text" } as const;

export function overview(): string {
	const sections = Object.entries(GROUPS).map(([group, title]) => {
		const commands = Object.entries(COMMANDS).filter(([, command]) => command.group === group);
		return titled(title, rows(commands.map(([name, { summary }]) => [name, summary])));
	});
	const more = rows([
		["sightline help <command>", "options, exit codes, examples"],
		["sightline --version", "the program's version"],
	]);
	const lead = `${PRODUCT} ${VERSION}: how ready is a website for search engines and AI agents, with evidence.`;
	return report([[lead], ["Usage", "  sightline <command> [options]"], ...sections, more, [REFUSAL]]);
}

export function commandHelp(command: CommandSpec): string {
	const { summary, usage, about = "", environment = {}, exits, examples = [] } = command;
	return report([
		fold(summary, WIDTH, 0),
		["Usage", ...usage.map((line) => `  sightline ${line}`)],
		...about
			.split("\n\n")
			.filter(Boolean)
			.map((text) => (text.startsWith(" ") ? text.split("\n") : fold(text, WIDTH, 0))),
		["Options", ...rows(optionsOf(command))],
		titled("Environment", rows(Object.entries(environment))),
		["Exit codes", ...rows(Object.entries({ ...exits, [EXIT.defect]: "a bug in this program" }))],
		titled(
			"Examples",
			examples.map((line) => `  sightline ${line}`),
		),
	]);
}

export function reference(): string {
	const block = (help: string) => `\`\`\`\n${help}\`\`\``;
	const commands = Object.entries(COMMANDS).map(([name, command]) => `## ${name}\n\n${block(commandHelp(command))}`);
	const lead =
		"In a checkout, run `npm run -s sightline -- <command>`. Written by `npm run docs` from src/cli/commands.ts.";
	return `${["# The command line", lead, block(overview()), ...commands].join("\n\n")}\n`;
}

function optionsOf({ options }: Pick<CommandSpec, "options">): [string, string][] {
	return Object.entries({ ...options, help: HELP_OPTION }).map(([name, option]) => [
		"value" in option ? `--${name} ${option.value}` : `--${name}`,
		"multiple" in option && option.multiple ? `${option.says}; may be given several times` : option.says,
	]);
}

function rows(pairs: readonly (readonly [string, string])[]): string[] {
	const column = Math.min(26, Math.max(...pairs.map(([left]) => left.length)) + 4);
	return pairs.flatMap(([left, right]) => {
		const lines = fold(right, WIDTH, column);
		const own = `  ${left}`;
		if (own.length + 2 > column) return [own, ...lines];
		return [own.padEnd(column) + (lines[0] ?? "").trimStart(), ...lines.slice(1)];
	});
}
