// npm start: the built site with its live API, on this machine.
import { existsSync } from "node:fs";
import { readArguments } from "#cli/arguments.ts";
import { reportFailure } from "#cli/exit-code.ts";
import { Failure } from "#core/failure.ts";

const entry = new URL("../dist/server/start.mjs", import.meta.url);

try {
	readArguments("npm start", process.argv.slice(2), {}, { atMost: 0 });
	if (!existsSync(entry)) {
		throw new Failure("input-invalid", {
			what: "There is no built server in dist/server/.",
			why: "Nothing has been built yet, or it was built for another home (SIGHTLINE_ADAPTER).",
			todo: "Run npm run build first.",
		});
	}
	await import(entry.href);
} catch (error) {
	process.exitCode = reportFailure(error, process.stderr);
}
