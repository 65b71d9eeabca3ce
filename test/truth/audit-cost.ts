import type { EvidenceRecord } from "#audit/assess.ts";
import { evaluate } from "#audit/evaluate.ts";
import { CHECKS } from "#checks/registry.ts";
import type { AuditMode } from "#core/preset.ts";
import { parseTarget } from "#core/target.ts";
import { type ForeignReader, readHere } from "#evidence/reading/readers.ts";
import { openFolder } from "#evidence/site/folder-source.ts";
import type { HttpClient } from "#net/http-client.ts";
import { auditClient } from "./exemplary-audit.ts";
import { ExemplaryServer } from "./exemplary-server.ts";
import type { ExemplarySite } from "./exemplary-sites.ts";

export interface AuditCost {
	readonly host: string;
	/** CPU of a whole light audit of the site as a folder: collecting, reading its pages, judging. Milliseconds, median. */
	readonly whole: number;
	/** CPU of running every check on its evidence again. */
	readonly checks: number;
	/** Median of checks ÷ whole, both taken in the same round. */
	readonly share: number;
}

export interface RequestCount {
	readonly host: string;
	/** Requests of one audit over the network, redirects included. */
	readonly requests: number;
	/** URLs read as pages, with repetitions. */
	readonly read: readonly string[];
	/** Pages among the evidence: the home page, and in a deep audit the sample. */
	readonly pages: readonly string[];
}

type Site = Pick<ExemplarySite, "host" | "folder">;

/** Measures in rounds, so that a machine that slows down slows both. */
export async function measureCost({ host, folder }: Site, rounds: number): Promise<AuditCost> {
	const client = await openFolder(folder, host);
	const once = () => auditClient({ host, client, kind: "folder", mode: "light" });
	const { record } = await once();
	askAll(record);
	const measured: { readonly whole: number; readonly checks: number }[] = [];
	for (let round = 0; round < rounds; round++) {
		// A copy, so that nothing is cached from the previous round.
		const fresh = structuredClone(record);
		measured.push({ whole: await cpuOf(once), checks: await cpuOf(() => askAll(fresh)) });
	}
	return {
		host,
		whole: median(measured.map(({ whole }) => whole)),
		checks: median(measured.map(({ checks }) => checks)),
		share: median(measured.map(({ whole, checks }) => checks / whole)),
	};
}

function askAll({ evidence, host, source, mode, auditedAt }: EvidenceRecord): void {
	const context = { target: parseTarget(host), preset: "general" as const, auditedAt };
	evaluate(CHECKS, { evidence, source, mode, preset: "general", context });
}

/** Counts requests on a network with good servers for the folder. */
export async function countRequests(site: Site, mode: AuditMode = "light"): Promise<RequestCount> {
	const client: HttpClient = await ExemplaryServer.open(site);
	const read: string[] = [];
	const reader: ForeignReader = {
		read(kind, input) {
			if (kind === "page") read.push(input.url);
			return readHere(kind, input);
		},
	};
	const { record } = await auditClient({ host: site.host, client, kind: "network", mode, reader });
	return { host: site.host, requests: record.responses.length, read, pages: pagesOf(record) };
}

function pagesOf({ evidence: { home, visits, homeAgain, homeAsBrowser } }: EvidenceRecord): string[] {
	const single = [home, homeAgain, homeAsBrowser].flatMap((each) => (each.state === "found" ? [each.url] : []));
	return [...single, ...(visits.state === "found" ? visits.value.map(({ end }) => end) : [])];
}

/** CPU time of this process in milliseconds. */
async function cpuOf(work: () => unknown): Promise<number> {
	const start = process.cpuUsage();
	await work();
	const { user, system } = process.cpuUsage(start);
	return (user + system) / 1_000;
}

function median(values: readonly number[]): number {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
