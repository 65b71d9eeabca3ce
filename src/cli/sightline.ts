#!/usr/bin/env node
import { enableCompileCache } from "node:module";

// First of all, so that every module after this one is read from the cache of compiled code.
enableCompileCache();
const { main } = await import("./main.ts");
const { reportFailure } = await import("#config/exit-code.ts");

let unwritten: number | undefined;
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
	// Whoever reads no further, such as head, has what it wanted: the work is done to its end all the same.
	if (error.code === "EPIPE") return;
	unwritten ??= reportFailure(error, process.stderr);
	process.exitCode = unwritten;
});
// There is nobody left to tell.
process.stderr.on("error", () => {});

const code = await main(process.argv.slice(2), process);
process.exitCode = unwritten ?? code;
