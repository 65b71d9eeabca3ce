import { readEnvironment } from "#config/environment.ts";
import { EXIT, type ExitCode, reportFailure } from "#config/exit-code.ts";
import { openLocalHost } from "#mcp/local-host.ts";
import { serveOverStdio } from "#mcp/server.ts";
import type { Io } from "../arguments.ts";
import type { Given } from "../commands.ts";

/** Standard output belongs to the protocol; everything else goes to standard error. */
export async function run(_given: Given<"mcp">, { stderr, env }: Io): Promise<ExitCode> {
	const host = openLocalHost(readEnvironment(env), (error) => reportFailure(error, stderr, env));
	try {
		await serveOverStdio(host);
		return EXIT.fine;
	} finally {
		await host.close();
	}
}
