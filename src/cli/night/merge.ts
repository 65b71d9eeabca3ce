import { join } from "node:path";
import { readEnvironment } from "#config/environment.ts";
import type { ExitCode } from "#config/exit-code.ts";
import { requireFolder } from "#config/named-file.ts";
import { mergeShards } from "#rescan/merge-shards.ts";
import type { Io } from "../command-spec.ts";
import type { Given } from "../commands.ts";
import { createTally, rescanExitCode, rescanReport } from "../rescan.ts";
import { createInk } from "../terminal.ts";

/** `sightline merge` */
export async function run({ argument, options }: Given<"merge">, { stdout, env }: Io): Promise<ExitCode> {
	const settings = readEnvironment(env);
	await requireFolder(settings.reports, "SIGHTLINE_REPORTS");
	const watchlist = options.watchlist ?? join(settings.reports, "watchlist.json");
	const { lines, runFile } = await mergeShards(argument, watchlist, settings);
	const tally = createTally();
	for (const line of lines) tally.add(line);
	if (options.json) stdout.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
	else stdout.write(rescanReport(tally, runFile, createInk(stdout)));
	return rescanExitCode(tally);
}
