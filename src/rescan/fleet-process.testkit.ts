// One process of a fleet for tests and measurements: `rescan <watchlist>` or `worker`. Audits wait as long as for
// a network; their results are made up, or those of the folder FLEET_FOLDER.

import { setTimeout as pause } from "node:timers/promises";
import type { Audit } from "#audit/audit.ts";
import { createAuditor } from "#audit/auditor.ts";
import { readEnvironment } from "#config/environment.ts";
import { exampleReport } from "#receipts/store/report.testkit.ts";
import { rescan } from "./rescan.ts";
import { ENGINE, runWorker } from "./work-on.ts";

const [role, watchlist = ""] = process.argv.slice(2);
const settings = readEnvironment(process.env);

const auditMs = Number(process.env.FLEET_AUDIT_MS ?? 200);
const folder = process.env.FLEET_FOLDER;

const openAuditor: typeof createAuditor = async (settings, options) => {
	const auditor = folder === undefined ? undefined : await createAuditor(settings, options);
	return {
		async audit(request): Promise<Audit> {
			await pause(auditMs * (0.5 + Math.random()));
			if (auditor) return auditor.audit({ ...request, folder });
			const { target, mode } = request;
			const report = { ...exampleReport(), domain: target.host, mode, auditedAt: new Date().toISOString() };
			return { record: { seen: target.host } as unknown as Audit["record"], report, sight: "whole" };
		},
		close: async () => auditor?.close(),
	};
};

// Otherwise hosts visited by a killed process would be blocked for a minute.
const engine = { ...ENGINE, openAuditor, hostIntervalMs: 500 };
if (role === "rescan") await rescan({ watchlist }, settings, engine);
else {
	const never = new AbortController().signal;
	const said = (what: string) => () => process.stdout.write(`${what}\n`);
	const before = process.cpuUsage();
	process.on("SIGTERM", () => {
		const { user, system } = process.cpuUsage(before);
		process.stdout.write(`cpu ${Math.round((user + system) / 1000)}\n`, () => process.exit());
	});
	const options = { once: false, stop: never, giveUp: never, onJoin: said("joined"), onDone: said("done") };
	await runWorker(options, settings, engine);
}
