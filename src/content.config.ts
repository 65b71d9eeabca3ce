import { defineCollection } from "astro:content";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { glob, type Loader } from "astro/loaders";
import { readEnvironment } from "#config/environment.ts";
import { agencySchema, watchEntrySchema } from "#core/watchlist.ts";
import { readIfThere } from "#receipts/store/if-there.ts";
import { readPublication } from "#receipts/store/published-watchlist.ts";
import { readEmbeddedEntries } from "#site/publication/embedded-entries.ts";
import { type EmbeddedEntry, embeddedEntrySchema } from "#site/publication/embedded-entry.ts";

const settings = readEnvironment(process.env);
const reports = pathToFileURL(`${resolve(settings.reports)}/`);

/** One entry per host that the site may show. */
const watchlist = defineCollection({
	loader: watchlistLoader(join(settings.reports, "watchlist.json")),
	schema: watchEntrySchema,
});

/** Agencies by their slug, which is the file's name. */
const agencies = defineCollection({
	loader: glob({ base: new URL("agencies/", reports), pattern: "*.json", retainBody: false }),
	schema: agencySchema,
});

/** What a server takes along, so that it needs no reports directory at run time. */
const embedded = defineCollection({
	loader: async () => {
		// A site of files alone has no server that would need it.
		const entries = settings.adapter === "none" ? [] : await readEmbeddedEntries(settings.reports);
		return Object.fromEntries(entries.map((entry) => [idOf(entry), entry]));
	},
	schema: embeddedEntrySchema,
});

export const collections = { watchlist, agencies, embedded };

/** Loads the watchlist. Without the file nothing is public, and the build says so. */
function watchlistLoader(file: string): Loader {
	return {
		name: "sightline-watchlist",
		async load({ store, logger, parseData }) {
			store.clear();
			const text = await readIfThere(file);
			if (text === undefined) {
				logger.warn(`There is no ${file}, so no domain is public and no brief is built.`);
				return;
			}
			const { entries, faults } = readPublication(text);
			for (const fault of faults) logger.warn(fault);
			for (const entry of entries) {
				store.set({ id: entry.domain, data: await parseData({ id: entry.domain, data: { ...entry } }) });
			}
		},
	};
}

function idOf(entry: EmbeddedEntry): string {
	if (entry.kind === "state") return "state";
	return `${entry.kind} ${entry.kind === "unlisted" ? entry.first : entry.domain}`;
}
