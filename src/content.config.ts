import { defineCollection } from "astro:content";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { glob } from "astro/loaders";
import { readEnvironment } from "#config/environment.ts";
import { agencySchema, watchEntrySchema } from "#core/watchlist.ts";
import { embeddedLoader, watchlistLoader } from "#site/publication/content-loaders.ts";
import { embeddedEntrySchema } from "#site/publication/embedded-entry.ts";

const settings = readEnvironment(process.env);
const reports = pathToFileURL(`${resolve(settings.reports)}/`);

/** One entry per host that the site may show. */
const watchlist = defineCollection({
	loader: watchlistLoader(new URL("watchlist.json", reports)),
	schema: watchEntrySchema,
});

/** Agencies by their slug, which is the file's name. */
const agencies = defineCollection({
	loader: glob({ base: new URL("agencies/", reports), pattern: "*.json", retainBody: false }),
	schema: agencySchema,
});

/** What a server takes along, so that it needs no reports directory at run time. */
const embedded = defineCollection({
	loader: embeddedLoader(settings.adapter === "none" ? undefined : settings.reports),
	schema: embeddedEntrySchema,
});

export const collections = { watchlist, agencies, embedded };
