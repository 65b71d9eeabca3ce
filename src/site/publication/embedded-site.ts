import entries from "virtual:sightline-embedded";
import { links } from "../site.ts";
import { type EmbeddedPublication, openEmbedded, type PublishedFacts } from "./embedded-publication.ts";

let opened: EmbeddedPublication | undefined;

export async function embeddedPublication(): Promise<EmbeddedPublication> {
	opened ??= openEmbedded(entries, links);
	return opened;
}

export async function publishedFacts(): Promise<PublishedFacts> {
	return (await embeddedPublication()).facts;
}
