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

/**
 * Stops early where the server has ended.
 * @param atOnce of those that keep it busy: with one, each row tells what that site alone did
 */
export async function auditHostile(
	ground: ProvingGround,
	sites: readonly HostileSite[],
	atOnce = 1,
): Promise<HostileRow[]> {
	const rows: HostileRow[] = [];
	const audit = (count: number, some: readonly HostileSite[]) => {
		const left = some.values();
		const worker = async () => {
			for (const each of left) {
				if (ground.isAlive()) rows.push(await auditOne(ground, each, addressOf(sites.indexOf(each))));
			}
		};
		return Promise.all(Array.from({ length: count }, worker));
	};
	const [busy = [], waiting = []] = [false, true].map((waits) =>
		sites.filter((each) => (each.waits ?? false) === waits),
	);
	await audit(atOnce, busy);
	await audit(WAITING_AT_ONCE, waiting);
	return rows;
}

/** Each site's audit has its own caller. */
const addressOf = (index: number) => `127.1.${index >> 8}.${index & 255}`;

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

/** Summary of the samples since a time. */
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
