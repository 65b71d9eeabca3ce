// Preloaded into measured programs: writes CPU seconds of all threads and peak memory in MiB to file descriptor 3 at the end.
// Linux counts the starting process's memory in `maxRSS`, and the process's own alone in `VmHWM`.
const { existsSync, readFileSync, writeSync } = require("node:fs");

process.on("exit", () => {
	const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
	const status = existsSync("/proc/self/status") ? readFileSync("/proc/self/status", "utf8") : "";
	const peak = Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? maxRSS);
	writeSync(3, JSON.stringify([(userCPUTime + systemCPUTime) / 1e6, peak / 1024]));
});
