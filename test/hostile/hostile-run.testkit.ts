/** Audits hostile sites with a running server, one after the other, and tells what each did to it. */

import { hostOf } from "./catalogue.testkit.ts";
import type { HostileSite } from "./hostile-site.testkit.ts";
import type { ProvingGround } from "./proving-ground.testkit.ts";
import type { Sample } from "./watcher.testkit.ts";

export interface HostileRow {
	readonly name: string;
	readonly mode: "light" | "deep";
	/** HTTP status, and the score or the code of the failure. */
	readonly status: number;
	readonly outcome: string;
	readonly ms: number;
	/** Longest answer of `/api/health` meanwhile, milliseconds. */
	readonly healthMs: number;
	/** Most processor time that the server's main thread used while one such answer was awaited, milliseconds. */
	readonly mainMs: number;
	readonly peakRssMiB: number;
	readonly externalMiB: number;
	readonly alive: boolean;
}

/** How many of those that only keep an audit waiting do so at once. */
export const WAITING_AT_ONCE = 8;

/** Stops early where the server has ended. */
export async function auditHostile(ground: ProvingGround, sites: readonly HostileSite[]): Promise<HostileRow[]> {
	const rows: HostileRow[] = [];
	const one = async (each: HostileSite, at: number) =>
		rows.push(await auditOne(ground, each, `127.1.${at >> 8}.${at & 255}`));
	const busy = sites.filter(({ waits }) => !waits);
	for (const [at, each] of busy.entries()) if (ground.isAlive()) await one(each, at);
	const waiting = sites.filter(({ waits }) => waits).entries();
	const worker = async () => {
		for (const [at, each] of waiting) if (ground.isAlive()) await one(each, at + 0x8000);
	};
	await Promise.all(Array.from({ length: WAITING_AT_ONCE }, worker));
	return rows;
}

async function auditOne(ground: ProvingGround, each: HostileSite, from: string): Promise<HostileRow> {
	const { mode = "light" } = each;
	const begun = Date.now();
	const { status, outcome } = await audit(ground, hostOf(each), mode, from);
	const ms = Date.now() - begun;
	// What was asked just before the end is answered just behind it.
	await new Promise((resolve) => setTimeout(resolve, 50));
	return { name: each.name, mode, status, outcome, ms, ...measured(ground.samples(), begun), alive: ground.isAlive() };
}

async function audit(ground: ProvingGround, domain: string, mode: string, from: string) {
	const headers = { "content-type": "application/json" };
	const body = JSON.stringify({ domain, mode });
	try {
		const answer = await ground.ask(from, "/api/v1/public/audit", { method: "POST", headers, body });
		const result = (await answer.json()) as { code?: string; overallScore?: number };
		return { status: answer.status, outcome: result.code ?? String(result.overallScore ?? "no score") };
	} catch (error) {
		return { status: 0, outcome: error instanceof Error ? `no answer: ${error.message}` : "no answer" };
	}
}

/** What the samples since a moment say. */
export function measured(samples: readonly Sample[], since: number) {
	const recent = samples.slice(samples.findLastIndex(({ at }) => at < since) + 1);
	const most = <K extends Sample["kind"]>(kind: K, read: (sample: Extract<Sample, { kind: K }>) => number) =>
		recent.reduce((top, sample) => (isOf(sample, kind) ? Math.max(top, read(sample)) : top), 0);
	return {
		healthMs: Math.round(most("health", ({ ms }) => ms)),
		mainMs: Math.round(most("health", ({ mainMs }) => mainMs)),
		peakRssMiB: Math.round(most("memory", ({ rssMiB }) => rssMiB)),
		externalMiB: Math.round(most("inside", ({ externalMiB }) => externalMiB)),
	};
}

function isOf<K extends Sample["kind"]>(sample: Sample, kind: K): sample is Extract<Sample, { kind: K }> {
	return sample.kind === kind;
}
