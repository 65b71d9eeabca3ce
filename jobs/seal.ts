// npm run seal: takes new receipts and rechecks into the log, and signs it.

import { sealCommand } from "#cli/seal-command.ts";
import { readEnvironment } from "#config/environment.ts";
import { reportFailure } from "#config/exit-code.ts";
import { newKey, seal } from "#receipts/seal/seal.ts";

try {
	process.exitCode = await sealCommand(process.argv.slice(2), {
		seal: (request) => seal(request, readEnvironment(process.env)),
		newKey: () => newKey(readEnvironment(process.env)),
	});
} catch (error) {
	process.exitCode = reportFailure(error, process.stderr);
}
