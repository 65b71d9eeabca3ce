import { CHECKS } from "#checks/registry.ts";
import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { PACKAGE } from "#core/brand.ts";
import type { CommandIo } from "../command-spec.ts";
import type { Given } from "../commands.ts";
import { completedCommands } from "./completed-words.ts";
import { bashCompletion } from "./completion-bash.ts";
import { fishCompletion } from "./completion-fish.ts";
import { zshCompletion } from "./completion-zsh.ts";

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

/** `sightline completion`: the script by which a shell completes our command line. */
export async function run({ argument }: Given<"completion">, { stdout, commands }: CommandIo): Promise<ExitCode> {
	const checks = CHECKS.map(({ id }) => id);
	stdout.write(SCRIPTS[argument](PACKAGE, completedCommands(commands, checks)));
	return EXIT.fine;
}
