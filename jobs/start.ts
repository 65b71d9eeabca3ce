// npm start: the built site with its live API, on this machine.

import { startCommand } from "#cli/start-command.ts";
import { reportFailure } from "#config/exit-code.ts";

const entry = new URL("../dist/server/start.mjs", import.meta.url);

try {
	process.exitCode = await startCommand(process.argv.slice(2), entry);
} catch (error) {
	process.exitCode = reportFailure(error, process.stderr);
}
