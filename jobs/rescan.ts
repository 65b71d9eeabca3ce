// npm run rescan: audits the watchlist and keeps the receipts.
import { join } from "node:path";
import { readEnvironment } from "#app/environment.ts";
import { rescan } from "#app/rescan.ts";
import { reportFailure } from "#cli/exit-code.ts";
import { rescanCommand } from "#cli/rescan-command.ts";

try {
	process.exitCode = await rescanCommand(process.argv.slice(2), (request) => {
		const settings = readEnvironment(process.env);
		return rescan({ ...request, watchlist: request.watchlist ?? join(settings.reports, "watchlist.json") }, settings);
	});
} catch (error) {
	process.exitCode = reportFailure(error, process.stderr);
}
