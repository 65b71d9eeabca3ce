#!/usr/bin/env node
import { enableCompileCache } from "node:module";

// First of all, so that every module after this one is read from the cache of compiled code.
enableCompileCache();
const { main } = await import("./main.ts");
process.exitCode = await main(process.argv.slice(2), process);
