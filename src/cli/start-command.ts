import { existsSync } from "node:fs";
import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { Failure } from "#core/failure.ts";
import { readArguments } from "./arguments.ts";

const START_HELP = `npm start serves the built site and its live API (npm run build makes them); Ctrl+C ends it.
HOST and PORT say where it listens; docs/operating.md lists the other settings.
`;

/**
 * The command that starts the built server, which then goes on by itself.
 * @param entry module of the built server
 * @throws Failure `input-invalid`, also from the built program
 */
export async function startCommand(argv: readonly string[], entry: URL): Promise<ExitCode> {
	const options = { help: { type: "boolean", short: "h", default: false } } as const;
	const { values } = readArguments("npm start --", argv, options, { atMost: 0 });
	if (values.help) {
		process.stdout.write(START_HELP);
		return EXIT.fine;
	}
	if (!existsSync(entry)) {
		throw new Failure("input-invalid", {
			what: "There is no built server in dist/server/.",
			why: "Nothing has been built yet, or it was built for another home (SIGHTLINE_ADAPTER).",
			todo: "Run npm run build first.",
		});
	}
	await import(entry.href);
	return EXIT.fine;
}
