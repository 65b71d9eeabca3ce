import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Audit } from "#audit/audit.ts";
import { readEnvironment } from "#config/environment.ts";
import { openFleetQueue } from "#queue/fleet-queue.ts";
import { exampleReport } from "#receipts/store/report.testkit.ts";
import { describePostgres } from "#store/database.testkit.ts";
import { ENGINE, type Engine, runWorker } from "./work-on.ts";

const engine: Engine = {
	...ENGINE,
	openAuditor: async () => ({
		async audit({ target, mode }): Promise<Audit> {
			const report = { ...exampleReport(), domain: target.host, mode, auditedAt: new Date().toISOString() };
			return { record: { seen: target.host } as unknown as Audit["record"], report, sight: "whole" };
		},
		close: async () => {},
	}),
	hostIntervalMs: 0,
};

describePostgres(({ fresh }) => {
	it("a worker continues with a newer night if an older one is paused or fully taken", async () => {
		const none = join(await mkdtemp(join(tmpdir(), "sightline-worker-")), "none");
		const url = await fresh();
		const settings = readEnvironment({ DATABASE_URL: url, SIGHTLINE_REPORTS: none, SIGHTLINE_DATA: none });
		const queue = await openFleetQueue(url);
		const open = async (domain: string) => {
			const data = JSON.stringify({ domain, source: "network", mode: "light" });
			const jobs = [{ key: domain, data }];
			return (await queue.openRun({ digest: domain, jobs, shared: '{"notices":[]}' })).id;
		};
		const held = await open("held.example.com");
		expect(await queue.claim(held, queue.newOwner())).toMatchObject({ key: "held.example.com" });
		const paused = await open("paused.example.com");
		await queue.setPaused(paused, true);
		const newest = await open("newest.example.com");

		const [done, left]: string[][] = [[], []];
		const onDone = async (domain = "") => {
			done?.push(domain);
			// `once` waits for the held work, which ends only now.
			await queue.finish(held, "held.example.com", "{}");
		};
		const never = new AbortController().signal;
		const onLeave = (run: string) => left?.push(run);
		const worker = runWorker(
			{ once: true, stop: never, giveUp: never, onDone: (domain) => void onDone(domain), onLeave },
			settings,
			engine,
		);
		expect(await worker).toEqual({ done: 1, dead: 0 });
		expect(done).toEqual(["newest.example.com"]);
		expect(left?.toSorted()).toEqual([held, newest]);
		expect(await queue.progress(paused)).toMatchObject({ done: 0, paused: true });
		await queue.close();
	});
});
