import { getCollection } from "astro:content";
import { readEnvironment } from "#config/environment.ts";
import type { EvidenceArchive } from "#receipts/store/evidence-archive.ts";
import { openEvidence } from "#receipts/store/record-audit.ts";
import { type PublishedSites, readPublishedSites } from "./published-sites.ts";

/**
 * Everything that the site is built from, read once per build. *Published* is what a reports directory makes public; pages
 * read it while they are built. *Embedded* is the part of it that a server's bundle carries (`embedded-entry.ts`), so that
 * a server needs no reports directory.
 */
export interface Publication extends PublishedSites {
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
	const { reports } = settings;
	const [watched, agencies] = await Promise.all([getCollection("watchlist"), getCollection("agencies")]);
	const published = await readPublishedSites(reports, {
		entries: watched.map(({ data }) => data),
		agencies: new Map(agencies.map(({ id, data }) => [id, data.name])),
	});
	return {
		...published,
		builtAt: new Date().toISOString(),
		evidence: await openEvidence(settings),
	};
}
