import { EXIT, type ExitCode, reportFailure } from "#config/exit-code.ts";
import { PRODUCT, REFUSAL, VERSION } from "#core/brand.ts";
import { usage } from "./arguments.ts";
import { auditCommand, type RunAudit } from "./audit-command.ts";
import { type RunReplay, replayCommand } from "./replay-command.ts";
import { type RunSimulate, simulateCommand } from "./simulate-command.ts";
import { type RunVerify, verifyCommand } from "./verify-command.ts";

/** The program behind the commands; wired in `app/`, each part only when a command asks for it. */
export interface Program {
	readonly audit: RunAudit;
	readonly simulate: RunSimulate;
	readonly replay: RunReplay;
	readonly verify: RunVerify;
}

const HELP = `${PRODUCT} ${VERSION}: how ready is a website for search engines and AI agents, with evidence.

Usage
  sightline audit <domain>          audit a public website
  sightline audit --dir D --as X    audit a built site in a folder before it ships
  sightline simulate <domain>       compute what each fix would do to the score
  sightline replay <receipt.json>   judge a receipt's evidence again
  sightline verify <what>           check a receipt against the log: a file, an
                                    address of a Sightline site, or a domain

  sightline <command> --help        options, exit codes, examples
  sightline --version

${REFUSAL}
`;

export async function main(argv: readonly string[], program: Program): Promise<ExitCode> {
	const [command, ...rest] = argv;
	try {
		switch (command) {
			case "audit":
				return await auditCommand(rest, program.audit);
			case "simulate":
				return await simulateCommand(rest, program.simulate);
			case "replay":
				return await replayCommand(rest, program.replay);
			case "verify":
				return await verifyCommand(rest, program.verify);
			case "--version":
			case "-v":
				process.stdout.write(`${VERSION}\n`);
				return EXIT.fine;
			case undefined:
				process.stderr.write(HELP);
				return EXIT.badInput;
			case "help":
			case "--help":
			case "-h":
				process.stdout.write(HELP);
				return EXIT.fine;
			default:
				throw usage("sightline", `There is no command "${command}"`);
		}
	} catch (error) {
		return reportFailure(error, process.stderr);
	}
}
