import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Loader } from "astro/loaders";
import { readPublication } from "#receipts/store/published-watchlist.ts";

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
