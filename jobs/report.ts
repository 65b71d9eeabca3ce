// npm run report: audits the sample sites, seals their receipts into a log and builds the site. Needs no network and no server.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readArguments } from "#cli/arguments.ts";
import { rescanCommand } from "#cli/rescan-command.ts";
import { sealCommand } from "#cli/seal-command.ts";
import { verifyLogCommand } from "#cli/verify-log-command.ts";
import { readEnvironment } from "#config/environment.ts";
import { EXIT, reportFailure } from "#config/exit-code.ts";
import { verifyLog } from "#receipts/log-audit/verify-log.ts";
import { sampleLogEnvironment } from "#receipts/seal/sample-log.ts";
import { newKey, seal } from "#receipts/seal/seal.ts";
import { rescan } from "#rescan/rescan.ts";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const say = (text: string) => process.stdout.write(text);

try {
	readArguments("npm run report", process.argv.slice(2), {}, { atMost: 0 });
	// Receipts of samples live beside the samples, never among the repository's own reports.
	const environment = {
		...process.env,
		...(await sampleLogEnvironment()),
		SIGHTLINE_REPORTS: path("../samples"),
		SIGHTLINE_DATA: path("../.sightline/samples"),
	};
	const settings = readEnvironment(environment);
	const watchlist = join(settings.reports, "watchlist.json");
	const ends = [await rescanCommand([], (request) => rescan({ ...request, watchlist }, settings))];
	say("\n");
	const begin = existsSync(join(settings.reports, "log", "checkpoint")) ? [] : ["--new-log"];
	ends.push(await sealCommand(begin, { seal: (request) => seal(request, settings), newKey: () => newKey(settings) }));
	say("\n");
	ends.push(await verifyLogCommand([], (request) => verifyLog(request, settings)));
	say("\nBuilding the site …\n");
	const built = spawnSync(process.execPath, [path("../node_modules/astro/bin/astro.mjs"), "build", "--silent"], {
		cwd: path(".."),
		env: environment,
		stdio: "inherit",
	});
	if (built.status === 0) {
		say(`Built into dist/. To read it:\n  npm run preview\n  then open ${settings.baseUrl}/ (stop with Ctrl+C)\n`);
	}
	ends.push(built.status === 0 ? EXIT.fine : EXIT.under);
	process.exitCode = Math.max(...ends);
} catch (error) {
	process.exitCode = reportFailure(error, process.stderr);
}
