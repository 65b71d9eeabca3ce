// npm run seal: takes new receipts and rechecks into the log, and signs it.
import { readEnvironment } from "#app/environment.ts";
import { newKey, seal } from "#app/seal.ts";
import { reportFailure } from "#cli/exit-code.ts";
import { sealCommand } from "#cli/seal-command.ts";

try {
	process.exitCode = await sealCommand(process.argv.slice(2), {
		seal: (request) => seal(request, readEnvironment(process.env)),
		newKey: () => newKey(readEnvironment(process.env)),
	});
} catch (error) {
	process.exitCode = reportFailure(error, process.stderr);
}
