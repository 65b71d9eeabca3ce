// npm run verify: recomputes the log and everything that it commits to, and says which file is wrong.

import { verifyLogCommand } from "#cli/verify-log-command.ts";
import { readEnvironment } from "#config/environment.ts";
import { reportFailure } from "#config/exit-code.ts";
import { verifyLog } from "#receipts/log-audit/verify-log.ts";

try {
	process.exitCode = await verifyLogCommand(process.argv.slice(2), (request) =>
		verifyLog(request, readEnvironment(process.env)),
	);
} catch (error) {
	process.exitCode = reportFailure(error, process.stderr);
}
