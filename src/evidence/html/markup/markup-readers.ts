import type { PageDigest } from "../../page-digest.ts";
import type { FactReaders, FactStart } from "../fact-readers.ts";
import { JsonLdReader } from "../json/json-ld-reader.ts";
import { MicrodataReader } from "./microdata-reader.ts";
import { RdfaReader } from "./rdfa-reader.ts";
import { statedFacts } from "./stated-facts.ts";
import { TextTape } from "./text-tape.ts";
import { UnknownTerms } from "./unknown-terms.ts";
import { VisibleText } from "./visible-text.ts";

type MarkupFacts = Pick<PageDigest, "jsonLd" | "microdata" | "rdfa" | "stated" | "unknownTerms">;

/** Structured data in all three forms, which of its facts a person sees too, and which of its names are unknown. */
export function markupReaders({ source }: FactStart): FactReaders<MarkupFacts> {
	const unknown = new UnknownTerms();
	const tape = new TextTape();
	const visible = new VisibleText();
	const jsonLd = new JsonLdReader(source, unknown);
	const microdata = new MicrodataReader(source, tape);
	const rdfa = new RdfaReader(source, tape);
	return {
		// The tape comes last on the way in: the others open places on it that begin before the element's text.
		readers: [jsonLd, microdata, rdfa, tape, visible],
		finish({ base }) {
			const facts = {
				jsonLd: jsonLd.finish(),
				microdata: microdata.finish(base, unknown),
				rdfa: rdfa.finish(base, unknown),
			};
			const placeOf: JsonLdReader["placeOf"] = (block, name, value) => jsonLd.placeOf(block, name, value);
			return { ...facts, unknownTerms: unknown.finish(), stated: statedFacts(facts, visible, placeOf) };
		},
	};
}
