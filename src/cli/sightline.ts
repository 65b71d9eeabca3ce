#!/usr/bin/env node
import module from "node:module";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
// An older Node would only report what it lacks.
if (major < 22 || (major === 22 && minor < 19)) {
	process.stderr.write(
		`sightline: This program needs Node 22.19 or newer; this is ${process.version}. Install it from https://nodejs.org/, or use npm: npx -p node@24 node ${process.argv[1]} --help\n`,
	);
	process.exit(2);
}
// Enables the compile cache for all later modules.
module.enableCompileCache();
const { main, startedAs } = await import("./main.ts");
const { reportFailure } = await import("#config/exit-code.ts");

let unwritten: number | undefined;
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
	// A reader such as head may close the pipe: finish the work all the same.
	if (error.code === "EPIPE") return;
	unwritten ??= reportFailure(error, process.stderr);
	process.exitCode = unwritten;
});
// Standard error is closed: errors cannot be reported.
process.stderr.on("error", () => {});

const { stdout, stderr, env, argv } = process;
const code = await main(argv.slice(2), { stdout, stderr, env, ...startedAs(argv, env) });
process.exitCode = unwritten ?? code;
