import { defineCollection } from "astro:content";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { glob } from "astro/loaders";
import { readEnvironment } from "#app/environment.ts";
import { agencySchema } from "#core/agency.ts";
import { watchEntrySchema } from "#core/watchlist.ts";
import { watchlistLoader } from "#layouts/watchlist-loader.ts";

const reports = pathToFileURL(`${resolve(readEnvironment(process.env).reports)}/`);

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

export const collections = { watchlist, agencies };
