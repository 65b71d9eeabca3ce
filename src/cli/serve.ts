import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { Failure } from "#core/failure.ts";
import type { Io } from "./arguments.ts";
import type { Given } from "./commands.ts";

/** The server reads the process's environment and goes on by itself. @throws Failure `input-invalid` without one */
export async function run({ options: { dist } }: Given<"serve">, { stderr }: Io): Promise<ExitCode> {
	const entry = resolve(dist, "server", "start.mjs");
	if (!existsSync(entry))
		throw new Failure("input-invalid", {
			what: `There is no built server in ${join(dist, "server")}/.`,
			why: "Nothing has been built yet, or it was built for another home (SIGHTLINE_ADAPTER).",
			todo: "Run npm run build first.",
		});
	try {
		await import(pathToFileURL(entry).href);
		return EXIT.fine;
	} catch (error) {
		const { reportStart } = await import("#server/listener/start-server.ts");
		return reportStart(error, stderr);
	}
}
