import { existsSync } from "node:fs";
import { join } from "node:path";
import { readEnvironment } from "#config/environment.ts";
import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { Failure } from "#core/failure.ts";
import { listen, shownAddress } from "#server/listener/listen.ts";
import { createPreview } from "#server/listener/preview-server.ts";
import type { Io } from "./command-spec.ts";
import type { Given } from "./commands.ts";

/** `sightline preview`, which goes on until it is ended. */
export async function run({ options: { dist } }: Given<"preview">, { stdout, env }: Io): Promise<ExitCode> {
	const settings = readEnvironment(env);
	// A build for a server keeps the pages apart from its program.
	const isForServer = existsSync(join(dist, "client", "index.html"));
	const pages = isForServer ? join(dist, "client") : dist;
	if (!existsSync(join(pages, "index.html")))
		throw new Failure("input-invalid", {
			what: `There is no built site in ${dist}/.`,
			todo: "Run npm run report first.",
		});
	const documents = isForServer ? (await import("./previewed-documents.ts")).previewedDocuments(settings) : undefined;
	await listen(createPreview(pages, settings.baseUrl, documents), settings, "npm run preview");
	stdout.write(`The site: ${shownAddress(settings)} (stop with Ctrl+C)\n`);
	if (isForServer) stdout.write("For the API: npm start\n");
	return EXIT.fine;
}
