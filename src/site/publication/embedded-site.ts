import { getCollection } from "astro:content";
import { links } from "../site.ts";
import { type EmbeddedPublication, openEmbedded, type PublishedFacts } from "./embedded-publication.ts";

let opening: Promise<EmbeddedPublication> | undefined;

/** The published side as it was when the site was built; needs no reports directory. */
export function embeddedPublication(): Promise<EmbeddedPublication> {
	opening ??= open();
	return opening;
}

/** What the live API knows of the published side. */
export async function publishedFacts(): Promise<PublishedFacts> {
	return (await embeddedPublication()).facts;
}

async function open(): Promise<EmbeddedPublication> {
	const entries = await getCollection("embedded");
	return openEmbedded(
		entries.map(({ data }) => data),
		links,
	);
}
