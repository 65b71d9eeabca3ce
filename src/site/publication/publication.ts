import { join } from "node:path";
import { readEnvironment } from "#config/environment.ts";
import type { WatchEntry } from "#core/watchlist.ts";
import { type AgencyFiles, readAgencyFiles } from "#receipts/agencies/agency-files.ts";
import type { EvidenceArchive } from "#receipts/store/evidence-archive.ts";
import { openEvidence } from "#receipts/store/open-records.ts";
import { readPublishedWatchlist } from "#receipts/store/published-watchlist.ts";
import { type PublishedSites, readPublishedSites } from "./published-sites.ts";

/**
 * Everything that the site is built from, read once per build. *Published* is what a reports directory makes public; pages
 * read it while they are built. *Embedded* is the part of it that a server's bundle carries (`embedded-entry.ts`), so that
 * a server needs no reports directory.
 */
export interface Publication extends PublishedSites {
	/** One entry per host that the site may show. */
	readonly watched: readonly WatchEntry[];
	readonly agencies: AgencyFiles;
	/** Whether every site of the watchlist is among them; a server answers for the others. */
	readonly isWhole: boolean;
	/** ISO 8601: the moment of the build; what is stale is decided against it. */
	readonly builtAt: string;
	/** Evidence in the bucket, or that is kept on the machine that builds; another one has none. */
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
