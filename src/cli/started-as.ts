import { basename, relative, sep } from "node:path";
import { PACKAGE, VERSION } from "#core/brand.ts";

/**
 * How this program was started, as a person would type it again in a shell, with its arguments.
 * @param argv as the process has it: Node, the program, its arguments
 * @param env as npm leaves it to what it starts
 */
export function startedAs(argv: readonly string[], env: NodeJS.ProcessEnv, folder = process.cwd()): string {
	const [, program = "", ...given] = argv;
	return [starter(program, env, folder), ...given.map(shellWord)].join(" ");
}

function starter(program: string, env: NodeJS.ProcessEnv, folder: string): string {
	if (env.npm_command === "run-script" && env.npm_lifecycle_event === PACKAGE) return `npm run -s ${PACKAGE} --`;
	if (env.npm_command === "exec") return `npx ${PACKAGE}@${VERSION}`;
	if (program.includes(`${sep}node_modules${sep}`)) return `npx ${PACKAGE}`;
	if (basename(program) === PACKAGE) return PACKAGE;
	const near = relative(folder, program);
	return `node ${shellWord(near.startsWith("..") ? program : near)}`;
}

function shellWord(text: string): string {
	return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
