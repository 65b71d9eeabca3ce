import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readPublication } from "#receipts/store/published-watchlist.ts";
import { readAgencyNames } from "./agency-names.ts";
import { embeddedEntries } from "./embedded-entries.ts";
import type { EmbeddedEntry } from "./embedded-entry.ts";
import { newestRun } from "./newest-run.ts";
import { readPublishedSites } from "./published-sites.ts";

/**
 * Reads from a reports directory what a server takes along of it. Without a watchlist no domain is public.
 * @throws Failure as the files' readers do
 */
export async function readEmbeddedEntries(reports: string): Promise<EmbeddedEntry[]> {
	const [watchlist, agencies, lastRun] = await Promise.all([
		readFile(join(reports, "watchlist.json"), "utf8").catch(noWatchlist),
		readAgencyNames(join(reports, "agencies")),
		newestRun(join(reports, "runs")),
	]);
	const { entries } = readPublication(watchlist);
	const published = await readPublishedSites(reports, { entries, agencies });
	return embeddedEntries(published, entries, { builtAt: new Date().toISOString(), lastRun });
}

function noWatchlist(error: NodeJS.ErrnoException): string {
	if (error.code !== "ENOENT") throw error;
	return '{"entries": []}';
}
