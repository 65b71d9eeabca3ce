import type { Loader } from "astro/loaders";
import type { EmbeddedEntry } from "./embedded-entry.ts";
import { readEmbeddedEntries } from "./read-embedded.ts";

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
