// Part of npm run bench: the live API against a bare endpoint of the same server, and under many slow audits.
import { whyNoTestInternet } from "../internet/test-internet.testkit.ts";
import { measureLive, type Spread } from "./bench-live.testkit.ts";

const missing = whyNoTestInternet();
if (missing === undefined) {
	const { served, ...load } = await measureLive();
	const [before, peak] = load.memory.map(Math.round);
	const shown = ({ least, median, most }: Spread) =>
		`x ${median.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`;
	for (const { what, rate, cpu, perSecond, bytes } of served)
		process.stdout.write(
			`${`${what} over a bare Astro endpoint`.padEnd(48)} ${shown(rate)}, by processor time ${shown(cpu)}  (here ${perSecond.toFixed(0)} a second, ${bytes} bytes each)\n`,
		);
	process.stdout.write(
		`${load.slowSites} audits of slow sites at once: ${JSON.stringify(load.statuses)}; /api/health p99 ${load.healthP99.toFixed(0)} ms of ${load.healthAsked}; peak memory ${before} -> ${peak} MiB\n`,
	);
} else {
	process.stdout.write(`skipped: ${missing}\n`);
}
