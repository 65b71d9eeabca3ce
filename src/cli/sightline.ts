#!/usr/bin/env node
import { readEnvironment } from "#config/environment.ts";
import { main } from "./main.ts";

const settings = () => readEnvironment(process.env);

process.exitCode = await main(process.argv.slice(2), {
	audit: async (request) => (await import("./single-audit.ts")).singleAudit(request, settings()),
	simulate: async (request) => (await import("./simulated-audit.ts")).simulatedAudit(request, settings()),
	replay: async (path) => (await import("./replay.ts")).replay(path, settings()),
	verify: async (request) => (await import("#receipts/verify/verify-receipt.ts")).verifyReceipt(request, settings()),
});
