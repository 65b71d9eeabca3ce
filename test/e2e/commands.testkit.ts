// Runs the commands of npm on a build that a test has made; never shipped.
import { pathToFileURL } from "node:url";
import { previewCommand } from "#cli/preview-command.ts";
import { startCommand } from "#cli/start-command.ts";
import { reportFailure } from "#config/exit-code.ts";

const [name, dist = "", ...argv] = process.argv.slice(2);
try {
	const entry = pathToFileURL(`${dist}/server/start.mjs`);
	process.exitCode = await (name === "start" ? startCommand(argv, entry) : previewCommand(argv, dist));
} catch (error) {
	process.exitCode = reportFailure(error, process.stderr);
}
