import { existsSync } from "node:fs";
import { join } from "node:path";
import { readEnvironment } from "#config/environment.ts";
import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { Failure } from "#core/failure.ts";
import { listen, shownAddress } from "#server/listener/listen.ts";
import { createPreview } from "#server/listener/site-files.ts";
import { readArguments } from "./arguments.ts";

const PREVIEW_HELP = `npm run preview serves the built pages of dist/ as a static host does, without the live API; Ctrl+C ends it.
HOST and PORT say where it listens; docs/operating.md lists the other settings.
`;

/**
 * The command that shows a built site, and goes on until it is ended.
 * @param dist the build's output
 * @throws Failure `input-invalid`
 */
export async function previewCommand(argv: readonly string[], dist: string): Promise<ExitCode> {
	const options = { help: { type: "boolean", short: "h", default: false } } as const;
	const { values } = readArguments("npm run preview --", argv, options, { atMost: 0 });
	if (values.help) {
		process.stdout.write(PREVIEW_HELP);
		return EXIT.fine;
	}
	const settings = readEnvironment(process.env);
	// A build for a server keeps the pages apart from its program.
	const isForServer = existsSync(join(dist, "client", "index.html"));
	const pages = isForServer ? join(dist, "client") : dist;
	if (!existsSync(join(pages, "index.html"))) {
		throw new Failure("input-invalid", { what: "There is no built site in dist/.", todo: "Run npm run report first." });
	}
	await listen(createPreview(pages, settings.baseUrl), settings, "npm run preview");
	process.stdout.write(`The site: ${shownAddress(settings)} (stop with Ctrl+C)\n`);
	if (isForServer) process.stdout.write("For the API: npm start\n");
	return EXIT.fine;
}
