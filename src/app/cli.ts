#!/usr/bin/env node
import { main } from "#cli/main.ts";
import { readEnvironment } from "./environment.ts";

const settings = () => readEnvironment(process.env);

process.exitCode = await main(process.argv.slice(2), {
	audit: async (request) => (await import("./single-audit.ts")).singleAudit(request, settings()),
	simulate: async (request) => (await import("./simulated-audit.ts")).simulatedAudit(request, settings()),
	replay: async (path) => (await import("./replay.ts")).replay(path, settings()),
	verify: async (request) => (await import("./verify-receipt/verify-receipt.ts")).verifyReceipt(request, settings()),
});
