import { join } from "node:path";
import { readEnvironment } from "#config/environment.ts";
import { type AgencyFiles, readAgencyFiles } from "#receipts/agencies/agency-files.ts";
import type { EvidenceArchive } from "#receipts/store/evidence-archive.ts";
import { readPublishedWatchlist, type WatchEntry } from "#receipts/store/published-watchlist.ts";
import { openEvidence } from "#receipts/store/record-audit.ts";
import { type PublishedSites, readPublishedSites } from "./published-sites.ts";

/** *Published*: what a reports directory makes public, for a build. *Embedded*: the part in a server's bundle. */
export interface Publication extends PublishedSites {
	/** One per public host. */
	readonly watched: readonly WatchEntry[];
	readonly agencies: AgencyFiles;
	/** Whether it has every site of the watchlist; otherwise a server renders the others. */
	readonly isWhole: boolean;
	/** ISO 8601; decides what is stale. */
	readonly builtAt: string;
	/** In the bucket, or local to the build machine. */
	readonly evidence: EvidenceArchive;
}

let loading: Promise<Publication> | undefined;

export function publication(): Promise<Publication> {
	loading ??= load();
	return loading;
}

async function load(): Promise<Publication> {
	const settings = readEnvironment(process.env);
	const { reports, staticSites } = settings;
	const [{ entries, isWhole }, agencies] = await Promise.all([
		readPublishedWatchlist(reports, staticSites),
		readAgencyFiles(join(reports, "agencies")),
	]);
	return {
		...(await readPublishedSites(reports, { entries, agencies: agencies.brands })),
		agencies,
		watched: entries,
		isWhole,
		builtAt: new Date().toISOString(),
		evidence: await openEvidence(settings),
	};
}
