// One process of a fleet whose audits are made up and take a while, so that what is measured is the fleet: `rescan <watchlist>` or `worker`.

import { setTimeout as pause } from "node:timers/promises";
import type { Audit } from "#audit/audit.ts";
import { readEnvironment } from "#config/environment.ts";
import { exampleReport } from "#receipts/store/report.testkit.ts";
import { rescan } from "./rescan.ts";
import { runWorker } from "./worker.ts";

const [role, watchlist = ""] = process.argv.slice(2);
const auditMs = Number(process.env.FLEET_AUDIT_MS ?? 200);
const settings = readEnvironment(process.env);

const openAuditor = () => ({
	async audit({ target, mode }: { target: { host: string }; mode: "light" | "deep" }): Promise<Audit> {
		await pause(auditMs * (0.5 + Math.random()));
		const report = { ...exampleReport(), domain: target.host, mode, auditedAt: new Date().toISOString() };
		return { record: { seen: target.host } as unknown as Audit["record"], report, sight: "whole" };
	},
	close: async () => {},
});

// What a killed process has visited would wait for a minute.
const engine = { openAuditor, hostIntervalMs: 500 };
if (role === "rescan") await rescan({ watchlist }, settings, engine);
else {
	const never = new AbortController().signal;
	const said = (what: string) => () => process.stdout.write(`${what}\n`);
	const options = { once: false, stop: never, giveUp: never, onJoin: said("joined"), onDone: said("done") };
	await runWorker(options, settings, engine);
}
