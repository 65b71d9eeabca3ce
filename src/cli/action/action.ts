import { runStep } from "./run-step.ts";

process.exitCode = await runStep(process.argv[2], process);
