// npm run report: audits the sample sites and builds the site from their receipts. Needs no network and no server.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readEnvironment } from "#app/environment.ts";
import { rescan } from "#app/rescan.ts";
import { readArguments } from "#cli/arguments.ts";
import { reportFailure } from "#cli/exit-code.ts";
import { rescanCommand } from "#cli/rescan-command.ts";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Receipts of samples live beside the samples, never among the repository's own reports. */
const environment = {
	...process.env,
	SIGHTLINE_REPORTS: path("../samples"),
	SIGHTLINE_DATA: path("../.sightline/samples"),
};

try {
	readArguments("npm run report", process.argv.slice(2), {}, { atMost: 0 });
	const settings = readEnvironment(environment);
	const watchlist = join(settings.reports, "watchlist.json");
	const audited = await rescanCommand([], (request) => rescan({ ...request, watchlist }, settings));
	process.stdout.write("\nBuilding the site …\n");
	const astro = path("../node_modules/astro/bin/astro.mjs");
	const built = spawnSync(process.execPath, [astro, "build", "--silent"], {
		cwd: path(".."),
		env: environment,
		stdio: "inherit",
	});
	if (built.status === 0) {
		process.stdout.write(
			`Built into dist/. To read it:\n  npm run preview\n  then open ${settings.baseUrl}/ (stop with Ctrl+C)\n`,
		);
	}
	process.exitCode = built.status === 0 ? audited : 1;
} catch (error) {
	process.exitCode = reportFailure(error, process.stderr);
}
