import { defineCollection } from "astro:content";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { glob } from "astro/loaders";
import { readEnvironment } from "#app/environment.ts";
import { agencySchema } from "#core/agency.ts";
import { receiptSchema } from "#core/receipt.ts";
import { watchEntrySchema } from "#core/watchlist.ts";
import { watchlistLoader } from "#layouts/watchlist-loader.ts";

const reports = pathToFileURL(`${resolve(readEnvironment(process.env).reports)}/`);

/** A receipt's id is the SHA-256 of its file, so that anyone can check it with `sha256sum`. */
const receipts = defineCollection({
	loader: glob({
		base: new URL("receipts/", reports),
		pattern: "*/*.json",
		generateId: ({ entry, base }) =>
			createHash("sha256")
				.update(readFileSync(new URL(encodeURI(entry), base)))
				.digest("hex"),
		retainBody: false,
	}),
	schema: receiptSchema,
});

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

export const collections = { receipts, watchlist, agencies };
