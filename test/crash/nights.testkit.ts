/** Nights of one machine with a real queue and receipt files and fake audits. Never shipped. */

import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readEnvironment } from "#config/environment.ts";
import type { Receipt } from "#core/receipt.ts";
import { openLeaseTable } from "#queue/lease-table.ts";
import { EvidenceFiles } from "#receipts/store/evidence-archive.ts";
import { openReceiptFiles } from "#receipts/store/receipt-store.ts";
import type { RunLine } from "#receipts/store/run-file.ts";
import { isPassing, linesOf, type RunContext, readLine } from "#rescan/rescan-job.ts";
import { nextOf, workOn } from "#rescan/work-on.ts";

/** @param archive files by default */
export async function openNights(
	sites: readonly string[],
	audit: RunContext["auditor"]["audit"],
	archive?: RunContext["records"]["archive"],
) {
	const root = await mkdtemp(join(tmpdir(), "sightline-nights-"));
	// Sequential, for a deterministic order.
	const settings = readEnvironment({ SIGHTLINE_REPORTS: root, SIGHTLINE_DATA: root, SIGHTLINE_CONCURRENCY: "1" });
	const store = openReceiptFiles(join(root, "receipts"));
	const records = { store, archive: archive ?? new EvidenceFiles(join(root, "evidence")) };
	const queue = openLeaseTable(join(root, "jobs.sqlite"));
	return {
		root,
		/** @returns a line per site, in list order */
		async night(): Promise<readonly RunLine[]> {
			const jobs = sites.map((domain) => ({
				key: domain,
				data: JSON.stringify({ domain, source: "network", mode: "light", wall: true }),
			}));
			const again = (outcome: string) => isPassing(readLine(outcome));
			const { id: run } = await queue.openRun({ digest: "list", jobs, isPassing: again });
			const around = { retries: 1, hostIntervalMs: 0, refuse: async () => {} };
			const context: RunContext = { settings, queue, run, auditor: { audit }, records, ...around };
			await workOn(context, nextOf(context), { idleMs: 1 });
			const lines: RunLine[] = [];
			for await (const line of linesOf(run, queue.entries(run), { notices: { notices: [] }, faults: [] }))
				lines.push(line);
			await queue.closeRun(run);
			return lines;
		},
		/** Of each site, the newest first. */
		async receipts(): Promise<readonly (readonly Receipt[])[]> {
			const stored = sites.map((domain) => store.list({ domain, source: "network", mode: "light" }));
			return (await Promise.all(stored)).map((all) => all.map(({ receipt }) => receipt));
		},
		close: () => queue.close(),
	};
}
