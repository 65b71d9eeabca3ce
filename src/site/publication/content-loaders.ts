import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Loader } from "astro/loaders";
import { readPublication } from "#receipts/store/published-watchlist.ts";
import { readEmbeddedEntries } from "./embedded-entries.ts";
import type { EmbeddedEntry } from "./embedded-entry.ts";

/**
 * Loads what a server takes along of a reports directory.
 * @param reports absolute path; undefined for a site of files alone, which has no server that would need it
 */
export function embeddedLoader(reports: string | undefined): Loader {
	return {
		name: "sightline-embedded",
		async load({ store, parseData }) {
			store.clear();
			if (reports === undefined) return;
			for (const entry of await readEmbeddedEntries(reports)) {
				const id = idOf(entry);
				store.set({ id, data: await parseData({ id, data: { ...entry } }) });
			}
		},
	};
}

function idOf(entry: EmbeddedEntry): string {
	if (entry.kind === "state") return "state";
	return `${entry.kind} ${entry.kind === "unlisted" ? entry.first : entry.domain}`;
}

/** Loads the watchlist, one entry per host. Without the file nothing is public, and the build says so. */
export function watchlistLoader(file: URL): Loader {
	return {
		name: "sightline-watchlist",
		async load({ store, logger, parseData }) {
			store.clear();
			if (!existsSync(file)) {
				logger.warn(`There is no ${file.pathname}, so no domain is public and no brief is built.`);
				return;
			}
			const { entries, faults } = readPublication(await readFile(file, "utf8"));
			for (const fault of faults) logger.warn(fault);
			for (const entry of entries) {
				store.set({ id: entry.domain, data: await parseData({ id: entry.domain, data: { ...entry } }) });
			}
		},
	};
}
