// Part of npm run bench: the live API against a bare endpoint of the same server, and under many slow audits.
import { whyNoTestInternet } from "../internet/test-internet.testkit.ts";
import { measureLive } from "./bench-live.testkit.ts";

const missing = whyNoTestInternet();
if (missing === undefined) {
	const { throughput, cachedPerSecond, answerBytes, ...load } = await measureLive();
	const [before, peak] = load.memory.map(Math.round);
	process.stdout.write(
		`cached audits over a bare Astro endpoint         x ${throughput.toFixed(2)}  (here ${cachedPerSecond.toFixed(0)} a second, ${answerBytes} bytes each)\n` +
			`${load.slowSites} audits of slow sites at once: ${JSON.stringify(load.statuses)}; /api/health p99 ${load.healthP99.toFixed(0)} ms of ${load.healthAsked}; peak memory ${before} -> ${peak} MiB\n`,
	);
} else {
	process.stdout.write(`skipped: ${missing}\n`);
}
