// npm run verify: recomputes the log and everything that it commits to, and says which file is wrong.
import { readEnvironment } from "#app/environment.ts";
import { verifyLog } from "#app/verify-log.ts";
import { reportFailure } from "#cli/exit-code.ts";
import { verifyLogCommand } from "#cli/verify-log-command.ts";

try {
	process.exitCode = await verifyLogCommand(process.argv.slice(2), (request) =>
		verifyLog(request, readEnvironment(process.env)),
	);
} catch (error) {
	process.exitCode = reportFailure(error, process.stderr);
}
