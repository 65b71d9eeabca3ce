// Runs in a separate network: audits every domain of a JSON list and prints the outcome, the memory growth and the
// number of TCP connections accepted in this network.
import { readFileSync } from "node:fs";
import { createAuditor } from "#audit/auditor.ts";
import { readEnvironment } from "#config/environment.ts";
import { isFailure } from "#core/failure.ts";
import { parseTarget } from "#core/target.ts";

export interface HostileOutcome {
	readonly input: string;
	/** `scored`, or the failure's code. */
	readonly code: string;
	readonly refused: boolean;
	readonly ms: number;
	/** Growth of the process's peak memory, MiB. */
	readonly growthMiB: number;
	/** Connections accepted anywhere in this network during the audit. */
	readonly accepted: number;
}

const [listFile = ""] = process.argv.slice(2);

/** RFC 4022 tcpPassiveOpens of this network namespace: connections that a listener took. */
function passiveOpens(): number {
	const [names = "", values = ""] = readFileSync("/proc/net/snmp", "utf8")
		.split("\n")
		.filter((line) => line.startsWith("Tcp:"));
	return Number(values.split(" ")[names.split(" ").indexOf("PassiveOpens")]);
}

const auditor = await createAuditor(readEnvironment({}), { load: "many" });
for (const input of JSON.parse(readFileSync(listFile, "utf8")) as string[]) {
	const before = { opens: passiveOpens(), rss: process.resourceUsage().maxRSS, at: performance.now() };
	let code = "scored";
	let refused = false;
	try {
		const { report } = await auditor.audit({ target: parseTarget(input), mode: "light" });
		code = report.failure?.code ?? "scored";
	} catch (error) {
		if (!isFailure(error)) throw error;
		code = error.code;
		refused = true;
	}
	const outcome: HostileOutcome = {
		input,
		code,
		refused,
		ms: Math.round(performance.now() - before.at),
		growthMiB: Math.round((process.resourceUsage().maxRSS - before.rss) / 1024),
		accepted: passiveOpens() - before.opens,
	};
	process.stdout.write(`${JSON.stringify(outcome)}\n`);
}
await auditor.close();
