// npm run rescan: audits the watchlist and keeps the receipts.
import { join } from "node:path";
import { rescanCommand } from "#cli/rescan-command.ts";
import { readEnvironment } from "#config/environment.ts";
import { reportFailure } from "#config/exit-code.ts";
import { rescan } from "#rescan/rescan.ts";

try {
	process.exitCode = await rescanCommand(process.argv.slice(2), (request) => {
		const settings = readEnvironment(process.env);
		return rescan({ ...request, watchlist: request.watchlist ?? join(settings.reports, "watchlist.json") }, settings);
	});
} catch (error) {
	process.exitCode = reportFailure(error, process.stderr);
}
